internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl choose`.
struct ChooseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "choose",
        abstract: "Has a word say something else: one of its candidates, or any text.",
        discussion: """
            Examples:
              inkctl candidates notes 0                                 see lines and words
              inkctl choose notes 0 --line 3 --word 1 --text world
              inkctl choose --editor pen0 --line 1 --word 0 --text hi
            """)

    @Option(help: ArgumentHelp("The line's number.", valueName: "number"))
    var line: Int

    @Option(help: ArgumentHelp("The word's index in the line, from 0.", valueName: "index"))
    var word: Int

    @Option(help: ArgumentHelp("What the word says.", valueName: "text"))
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
