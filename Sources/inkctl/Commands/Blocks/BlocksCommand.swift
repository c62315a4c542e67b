internal import ArgumentParser

/// `inkctl blocks`: what a part is made of.
struct BlocksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocks",
        abstract: "Lists and changes the blocks that a part is made of.",
        discussion: """
            Blocks come and go, and pictures come in, only where the part is a Text Document. \
            Places and sizes are millimetres from the page's upper left corner.

            Examples:
              inkctl blocks notes 0                     list them
              inkctl blocks --editor pen0               what a pen writes
              inkctl blocks add notes 0 --type Math --at 20,30
              inkctl blocks image notes 0 --file plan.png --at 20,80
              inkctl blocks convert notes 0             typeset all that is written
              inkctl blocks copy notes 0 --block b2 --to 20,140
              inkctl blocks remove notes 0 --block b2
            """,
        subcommands: [
            BlocksListCommand.self, BlocksAddCommand.self, BlocksImageCommand.self, BlocksRemoveCommand.self, BlocksConvertCommand.self,
            BlocksCopyCommand.self,
        ],
        defaultSubcommand: BlocksListCommand.self)
}
