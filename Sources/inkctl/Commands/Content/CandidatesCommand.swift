internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl candidates`.
struct CandidatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "candidates",
        abstract: "Lists the lines and words that were read, and what else they may say.",
        discussion: """
            Examples:
              inkctl candidates notes 0                  of a package's first part
              inkctl candidates --editor pen0            of what a pen writes
              inkctl candidates notes 0 --json | jq .    one JSON object a line of writing
            """)

    @Flag(help: "Write one JSON object for each line, as org.inkd.Editor describes it.")
    var json = false

    @OptionGroup var content: ContentOptions

    func run() throws {
        let lines = try content.perform(changes: false) { connection, editor in
            try connection.waitForIdle(editor)
            return try connection.state(of: editor).lines
        }
        for line in json ? try lines.map({ try JSONLine.text(of: $0) }) : lines.flatMap(Self.rows) { try StandardOutput.writeLine(line) }
    }

    /// `line 3: hello you`, then a row for each word: its index and its candidates, best first.
    static func rows(_ line: EditorInterface.Line) -> [String] {
        ["line \(line.id): \(DisplayText.escaped(line.text))"]
            + line.words.enumerated().map { index, word in
                let others = word.candidates.map(\.text).filter { $0 != word.text }
                return "  word \(index): " + ([word.text] + others).map(DisplayText.escaped).joined(separator: "  ")
            }
    }
}
