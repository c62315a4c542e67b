internal import ArgumentParser
internal import InkClient

/// `inkctl blocks copy`.
struct BlocksCopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Puts a copy of a block elsewhere in its part, and prints the copy's name.",
        discussion: """
            Examples:
              inkctl blocks copy notes 0 --block b2 --to 20,140
            """)

    @Option(help: ArgumentHelp("The block's name.", valueName: "block"))
    var block: String

    @Option(parsing: .unconditional, help: ArgumentHelp("The copy's upper left corner, in millimetres.", valueName: "x,y"))
    var to: PagePoint

    @OptionGroup var content: ContentOptions

    func run() throws {
        let copy = try content.perform(changes: true) { connection, editor in
            try connection.waitForIdle(editor)
            try connection.copyBlock(block, of: editor)
            return try connection.pasteBlock(atX: to.x, y: to.y, into: editor)
        }
        try StandardOutput.writeLine(DisplayText.escaped(copy))
    }
}
