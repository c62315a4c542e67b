internal import ArgumentParser
internal import InkClient
internal import InkProtocol
internal import ModelStore

/// `inkctl models list`.
struct ModelsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the models that inkd has, or those in a folder.",
        discussion: """
            Examples:
              inkctl models list                      a table
              inkctl models list --json | jq .tag     one JSON object a line
              inkctl models list /usr/share/inkd      needs no daemon
            """)

    @Argument(help: ArgumentHelp("A file, or a folder and those below it, to look at in place of inkd's.", valueName: "path"))
    var path: String?

    @Flag(help: "Write one JSON object for each model, as org.inkd.Models describes it.")
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
            for model in models { try StandardOutput.writeLine(try JSONLine.text(of: model)) }
        } else {
            for line in Self.lines(models, areFiles: path != nil) { try StandardOutput.writeLine(line) }
        }
        for problem in problems { StandardError.say(problem.description) }
        if !problems.isEmpty { throw ExitCode.failure }
    }

    /// The table, or what to do if there is nothing to put in it.
    /// - Parameter areFiles: they were looked at and are not the daemon's.
    static func lines(_ models: [ModelsInterface.Model], areFiles: Bool = false) -> [String] {
        guard !models.isEmpty else { return ["No models. Add one with `inkctl models install`."] }
        var table = TextTable(columns: [
            .init(title: "TAG"), .init(title: "KIND"), .init(title: "SIZE", alignment: .right), .init(title: "FROM"),
            .init(title: "LICENCE OF ITS TRAINING DATA"),
        ])
        table.rows = models.map { model in
            [
                DisplayText.escaped(model.tag), model.kind.rawValue, model.sizeText,
                areFiles ? "a file" : (model.origin == .own ? "installed" : "system") + (model.inUse ? ", in use" : ""),
                model.licence.isEmpty ? "not said" : DisplayText.escaped(Self.short(model.licence)),
            ]
        }
        return table.lines
    }

    /// Some licences come with conditions that `inkctl models show` has room for.
    private static func short(_ licence: String) -> String { licence.count > 48 ? licence.prefix(48) + "…" : licence }
}
