internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes what is in a part as text, JIIX, InkML, SVG, PNG, PDF or DOCX.",
        discussion: """
            Examples:
              inkctl export notes 0                          what is written, as text
              inkctl export notes 0 --to page.svg            the ending tells the format
              inkctl export notes 0 --format png > page.png  so does --format
              inkctl export notes 0 --block b2 --to sum.pdf  one block
              inkctl export notes 0 --to page.png --set export.image-resolution=300
              inkctl export --editor pen0 --format jiix      what a pen writes
            """)

    @Option(help: ArgumentHelp("Write to this file, in place of standard output.", valueName: "file"))
    var to: String?

    @Option(
        help: ArgumentHelp("txt, jiix, inkml, svg, png, pdf or docx. Default: as the file's name ends, or else txt.", valueName: "format"),
        transform: Self.named)
    var format: BlocksInterface.Format?

    @Option(help: ArgumentHelp("This block in place of everything.", valueName: "block"))
    var block: String?

    @Option(
        help: ArgumentHelp(
            "Export with this setting, as `inkctl config list` shows them. May be given several times.", valueName: "key=value"))
    var set: [Assignment] = []

    @OptionGroup var content: ContentOptions

    func run() throws {
        let format = try Self.format(format, for: to)
        guard to != nil || format.isText || !StandardOutput.isTerminal else { throw InkctlError.binaryToTerminal(format.fileEnding) }
        let bytes = try content.perform(changes: false) { connection, editor in
            try connection.export(editor, block: block, as: format, options: set.isEmpty ? nil : set.map(Self.option))
        }
        guard let to else {
            try StandardOutput.write(bytes)
            if format.isText, bytes.last.map({ $0 != UInt8(ascii: "\n") }) == true { try StandardOutput.write("\n") }
            return
        }
        try ContentFile.write(bytes, to: to)
    }

    /// The format that was asked for, or that the file's name tells; text if neither is there.
    ///
    /// - Throws: `unknownEnding`.
    static func format(_ format: BlocksInterface.Format?, for path: String?) throws(InkctlError) -> BlocksInterface.Format {
        if let format { return format }
        guard let path else { return .text }
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), let format = BlocksInterface.Format(fileEnding: String(name[name.index(after: dot)...]))
        else { throw .unknownEnding(path) }
        return format
    }

    /// The format that a file ending or a media type names.
    static func named(_ name: String) throws -> BlocksInterface.Format {
        guard let format = BlocksInterface.Format(fileEnding: name) ?? BlocksInterface.Format(rawValue: name) else {
            throw ValidationError("give one of \(BlocksInterface.Format.allCases.map(\.fileEnding).joined(separator: ", "))")
        }
        return format
    }

    /// A switch of an export: what is neither a number nor true or false goes as it is, for the daemon to refuse.
    static func option(_ assignment: Assignment) throws -> BlocksInterface.Option {
        switch EditorInterface.Value.Content(assignment.value) {
        case .flag(let flag): .init(key: assignment.key, flag: flag)
        case .number(let number): .init(key: assignment.key, number: number)
        case .text: throw ValidationError("\(assignment.key) is \"\(assignment.value)\": give a number, true or false")
        }
    }
}
