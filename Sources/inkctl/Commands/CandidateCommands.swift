internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl candidates`.
struct CandidatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "candidates",
        abstract: "List recognized lines and words with their candidates.",
        discussion: """
            Examples:
              inkctl candidates notes 0                  of the first part of a package
              inkctl candidates --editor pen1            of a pen's editor
              inkctl candidates notes 0 --json | jq .    one JSON object per line of writing
            """)

    @Flag(help: "Write one JSON object per line of writing, as defined in org.inkd.Editor.")
    var json = false

    @OptionGroup var content: ContentOptions

    func run() throws {
        let lines = try content.perform(changes: false) { connection, editor in
            try connection.waitForIdle(editor)
            return try connection.state(of: editor).lines
        }
        try StandardOutput.writeLines(json ? lines.map(JSONLine.text(of:)) : lines.flatMap(Self.rows))
    }

    /// Returns `line 3: hello you`, then a row for each word: its index and its candidates, best first.
    static func rows(_ line: EditorInterface.Line) -> [String] {
        ["line \(line.id): \(DisplayText.escaped(line.text))"]
            + line.words.enumerated().map { index, word in
                let others = word.candidates.map(\.text).filter { $0 != word.text }
                return "  word \(index): " + ([word.text] + others).map(DisplayText.escaped).joined(separator: "  ")
            }
    }
}

/// `inkctl choose`.
struct ChooseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "choose",
        abstract: "Replace a word's text with one of its candidates or any other text.",
        discussion: """
            Examples:
              inkctl candidates notes 0                                 list lines and words
              inkctl choose notes 0 --line 3 --word 1 --text world
              inkctl choose --editor pen1 --line 1 --word 0 --text hi
            """)

    @Option(help: ArgumentHelp("Number of the line.", valueName: "number"))
    var line: Int

    @Option(help: ArgumentHelp("Index of the word in its line, from 0.", valueName: "index"))
    var word: Int

    @Option(help: ArgumentHelp("New text of the word.", valueName: "text"))
    var text: String

    @OptionGroup var content: ContentOptions

    func run() throws {
        let state = try content.perform(changes: true) { connection, editor in
            try connection.waitForIdle(editor)
            return try connection.selectCandidate(text, forWord: word, ofLine: line, in: editor)
        }
        try StandardOutput.writeLines(of: state.text ?? "")
    }
}
