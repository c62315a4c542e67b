internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import ModelStore
internal import Recognition
internal import System

/// `inkctl models`: the installed models.
struct ModelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "List, install and remove recognition models.",
        discussion: """
            A model is one file: a network for text, the language data of one language, or \
            symbols, shapes or gestures. Its name is a language tag (BCP 47), such as en, mul-Latn \
            or zxx-Zsym-x-shapes.

            Examples:
              inkctl models list                       list the models
              inkctl models show en                    show its training data and license
              inkctl models install de.safetensors     install a file
              inkctl models remove de                  remove it
              inkctl models available                  list the models of a repository
              inkctl models add de                     download and install one
            """,
        subcommands: [
            ModelsListCommand.self, ModelsShowCommand.self, ModelsResolveCommand.self, ModelsInstallCommand.self,
            ModelsRemoveCommand.self, ModelsAvailableCommand.self, ModelsAddCommand.self, ModelsIndexCommand.self,
        ])
}

/// `inkctl models list`.
struct ModelsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the models of inkd or of a folder.",
        discussion: """
            Examples:
              inkctl models list                      a table
              inkctl models list --json | jq .tag     one JSON object per line
              inkctl models list /usr/share/inkd      without the daemon
            """)

    @Argument(
        help: ArgumentHelp("List this file, or the files of this folder and its subfolders, instead of inkd's models.", valueName: "path"),
        completion: .file()
    )
    var path: String?

    @Flag(help: "Write one JSON object per model, as defined in org.inkd.Models.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let models: [ModelsInterface.Model]
        var problems: [ModelProblem] = []
        if let path {
            let found = ModelStore.look(at: path)
            models = found.models.map { $0.message }
            problems = found.problems
        } else {
            models = try daemon.connect().models()
        }
        if json {
            try StandardOutput.writeLines(models.map(JSONLine.text(of:)))
        } else {
            try StandardOutput.writeLines(Self.lines(models, areFiles: path != nil))
        }
        for problem in problems { StandardError.say(problem.description) }
        if !problems.isEmpty { throw ExitCode.failure }
    }

    /// Returns the table of models, or a hint if the table would be empty.
    /// - Parameter areFiles: whether the models were read from files instead of from the daemon.
    static func lines(_ models: [ModelsInterface.Model], areFiles: Bool = false) -> [String] {
        guard !models.isEmpty else { return ["No models. Add one with `inkctl models install`."] }
        var table = TextTable(columns: [
            .init(title: "TAG"), .init(title: "KIND"), .init(title: "SIZE", alignment: .right), .init(title: "FROM"),
            .init(title: "LICENSE OF TRAINING DATA"),
        ])
        table.rows = models.map { model in
            [
                DisplayText.escaped(model.tag), model.kind.rawValue, model.sizeText,
                areFiles ? "a file" : Self.source(of: model) + (model.inUse ? ", in use" : ""),
                model.licence.isEmpty ? "unknown" : DisplayText.escaped(Self.short(model.licence)),
            ]
        }
        return table.lines + (areFiles ? [] : missing(models))
    }

    /// Returns a remark about packages for languages that have no model here; empty if there are no such packages.
    private static func missing(_ models: [ModelsInterface.Model]) -> [String] {
        let present = Set(models.map(\.tag))
        let packages = LanguagePackage.languages.filter { !present.contains($0) }.compactMap(LanguagePackage.name)
        return packages.isEmpty ? [] : ["", "Packages with more languages: \(packages.joined(separator: ", "))."]
    }

    /// Returns the origin of a model.
    private static func source(of model: ModelsInterface.Model) -> String {
        switch model.origin {
        case .system: "system"
        case .own: model.user == nil ? "installed" : "yours"
        }
    }

    /// Returns the license, cut to a column's width. `inkctl models show` prints the whole license.
    private static func short(_ license: String) -> String { license.count > 48 ? license.prefix(48) + "…" : license }
}

/// `inkctl models show`.
struct ModelsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the properties of a model, with its training data and license.",
        discussion: """
            Examples:
              inkctl models show en                          a model of inkd
              inkctl models show ./models/latin.safetensors  a file, without the daemon
            """)

    @Argument(
        help: ArgumentHelp("The model's tag, or a file or folder whose name contains a slash or a period.", valueName: "tag"),
        completion: .models)
    var name: String

    @Flag(help: "Write one JSON object, as defined in org.inkd.Models.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var models: [ModelsInterface.Model] = []
        var problems: [ModelProblem] = []
        if Self.isPath(name) {
            let found = ModelStore.look(at: name)
            models = found.models.map { $0.message }
            problems = found.problems
        } else {
            models = [try daemon.connect().resolveModel(name)]
        }
        if json {
            try StandardOutput.writeLines(models.map(JSONLine.text(of:)))
        } else {
            let texts = models.map { Self.lines($0, isFile: Self.isPath(name)).joined(separator: "\n") + "\n" }
            try StandardOutput.write(texts.joined(separator: "\n"))
        }
        for problem in problems { StandardError.say(problem.description) }
        if !problems.isEmpty { throw ExitCode.failure }
    }

    /// Whether the name is a path instead of a tag. No tag contains a period or a slash.
    static func isPath(_ name: String) -> Bool { name.contains("/") || name.contains(".") }

    /// Returns the most important properties first, then all other metadata.
    static func lines(_ model: ModelsInterface.Model, isFile: Bool = false) -> [String] {
        let unsaid = "unknown"
        var facts = [
            ("Tag", model.tag), ("Kind", model.kind.rawValue), ("Size", model.sizeText), ("Format", String(model.format)),
            ("From", isFile ? "a file" : Self.source(of: model)),
            ("Training data", model.attribution.isEmpty ? unsaid : model.attribution),
            ("License", model.licence.isEmpty ? unsaid : model.licence),
        ]
        let shown: Set = ["format", "format_version", "kind", "language", "training_data", "training_data_licence"]
        facts += model.metadata.filter { !shown.contains($0.key) }.sorted { $0.key < $1.key }.map { ($0.key, Self.short($0.value)) }
        let width = facts.map(\.0.count).max() ?? 0
        return facts.map { name, value in
            DisplayText.escaped(name) + ":" + String(repeating: " ", count: width - name.count + 1) + DisplayText.escaped(value)
        }
    }

    private static func source(of model: ModelsInterface.Model) -> String {
        switch model.origin {
        case .system: "system package"
        case .own: model.user == nil ? "installed for all users" : "installed for you"
        }
    }

    private static func short(_ value: String) -> String { value.count > 200 ? value.prefix(200) + "…" : value }
}

/// `inkctl models resolve`.
struct ModelsResolveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Show the model that a language tag selects.",
        discussion: """
            Examples:
              inkctl models resolve en-GB           en, if there is no closer match
              inkctl models resolve de-x-gesture    mul-Latn-x-gesture
            """)

    @Argument(help: ArgumentHelp("Language tag (BCP 47).", valueName: "tag"), completion: .models)
    var tag: String

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try StandardOutput.writeLine(DisplayText.escaped(try daemon.connect().resolveModel(tag).tag))
    }
}

/// `inkctl models remove`.
struct ModelsRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an installed model.",
        discussion: """
            Example:
              inkctl models remove de    remove German; a system model applies again

            Removes your own model, otherwise the one installed for all users; --everybody and \
            --only-me select one of them.
            """)

    @Argument(help: ArgumentHelp("The model's tag, as listed by `inkctl models list`.", valueName: "tag"), completion: .models)
    var tag: String

    @OptionGroup var whom: ModelAudience

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        do throws(ClientError) {
            try daemon.connect().removeModel(tag, forEverybody: whom.everybody)
        } catch {
            guard error.refusal(as: ServiceInterface.PermissionDenied.self) != nil else { throw error }
            throw InkctlError.notPermitted(whom.explanation(of: error))
        }
        try StandardOutput.writeLine("\(DisplayText.escaped(tag)): removed")
    }
}

extension InstalledModel {
    /// The model as a message of org.inkd.Models.
    var message: ModelsInterface.Model {
        .init(
            tag: tag.description, kind: .init(rawValue: card.kind.rawValue) ?? .text, format: card.format, size: size,
            origin: origin == .own ? .own : .system, inUse: false, attribution: card.trainingData, licence: card.trainingDataLicense,
            metadata: card.metadata)
    }
}

extension ModelsInterface.Model {
    /// The size for the user.
    var sizeText: String { DisplayText.size(size) }
}

extension ClientError {
    /// Whether the daemon answered with an error.
    var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}
