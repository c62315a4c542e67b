internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkProtocol
internal import ModelStore

/// `inkctl models show`.
struct ModelsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows what a model says about itself: what it was trained on, and under which licence.",
        discussion: """
            Examples:
              inkctl models show en                          of inkd's models
              inkctl models show ./models/latin.safetensors  a file; needs no daemon
            """)

    @Argument(help: ArgumentHelp("The model's tag, or a file or folder with a / or point in its name.", valueName: "tag"))
    var name: String

    @Flag(help: "Write one JSON object, as org.inkd.Models describes it.")
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
            for model in models { try StandardOutput.writeLine(try JSONLine.text(of: model)) }
        } else {
            let texts = models.map { Self.lines($0, isFile: Self.isPath(name)).joined(separator: "\n") + "\n" }
            try StandardOutput.write(texts.joined(separator: "\n"))
        }
        for problem in problems { StandardError.say(problem.description) }
        if !problems.isEmpty { throw ExitCode.failure }
    }

    /// No tag has a point or a slash in it.
    static func isPath(_ name: String) -> Bool { name.contains("/") || name.contains(".") }

    /// What a person wants to know first, then everything else it says.
    static func lines(_ model: ModelsInterface.Model, isFile: Bool = false) -> [String] {
        let unsaid = "not said"
        var facts = [
            ("Tag", model.tag), ("Kind", model.kind.rawValue), ("Size", model.sizeText), ("Format", String(model.format)),
            ("From", isFile ? "a file" : model.origin == .own ? "installed here" : "the system's packages"),
            ("Training data", model.attribution.isEmpty ? unsaid : model.attribution),
            ("Licence of that", model.licence.isEmpty ? unsaid : model.licence),
        ]
        let shown: Set = ["format", "format_version", "kind", "language", "training_data", "training_data_licence"]
        facts += model.metadata.filter { !shown.contains($0.key) }.sorted { $0.key < $1.key }.map { ($0.key, Self.short($0.value)) }
        let width = facts.map(\.0.count).max() ?? 0
        return facts.map { name, value in
            DisplayText.escaped(name) + ":" + String(repeating: " ", count: width - name.count + 1) + DisplayText.escaped(value)
        }
    }

    private static func short(_ value: String) -> String { value.count > 200 ? value.prefix(200) + "…" : value }
}
