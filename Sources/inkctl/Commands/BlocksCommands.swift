internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl blocks`: the blocks of a part.
struct BlocksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocks",
        abstract: "List and change the blocks of a part.",
        discussion: """
            Blocks and pictures can be added and removed only in a Text Document. Positions and \
            sizes are in millimeters from the page's upper left corner.

            Examples:
              inkctl blocks notes 0                     list the blocks
              inkctl blocks --editor pen1               blocks of a pen's editor
              inkctl blocks add notes 0 --type Math --at 20,30
              inkctl blocks image notes 0 --file plan.png --at 20,80
              inkctl blocks convert notes 0             typeset everything
              inkctl blocks copy notes 0 --block b2 --to 20,140
              inkctl blocks remove notes 0 --block b2
            """,
        subcommands: [
            BlocksListCommand.self, BlocksAddCommand.self, BlocksImageCommand.self, BlocksRemoveCommand.self, BlocksConvertCommand.self,
            BlocksCopyCommand.self,
        ],
        defaultSubcommand: BlocksListCommand.self)
}

/// `inkctl blocks list`, and `inkctl blocks` alone.
struct BlocksListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the blocks of a part.",
        discussion: """
            Examples:
              inkctl blocks list notes 0                  of the first part of a package
              inkctl blocks list --editor pen1            of a pen's editor
              inkctl blocks list notes 0 --json | jq .    one JSON object per line
            """)

    @Flag(help: "Write one JSON object per block, as defined in org.inkd.Blocks.")
    var json = false

    @OptionGroup var content: ContentOptions

    func run() throws {
        let blocks = try content.perform(changes: false) { connection, editor in
            try connection.waitForIdle(editor)
            return try connection.blocks(of: editor).blocks
        }
        try StandardOutput.writeLines(json ? blocks.map(JSONLine.text(of:)) : Self.lines(blocks))
    }

    static func lines(_ blocks: [BlocksInterface.Block]) -> [String] {
        var table = TextTable(columns: [
            .init(title: "BLOCK"), .init(title: "TYPE"), .init(title: "STROKES", alignment: .right), .init(title: "POSITION (MM)"),
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

/// `inkctl blocks add`.
struct BlocksAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an empty block, and print its name.",
        discussion: """
            Examples:
              inkctl blocks add notes 0 --type Text --at 20,30
              inkctl blocks add notes 0 --type Drawing --at 20,80 --size 170x60
            """)

    @Option(help: ArgumentHelp("Type of the block: Text, Math, Diagram or Drawing.", valueName: "type"))
    var type: String

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Upper left corner of the block in millimeters.", valueName: "x,y"))
    var at: PagePoint

    @Option(help: ArgumentHelp("Size of the block in millimeters.", discussion: "Default: 100x30.", valueName: "width>x<height"))
    var size: PageSize?

    @OptionGroup var content: ContentOptions

    func run() throws {
        let block = try content.perform(changes: true) { connection, editor in
            try connection.addBlock(type, x: at.x, y: at.y, width: size?.width, height: size?.height, to: editor)
        }
        try StandardOutput.writeLine(DisplayText.escaped(block))
    }
}

/// `inkctl blocks image`.
struct BlocksImageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "image",
        abstract: "Add a PNG or JPEG picture, and print its block's name.",
        discussion: """
            Examples:
              inkctl blocks image notes 0 --file plan.png --at 20,80
              inkctl blocks image notes 0 --file me.jpg --at 150,20 --width 40
            """)

    @Option(help: ArgumentHelp("The picture file; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(parsing: .unconditional, help: ArgumentHelp("Upper left corner of the picture in millimeters.", valueName: "x,y"))
    var at: PagePoint

    @Option(
        help: ArgumentHelp(
            "Width of the picture in millimeters.", discussion: "Default: the width at 96 dots per inch, at most 100 mm.", valueName: "mm"))
    var width: Double?

    @OptionGroup var content: ContentOptions

    /// The maximum size of a picture file in bytes; the daemon decides which pictures it accepts.
    private static let largest = 64 << 20

    func validate() throws {
        if let width, !(width > 0 && width.isFinite) { throw ValidationError("--width must be greater than 0, not \(width)") }
    }

    func run() throws {
        let bytes = try ContentFile.bytes(at: file, atMost: Self.largest)
        guard let media = Self.media(of: bytes) else { throw InkctlError.notPicture(path: file) }
        let block = try content.perform(changes: true) { connection, editor in
            try connection.addImage(bytes, media: media, x: at.x, y: at.y, width: width, to: editor)
        }
        try StandardOutput.writeLine(DisplayText.escaped(block))
    }

    /// Returns the media type, by the signatures of PNG (ISO/IEC 15948, 5.2) and JPEG (ITU-T T.81, B.1.1.3); nil for any other data.
    static func media(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return "image/png" }
        return bytes.starts(with: [0xff, 0xd8, 0xff]) ? "image/jpeg" : nil
    }
}

/// `inkctl blocks remove`.
struct BlocksRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a block with its content, and list the remaining blocks.",
        discussion: """
            Examples:
              inkctl blocks notes 0                      show the names of the blocks
              inkctl blocks remove notes 0 --block b2
            """)

    @Option(help: ArgumentHelp("Name of the block.", valueName: "block"))
    var block: String

    @OptionGroup var content: ContentOptions

    func run() throws {
        let blocks = try content.perform(changes: true) { connection, editor in
            try connection.waitForIdle(editor)
            try connection.removeBlock(block, from: editor)
            return try connection.blocks(of: editor).blocks
        }
        try StandardOutput.writeLines(BlocksListCommand.lines(blocks))
    }
}

/// `inkctl blocks convert`.
struct BlocksConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert ink to typeset text and exact shapes, or back, and list the blocks.",
        discussion: """
            Examples:
              inkctl blocks convert notes 0                       everything
              inkctl blocks convert notes 0 --block b2            one block
              inkctl blocks convert notes 0 --to handwriting      back to ink
              inkctl blocks convert --editor pen1                 ink of a pen
            """)

    @Option(help: ArgumentHelp("Name of the block.", discussion: "Default: everything.", valueName: "block"))
    var block: String?

    @Option(
        help: ArgumentHelp(
            "Target: digital-edit for type at the position and size of the ink, digital-publish for type of a uniform size, or handwriting.",
            discussion: "Default: digital-edit.", valueName: "state"))
    var to: String?

    @OptionGroup var content: ContentOptions

    func run() throws {
        let blocks = try content.perform(changes: true) { connection, editor in
            try connection.waitForIdle(editor)
            try connection.convert(block, to: to, of: editor)
            return try connection.blocks(of: editor).blocks
        }
        try StandardOutput.writeLines(BlocksListCommand.lines(blocks))
    }
}

/// `inkctl blocks copy`.
struct BlocksCopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy a block within its part, and print the copy's name.",
        discussion: """
            Examples:
              inkctl blocks copy notes 0 --block b2 --to 20,140
            """)

    @Option(help: ArgumentHelp("Name of the block.", valueName: "block"))
    var block: String

    @Option(parsing: .unconditional, help: ArgumentHelp("Upper left corner of the copy in millimeters.", valueName: "x,y"))
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
