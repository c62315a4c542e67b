internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl blocks remove`.
struct BlocksRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Takes a block out with all that is in it, and lists those that are left.",
        discussion: """
            Examples:
              inkctl blocks notes 0                      see the blocks' names
              inkctl blocks remove notes 0 --block b2
            """)

    @Option(help: ArgumentHelp("The block's name.", valueName: "block"))
    var block: String

    @OptionGroup var content: ContentOptions

    func run() throws {
        let blocks = try content.perform(changes: true) { connection, editor in
            try connection.waitForIdle(editor)
            try connection.removeBlock(block, from: editor)
            return try connection.blocks(of: editor).blocks
        }
        for line in BlocksListCommand.lines(blocks) { try StandardOutput.writeLine(line) }
    }
}
