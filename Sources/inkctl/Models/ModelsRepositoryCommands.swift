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
            "Trust this public key of minisign's alone.",
            discussion: "Default: those in /etc/inkd/keys and in ~/.config/inkd/keys whose names end in .pub.", valueName: "file"),
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
        abstract: "Lists the models that a repository has.",
        discussion: """
            Examples:
              inkctl models available                          the configuration's
              inkctl models available https://example.org/ink  any other
              inkctl models available /media/stick/models      a folder
              inkctl models available --json | jq .licence     one JSON object a line

            A repository is a folder, or an https address, with an index that its keeper has \
            signed; its public key has to be on this machine before. The repository that is \
            asked when none is named is `source` in /etc/inkd/models.yaml, or \
            INKD_MODELS_SOURCE. inkctl connects to it; inkd itself never connects to anything.
            """)

    @Argument(help: ArgumentHelp("The repository: a folder or an https address.", valueName: "source"), completion: .directory)
    var source: String?

    @Flag(help: "Write one JSON object for each model, as the index has it.")
    var json = false

    @OptionGroup var options: RepositoryOptions

    func run() throws {
        let index = try options.repository(source).index()
        try StandardOutput.writeLines(json ? index.entries.map(JSONLine.text(of:)) : Self.lines(index))
    }

    /// Returns the table, or a remark if it would be empty.
    static func lines(_ index: RepositoryIndex) -> [String] {
        guard !index.entries.isEmpty else { return ["\(DisplayText.escaped(index.name)) has no models."] }
        var table = TextTable(columns: [
            .init(title: "TAG"), .init(title: "VERSION"), .init(title: "SIZE", alignment: .right), .init(title: "LICENCE"),
        ])
        table.rows = index.entries.map { entry in
            [
                entry.tag.description, DisplayText.escaped(entry.version), DisplayText.size(entry.size), DisplayText.escaped(entry.licence),
            ]
        }
        return table.lines
    }
}

/// `inkctl models add`.
struct ModelsAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Fetches models from a repository, and gives them to inkd.",
        discussion: """
            Examples:
              inkctl models add de                                    German
              inkctl models add de fr --from https://example.org/ink  from there
              inkctl models add --everybody ja-x-char                 for all users

            A model is installed only if the repository's index has a right signature, if no \
            later index was seen before, and if the model's SHA-256 is the index's. A transfer \
            that breaks off goes on where it was when the command is given again. Nothing is \
            fetched over a metered connection without --metered.
            """)

    @Argument(help: ArgumentHelp("Tags of models, as `inkctl models available` shows them.", valueName: "tag"))
    var tags: [String]

    @Option(
        help: ArgumentHelp(
            "The repository: a folder or an https address.",
            discussion: "Default: INKD_MODELS_SOURCE, or else `source` in /etc/inkd/models.yaml.", valueName: "source"),
        completion: .directory)
    var from: String?

    @Flag(help: "Fetch them over a metered connection, too.")
    var metered = false

    @OptionGroup var options: RepositoryOptions

    @OptionGroup var whom: ModelAudience

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let repository = try options.repository(from)
        // fetches nothing while inkd cannot be reached
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

    /// Fetches and installs models, and reports the outcome of each.
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
                let model = try install.run(file.path) { [self] fraction in bar.show(fraction, "\(file.entry.tag) to inkd") }
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
        abstract: "Makes the index of a folder of models, to sign and to offer it.",
        discussion: """
            Examples:
              minisign -G                              a key pair, once
              inkctl models index models               models/index.json
              minisign -S -m models/index.json         its signature
              inkctl models index models --days 90     not taken after 90 days
              inkctl models available models --key minisign.pub

            minisign is a Debian package. Copy the folder to where it is offered, and give its \
            users the public key by another way than the folder. What was changed is indexed \
            and signed again.
            """)

    @Argument(help: ArgumentHelp("A folder with models, and folders of such.", valueName: "folder"), completion: .directory)
    var folder: String

    @Option(
        help: ArgumentHelp(
            "The repository's name.", discussion: "Default: as the index that is there has it, or else the folder's.", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Let the index expire after this number of days, 1 to 3650.",
            discussion: "Index and sign it again before that, or nothing of it is taken any more. Default: never.", valueName: "number"))
    var days: Int?

    func validate() throws {
        if let days, !(1...3650).contains(days) { throw ValidationError("--days is \(days): give 1 to 3650") }
    }

    func run() throws {
        let index = try IndexMaker.write(folder, name: name, time: time(nil), days: days)
        let path = "\(folder)/\(RepositoryIndex.fileName)"
        try StandardOutput.writeLine(
            "\(path): \(DisplayText.count(index.entries.count, "model")), version \(index.version). Sign it: minisign -S -m \(path)")
    }
}
