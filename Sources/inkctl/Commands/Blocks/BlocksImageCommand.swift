internal import ArgumentParser
internal import InkClient
internal import InkProtocol

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

    @Option(help: ArgumentHelp("The picture; - is standard input.", valueName: "file"))
    var file: String

    @Option(parsing: .unconditional, help: ArgumentHelp("The picture's upper left corner, in millimetres.", valueName: "x,y"))
    var at: PagePoint

    @Option(
        help: ArgumentHelp(
            "Its width, in millimetres.", discussion: "Default: 96 dots are an inch, but no more than 100 mm.", valueName: "mm"))
    var width: Double?

    @OptionGroup var content: ContentOptions

    func validate() throws {
        if let width, !(width > 0 && width.isFinite) { throw ValidationError("--width is \(width): give a number above 0") }
    }

    func run() throws {
        // a call takes no more than that; a larger picture is refused as the call is sent
        let bytes = try ContentFile.bytes(at: file, atMost: MessageFramer.callLimit)
        guard let media = Self.media(of: bytes) else { throw InkctlError.notPicture(path: file) }
        let block = try content.perform(changes: true) { connection, editor in
            try connection.addImage(bytes, media: media, x: at.x, y: at.y, width: width, to: editor)
        }
        try StandardOutput.writeLine(DisplayText.escaped(block))
    }

    /// The media type, by the signatures of PNG (ISO/IEC 15948, 5.2) and JPEG (ITU-T T.81, B.1.1.3); nil for anything else.
    static func media(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return "image/png" }
        return bytes.starts(with: [0xff, 0xd8, 0xff]) ? "image/jpeg" : nil
    }
}
