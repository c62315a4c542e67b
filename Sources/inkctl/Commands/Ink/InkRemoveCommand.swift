internal import ArgumentParser
internal import InkClient

/// `inkctl ink remove`.
struct InkRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Takes strokes out, and shows what is left to read.",
        discussion: """
            Examples:
              inkctl ink strokes notes 0                 see the strokes' numbers
              inkctl ink remove notes 0 --strokes 3 4
              inkctl ink remove --editor pen0 --strokes 1
            """)

    @Option(parsing: .upToNextOption, help: ArgumentHelp("The strokes' numbers.", valueName: "number"))
    var strokes: [Int]

    @OptionGroup var content: ContentOptions

    func validate() throws {
        guard !strokes.isEmpty else { throw ValidationError("--strokes has no number; `inkctl ink strokes` lists them") }
    }

    func run() throws { try content.change { try $0.removeStrokes(strokes, from: $1) } }
}
