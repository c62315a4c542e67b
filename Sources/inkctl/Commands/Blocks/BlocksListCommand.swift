internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl blocks list`, and `inkctl blocks` alone.
struct BlocksListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the blocks that a part is made of.",
        discussion: """
            Examples:
              inkctl blocks list notes 0                  of a package's first part
              inkctl blocks list --editor pen0            of what a pen writes
              inkctl blocks list notes 0 --json | jq .    one JSON object a line
            """)

    @Flag(help: "Write one JSON object for each block, as org.inkd.Blocks describes it.")
    var json = false

    @OptionGroup var content: ContentOptions

    func run() throws {
        let blocks = try content.perform(changes: false) { connection, editor in
            try connection.waitForIdle(editor)
            return try connection.blocks(of: editor).blocks
        }
        for line in json ? try blocks.map({ try JSONLine.text(of: $0) }) : Self.lines(blocks) { try StandardOutput.writeLine(line) }
    }

    static func lines(_ blocks: [BlocksInterface.Block]) -> [String] {
        var table = TextTable(columns: [
            .init(title: "BLOCK"), .init(title: "TYPE"), .init(title: "STROKES", alignment: .right), .init(title: "PLACE (MM)"),
            .init(title: "TEXT"),
        ])
        table.rows = blocks.map { block in
            let place = block.box.map {
                "\(DisplayText.fixed($0.x, digits: 0)), \(DisplayText.fixed($0.y, digits: 0)), "
                    + "\(DisplayText.fixed($0.width, digits: 0)) × \(DisplayText.fixed($0.height, digits: 0))"
            }
            return [
                DisplayText.escaped(block.id), DisplayText.escaped(block.shape ?? block.type), String(block.strokes.count), place ?? "–",
                DisplayText.escaped(block.text),
            ]
        }
        return table.lines
    }
}
