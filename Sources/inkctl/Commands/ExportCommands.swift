internal import ArgumentParser
internal import Compression
internal import Glibc
internal import Ink
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export a part to a file of another format, such as PDF or Markdown.",
        discussion: """
            Examples:
              inkctl export notes 0                          the recognized text
              inkctl export notes 0 --to page.svg            the format of the extension
              inkctl export notes 0 --to page.svg --force    replace an existing file
              inkctl export notes 0 --format png > page.png  the format of --format
              inkctl export notes 0 --block b2 --to sum.pdf  one block
              inkctl export notes 0 --to page.png --dpi 300
              inkctl export --editor pen1 --format jiix      the ink of a pen
            """)

    @Option(
        help: ArgumentHelp("File to write instead of standard output; only you can read it.", valueName: "file"), completion: .file()
    )
    var to: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "Format: \(BlocksInterface.Format.allCases.map(\.fileEnding).joined(separator: ", ")). Default: by the file's extension, otherwise txt.",
            valueName: "format"),
        completion: .list(BlocksInterface.Format.allCases.map(\.fileEnding)),
        transform: Self.named)
    var format: BlocksInterface.Format?

    @Option(help: ArgumentHelp("Export only this block.", valueName: "block"))
    var block: String?

    @Option(
        help: ArgumentHelp(
            "Resolution of PNG, and of pictures in other formats, in dots per inch; sets export.image-resolution.", valueName: "number"))
    var dpi: Double?

    @Option(
        help: ArgumentHelp(
            "Setting for this export, as listed by `inkctl config list`. May be given several times.", valueName: "key=value"))
    var set: [Assignment] = []

    @OptionGroup var content: ContentOptions

    func run() throws {
        let format = try Self.format(format, for: to)
        guard to != nil || format.isText || !StandardOutput.isTerminal else { throw InkctlError.binaryToTerminal(format.fileEnding) }
        if let to, !force {
            var status = stat()
            guard lstat(to, &status) != 0 else { throw CorpusError.exists(path: to) }
        }
        let options = try set.map(Self.option) + (dpi.map { [.init(key: "export.image-resolution", number: $0)] } ?? [])
        let bytes = try content.perform(changes: false) { connection, editor in
            try connection.export(editor, block: block, as: format, options: options.isEmpty ? nil : options, inParts: true)
        }
        guard let to else {
            try StandardOutput.writeContent(bytes)
            if format.isText, bytes.last.map({ $0 != UInt8(ascii: "\n") }) == true { try StandardOutput.write("\n") }
            return
        }
        try ContentFile.write(bytes, to: to, mode: 0o600, overwrites: force)
    }

    /// Returns the given format; if nil, the format of the file name's extension; without a file, text.
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

    /// Returns the format for a file extension or a media type.
    static func named(_ name: String) throws -> BlocksInterface.Format {
        guard let format = BlocksInterface.Format(fileEnding: name) ?? BlocksInterface.Format(rawValue: name) else {
            throw ValidationError("must be one of \(BlocksInterface.Format.allCases.map(\.fileEnding).joined(separator: ", "))")
        }
        return format
    }

    /// Creates an export option from a number, true or false.
    static func option(_ assignment: Assignment) throws -> BlocksInterface.Option {
        switch EditorInterface.Value.Content(assignment.value) {
        case .flag(let flag): .init(key: assignment.key, flag: flag)
        case .number(let number): .init(key: assignment.key, number: number)
        case .text: throw ValidationError("\(assignment.key) must be a number, true or false, not \"\(assignment.value)\"")
        }
    }
}

/// `inkctl import`.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import JIIX (exported earlier, possibly edited), InkML, text or Markdown.",
        discussion: """
            Examples:
              inkctl export notes 0 --to page.jiix      export, edit labels,
              inkctl import notes 0 --from page.jiix    and apply them to the words
              inkctl packages add notes Text            or import all ink and text
              inkctl import notes 1 --from page.jiix    into an empty part
              inkctl import notes 1 --from ink.inkml    traces of any program
              inkctl import notes 1 --from list.md      typed text, set below the ink
            """)

    @Option(help: ArgumentHelp("File to import; - is standard input.", valueName: "file"), completion: .file())
    var from: String

    @OptionGroup var content: ContentOptions

    func run() throws {
        let bytes = try ContentFile.unpackedBytes(at: from)
        let kind = FileKind(of: bytes)
        // XML and JSON files are accepted with any beginning
        guard [.text, .unknown].contains(kind) || ["InkML", "JIIX", "XML", "JSON"].contains(kind.name) else {
            throw InkctlError.otherKind(path: from, kind: kind, wanted: "InkML, JIIX or text")
        }
        let first = bytes.first { $0 > UInt8(ascii: " ") && $0 < 0x80 }
        let text = [.text, .unknown].contains(kind) ? Self.textFormat(of: from) : nil
        let format = text ?? (first == UInt8(ascii: "<") ? .inkML : .jiix)
        let (taken, state) = try content.perform(changes: true) { connection, editor in
            let taken = try connection.importContent(bytes, as: format, into: editor)
            return (taken, try connection.waitForIdle(editor))
        }
        try StandardOutput.writeLines(of: state.text ?? "")
        if taken.chosen > 0 { StandardError.say("Words updated: \(taken.chosen).") }
        if taken.strokes > 0 { StandardError.say("Strokes imported: \(taken.strokes).") }
        if let words = taken.words { StandardError.say("Words imported: \(words).") }
        for remark in taken.remarks ?? [] { StandardError.say(DisplayText.escaped(remark)) }
        if taken.words == nil, taken.chosen == 0, taken.strokes == 0, (state.text ?? "").isEmpty {
            StandardError.say("No word was changed.")
        }
    }

    /// Returns the format of a file whose name ends like that of a text; nil for any other file.
    private static func textFormat(of path: String) -> BlocksInterface.Format? {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        switch path[path.index(after: dot)...].lowercased() {
        case "txt": return .text
        case "md", "markdown": return .markdown
        default: return nil
        }
    }
}

/// `inkctl replay-ink`.
struct ReplayInkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay-ink",
        abstract: "Replay ink as it was drawn: one JSON object per point, in real time.",
        discussion: """
            Examples:
              inkctl replay-ink notes 0                      at the original speed
              inkctl replay-ink notes 0 --speed 4            four times as fast
              inkctl replay-ink --editor pen1 --pause 0.5    with pauses of at most 0.5 s

            An object is {"elapsed","duration","stroke","point":{"x","y","width","height", \
            "time","force","opacity","azimuth","altitude"}}: seconds, millimeters, radians.
            """)

    @Option(help: ArgumentHelp("Speed factor relative to the original.", valueName: "factor"))
    var speed = 1.0

    @Option(help: ArgumentHelp("Maximum length of a pause in seconds.", valueName: "seconds"))
    var pause: Double?

    @OptionGroup var content: ContentOptions

    func validate() throws {
        guard speed > 0, speed.isFinite else { throw ValidationError("--speed must be greater than 0, not \(speed)") }
        if let pause, !(pause >= 0 && pause.isFinite) { throw ValidationError("--pause must be 0 seconds or more, not \(pause)") }
    }

    func run() throws {
        try content.perform(changes: false) { _, editor in
            let watch = try content.daemon.connect().replay(editor, speed: speed, longestPause: pause)
            while let reply = try watch.next() { try StandardOutput.writeLine(try JSONLine.text(of: reply)) }
        }
    }
}
