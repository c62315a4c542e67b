internal import ArgumentParser
internal import InkClient

/// `inkctl blocks add`.
struct BlocksAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Makes an empty block to write in, and prints its name.",
        discussion: """
            Examples:
              inkctl blocks add notes 0 --type Text --at 20,30
              inkctl blocks add notes 0 --type Drawing --at 20,80 --size 170x60
            """)

    @Option(help: ArgumentHelp("Text, Math, Diagram or Drawing.", valueName: "type"))
    var type: String

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The block's upper left corner, in millimetres.", valueName: "x,y"))
    var at: PagePoint

    @Option(help: ArgumentHelp("Its size, in millimetres.", discussion: "Default: 100x30.", valueName: "width>x<height"))
    var size: PageSize?

    @OptionGroup var content: ContentOptions

    func run() throws {
        let block = try content.perform(changes: true) { connection, editor in
            try connection.addBlock(type, x: at.x, y: at.y, width: size?.width, height: size?.height, to: editor)
        }
        try StandardOutput.writeLine(DisplayText.escaped(block))
    }
}
