internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import ModelRepository
internal import ModelStore
internal import System

/// Options for the accepted signatures of a repository.
struct RepositoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The only trusted public key (a file of minisign).",
            discussion: "Default: the .pub files in /etc/inkd/keys and ~/.config/inkd/keys.", valueName: "file"),
        completion: .file(extensions: ["pub"]))
    var key: String?

    /// Returns the selected repository.
    ///
    /// - Throws: `RepositoryError`.
    func repository(_ source: String?) throws(RepositoryError) -> Repository { try Repository(.chosen(source), key: key) }
}

/// `inkctl models available`.
struct ModelsAvailableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "available",
        abstract: "List the models of a repository.",
        discussion: """
            Examples:
              inkctl models available                          the configured repository
              inkctl models available https://example.org/ink  another one
              inkctl models available /media/stick/models      a folder
              inkctl models available --json | jq .licence     one JSON object per line

            A repository is a folder or an https address with a signed index; its public key must \
            already be on this machine. The default repository is INKD_MODELS_SOURCE, otherwise \
            `source` in /etc/inkd/models.yaml. inkctl connects to it; inkd itself never connects \
            to a network.
            """)

    @Argument(help: ArgumentHelp("Repository: a folder or an https address.", valueName: "source"), completion: .directory)
    var source: String?

    @Flag(help: "Write one JSON object per model, as in the index.")
    var json = false

    @OptionGroup var options: RepositoryOptions

    func run() throws {
        let index = try options.repository(source).index()
        try StandardOutput.writeLines(json ? index.entries.map(JSONLine.text(of:)) : Self.lines(index))
    }

    /// Returns the table of models, or a remark if the table would be empty.
    static func lines(_ index: RepositoryIndex) -> [String] {
        guard !index.entries.isEmpty else { return ["\(DisplayText.escaped(index.name)) has no models."] }
        var table = TextTable(columns: [
            .init(title: "TAG"), .init(title: "VERSION"), .init(title: "SIZE", alignment: .right), .init(title: "LICENSE"),
        ])
        table.rows = index.entries.map { entry in
            [
                entry.tag.description, DisplayText.escaped(entry.version), DisplayText.size(entry.size), DisplayText.escaped(entry.license),
            ]
        }
        return table.lines
    }
}

/// `inkctl models add`.
struct ModelsAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Download models from a repository, and install them.",
        discussion: """
            Examples:
              inkctl models add de                                    German
              inkctl models add de fr --from https://example.org/ink  from this repository
              inkctl models add --everybody ja-x-char                 for all users

            A model is installed only if the index has a valid signature of a trusted key, is not \
            older than one seen before, and contains the SHA-256 hash of the model. Repeat the \
            command to resume an interrupted transfer. Nothing is downloaded over a metered \
            connection without --metered.
            """)

    @Argument(help: ArgumentHelp("Tags of models, as listed by `inkctl models available`.", valueName: "tag"))
    var tags: [String]

    @Option(
        help: ArgumentHelp(
            "Repository: a folder or an https address.",
            discussion: "Default: INKD_MODELS_SOURCE, otherwise `source` in /etc/inkd/models.yaml.", valueName: "source"),
        completion: .directory)
    var from: String?

    @Flag(help: "Also download over a metered connection.")
    var metered = false

    @OptionGroup var options: RepositoryOptions

    @OptionGroup var whom: ModelAudience

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let repository = try options.repository(from)
        // do not fetch anything if inkd cannot be reached
        _ = try daemon.connect()
        if repository.source.isRemote, !metered, MeteredConnection.isMetered() == true { throw RepositoryError.metered }
        let index = try repository.index()
        var entries: [RepositoryIndex.Entry] = []
        for tag in tags {
            let entry = try index.entry(tag)
            if !entries.contains(entry) { entries.append(entry) }
        }
        let run = ModelAddition(repository: repository, install: ModelInstall(daemon: daemon, whom: whom))
        if try !run.add(entries) { throw ExitCode.failure }
    }
}

/// Fetches models from a repository and installs them in inkd.
final class ModelAddition {
    private let repository: Repository
    private let install: ModelInstall
    private var bar = ProgressBar()

    init(repository: Repository, install: ModelInstall) {
        self.repository = repository
        self.install = install
    }

    /// Fetches and installs models, and reports the outcome of each model.
    ///
    /// - Returns: whether all are installed.
    /// - Throws: `InkctlError`, `ClientError` if inkd is gone.
    func add(_ entries: [RepositoryIndex.Entry]) throws -> Bool {
        let size = entries.reduce(0) { $0 + $1.size }
        var files: [(entry: RepositoryIndex.Entry, path: String)] = []
        var hasFailed = false
        repository.fetch(
            entries,
            progress: { [self] received in
                bar.show(Double(received) / Double(max(1, size)), "\(DisplayText.size(received)) of \(DisplayText.size(size))")
            },
            done: { [self] entry, result in
                switch result {
                case .success(let path): files.append((entry, path))
                case .failure(let error):
                    hasFailed = true
                    bar.clear()
                    StandardError.say("\(entry.tag): \(error)")
                }
            })
        bar.clear()
        for file in files {
            do {
                let model = try install.run(file.path) { [self] fraction in bar.show(fraction, "installing \(file.entry.tag)") }
                bar.clear()
                repository.forget(file.path)
                try StandardOutput.writeLine(ModelInstall.line(model))
            } catch let error as ClientError where error.isRefusal {
                bar.clear()
                hasFailed = true
                StandardError.say("\(file.entry.tag): \(install.whom.explanation(of: error))")
            }
        }
        return !hasFailed
    }
}

/// `inkctl models index`.
struct ModelsIndexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index",
        abstract: "Make the index of a folder of models for publication.",
        discussion: """
            Examples:
              minisign -G                              make a key pair, once
              inkctl models index models               write models/index.json
              minisign -S -m models/index.json         sign it
              inkctl models index models --days 90     expire after 90 days
              inkctl models available models --key minisign.pub

            minisign is a Debian package. Copy the folder to its server, and publish the public \
            key in another way than the folder. Index and sign the folder again after each change.
            """)

    @Argument(help: ArgumentHelp("Folder with models and subfolders of models.", valueName: "folder"), completion: .directory)
    var folder: String

    @Option(
        help: ArgumentHelp(
            "The repository's name.", discussion: "Default: the name in the existing index, otherwise the folder's name.", valueName: "name"
        ))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Number of days until the index expires, 1 to 3650.",
            discussion: "Index and sign it again before that: an expired index is rejected. Default: never.", valueName: "number"))
    var days: Int?

    func validate() throws {
        if let days, !(1...3650).contains(days) { throw ValidationError("--days must be 1 to 3650, not \(days)") }
    }

    func run() throws {
        let index = try IndexMaker.write(folder, name: name, time: time(nil), days: days)
        let path = "\(folder)/\(RepositoryIndex.fileName)"
        try StandardOutput.writeLine(
            "\(path): \(DisplayText.count(index.entries.count, "model")), version \(index.version). Sign it: minisign -S -m \(path)")
    }
}
