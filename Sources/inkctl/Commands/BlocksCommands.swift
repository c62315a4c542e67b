internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl blocks`: the blocks of a part.
struct BlocksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocks",
        abstract: "Lists and changes the blocks that a part is made of.",
        discussion: """
            Blocks come and go, and pictures come in, only where the part is a Text Document. \
            Places and sizes are millimetres from the page's upper left corner.

            Examples:
              inkctl blocks notes 0                     list them
              inkctl blocks --editor pen1               what a pen writes
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

/// `inkctl blocks list`, and `inkctl blocks` alone.
struct BlocksListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the blocks that a part is made of.",
        discussion: """
            Examples:
              inkctl blocks list notes 0                  of a package's first part
              inkctl blocks list --editor pen1            of what a pen writes
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
        try StandardOutput.writeLines(json ? blocks.map(JSONLine.text(of:)) : Self.lines(blocks))
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

/// `inkctl blocks image`.
struct BlocksImageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "image",
        abstract: "Puts a PNG or JPEG picture in, and prints its block's name.",
        discussion: """
            Examples:
              inkctl blocks image notes 0 --file plan.png --at 20,80
              inkctl blocks image notes 0 --file me.jpg --at 150,20 --width 40
            """)

    @Option(help: ArgumentHelp("The picture; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(parsing: .unconditional, help: ArgumentHelp("The picture's upper left corner, in millimetres.", valueName: "x,y"))
    var at: PagePoint

    @Option(
        help: ArgumentHelp(
            "Its width, in millimetres.", discussion: "Default: 96 dots are an inch, but no more than 100 mm.", valueName: "mm"))
    var width: Double?

    @OptionGroup var content: ContentOptions

    /// The maximum size of a picture file in bytes; the daemon decides which pictures it accepts.
    private static let largest = 64 << 20

    func validate() throws {
        if let width, !(width > 0 && width.isFinite) { throw ValidationError("--width is \(width): give a number above 0") }
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
        try StandardOutput.writeLines(BlocksListCommand.lines(blocks))
    }
}

/// `inkctl blocks convert`.
struct BlocksConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Turns ink into typeset text and exact figures, or back into ink, and lists the blocks.",
        discussion: """
            Examples:
              inkctl blocks convert notes 0                       all that is written
              inkctl blocks convert notes 0 --block b2            one block
              inkctl blocks convert notes 0 --to handwriting      back to ink
              inkctl blocks convert --editor pen1                 what a pen wrote
            """)

    @Option(help: ArgumentHelp("The block's name.", discussion: "Default: everything.", valueName: "block"))
    var block: String?

    @Option(
        help: ArgumentHelp(
            "digital-edit for type in the place and size of the ink, digital-publish for type of one size, or handwriting.",
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
