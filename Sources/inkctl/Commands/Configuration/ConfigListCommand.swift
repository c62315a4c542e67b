internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl config list`.
struct ConfigListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists all keys, their values, and what they mean.",
        discussion: """
            Examples:
              inkctl config list                  a table; * marks what was set here
              inkctl config list --editor pen0    as it holds for one editor
              inkctl config list --json           one JSON object a line
            """)

    @Flag(help: "Write one JSON object for each key, as org.inkd.Editor describes it.")
    var json = false

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
        let settings = try options.daemon.connect().configuration(of: options.editor)
        for line in json ? try settings.map({ try JSONLine.text(of: $0) }) : Self.lines(settings) { try StandardOutput.writeLine(line) }
    }

    static func lines(_ settings: [EditorInterface.Setting]) -> [String] {
        var table = TextTable(columns: [.init(title: "KEY"), .init(title: "VALUE"), .init(title: ""), .init(title: "MEANING")])
        table.rows = settings.map {
            [
                DisplayText.escaped($0.key), DisplayText.escaped($0.value.content?.word ?? "–"), $0.own ? "*" : "",
                DisplayText.escaped($0.summary),
            ]
        }
        return table.lines
    }
}
