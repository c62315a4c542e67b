internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl blocks convert`.
struct BlocksConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Makes typeset text and exact figures of ink, and lists the blocks then.",
        discussion: """
            Examples:
              inkctl blocks convert notes 0               all that is written
              inkctl blocks convert notes 0 --block b2    one block
              inkctl blocks convert --editor pen0         what a pen wrote
            """)

    @Option(help: ArgumentHelp("The block's name.", discussion: "Default: everything.", valueName: "block"))
    var block: String?

    @OptionGroup var content: ContentOptions

    func run() throws {
        let blocks = try content.perform(changes: true) { connection, editor in
            try connection.waitForIdle(editor)
            try connection.convert(block, of: editor)
            return try connection.blocks(of: editor).blocks
        }
        for line in BlocksListCommand.lines(blocks) { try StandardOutput.writeLine(line) }
    }
}
