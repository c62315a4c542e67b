internal import ArgumentParser
internal import Bytes
internal import Glibc
internal import InkCorpus
internal import PenLog

/// `inkctl convert`.
struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Writes a recording or ink of one format as another one; needs no daemon.",
        discussion: """
            What the new format cannot hold is listed on standard error, and so is what of the \
            file is damaged: all that is whole comes in. Only you may read \
            the new file (mode 0600), and no file is overwritten without --force.

            Examples:
              inkctl convert pen.events pen.yml         for libinput replay
              inkctl convert pen.yml pen.jsonl          what the pen wrote
              inkctl convert formula.inkml ink.jsonl    a file of CROHME
              inkctl convert a01-000u.xml line.jsonl    a file of IAM-OnDB
              inkctl convert words.jsonl.gz words.inkml --force
                                                        in place of an older one
              inkctl convert a.dat b.inkml --level WORD
                                                        each word of UNIPEN an ink
              inkctl convert - ink.inkml --from jsonl   from standard input
              inkctl convert request.json ink.inkml     a request of MyScript's batch mode
            """)

    @Argument(help: "The file to read; - is standard input. It may be packed by gzip.", completion: .file())
    var input: String

    @Argument(help: "The file to write; - is standard output.", completion: .file())
    var output: String

    @Option(
        help: ArgumentHelp(
            "Read it as evemu, libinput, inkml, unipen, iamondb, jsonl or inklog. Default: as the file's name ends.", valueName: "format"),
        completion: .list(ExchangeFormat.allCases.map(\.rawValue)),
        transform: Self.named)
    var from: ExchangeFormat?

    @Option(
        help: ArgumentHelp("Write it as this, but not as iamondb. Default: as the file's name ends.", valueName: "format"),
        completion: .list(ExchangeFormat.allCases.filter { $0 != .iamOnDB }.map(\.rawValue)), transform: Self.named)
    var to: ExchangeFormat?

    @Option(
        help: ArgumentHelp(
            "Of UNIPEN's hierarchy, what becomes an ink, such as WORD. Default: the lowest level with labels.", valueName: "level"))
    var level: String?

    @Flag(help: "Overwrite the file to write.")
    var force = false

    func run() throws {
        let source = try Self.format(from, of: input)
        let target = try Self.format(to, of: output)
        guard !output.hasSuffix(LogPacking.ending) else {
            throw InkctlError.notConverted(path: input, reason: "inkctl does not pack by zstd: leave \(LogPacking.ending) out of \(output)")
        }
        guard force || output == "-" || access(output, F_OK) != 0 else { throw CorpusError.exists(path: output) }
        var bar = ProgressBar()
        defer { bar.clear() }
        bar.show(0, "reading \(input)")
        let bytes = try ContentFile.unpackedBytes(at: input)
        let kind = FileKind(of: bytes)
        guard source == .log || !(kind.isBinary && kind != .unknown), kind != .empty else {
            throw InkctlError.otherKind(path: input, kind: kind, wanted: source.description)
        }
        let exchange = Exchange(level: level, strokes: PenStrokes.ink) { LogInks.inks(of: $0, session: Self.name(of: input)) }
        let written: (bytes: [UInt8], losses: Losses)
        var (leftOut, remarks) = (LeftOut(), [String]())
        do {
            let contents = try source.read(bytes, path: input == "-" ? nil : input, leftOut: &leftOut)
            bar.show(0.5, "writing \(output)")
            if !source.isRecording || !target.isRecording {
                let survey = try exchange.survey(contents)
                guard survey.strokes > 0 else { throw Self.noInk(in: input, kind, leftOut) }
                remarks = survey.remarks
            }
            written = try exchange.write(contents, as: target)
        } catch let error as RecordingError {
            if let name = source.kind, case .known(let other, _) = kind, other != name, other != "XML", other != "JSON" {
                throw InkctlError.otherKind(path: input, kind: kind, wanted: source.description)
            }
            throw InkctlError.notConverted(path: input, reason: error.description)
        }
        bar.clear()
        if output == "-" {
            try StandardOutput.write(written.bytes)
        } else {
            let file = try NewFile(path: output, isReplacing: force)
            try file.write(written.bytes)
            try file.finish()
        }
        for sentence in leftOut.sentences { StandardError.say("left out: \(DisplayText.escaped(sentence))") }
        for remark in remarks { StandardError.say(DisplayText.escaped(remark)) }
        for loss in written.losses.sentences { StandardError.say("not kept: \(loss)") }
    }

    private static func noInk(in path: String, _ kind: FileKind, _ leftOut: LeftOut) -> InkctlError {
        let lost = leftOut.sentences.prefix(5).joined(separator: ", ")
        return .notConverted(
            path: path,
            reason: "there is no ink in it\(lost.isEmpty ? "" : " (left out: \(DisplayText.escaped(lost)))"); give a file with strokes\(path == "-" ? "" : ", or name its format with --from"); this one is \(kind.name)")
    }

    /// A file's name without its folders.
    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The format with this name or file extension.
    static func named(_ name: String) throws -> ExchangeFormat {
        guard let format = ExchangeFormat(rawValue: name) ?? ExchangeFormat(path: "a.\(name)") else {
            throw ValidationError("give one of \(ExchangeFormat.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return format
    }

    /// The given format, or else that of the file name's extension.
    ///
    /// - Throws: `unknownFormat`.
    static func format(_ format: ExchangeFormat?, of path: String) throws(InkctlError) -> ExchangeFormat {
        guard let format = format ?? ExchangeFormat(path: path) else { throw .unknownFormat(path) }
        return format
    }
}

extension ExchangeFormat {
    /// It holds frames of devices.
    fileprivate var isRecording: Bool { [.evemu, .libinput, .log].contains(self) }

    /// The name of files of the format among kinds of files; nil if their beginning does not tell it.
    fileprivate var kind: String? {
        switch self {
        case .evemu: "a recording of evemu"
        case .libinput: "a recording of libinput"
        case .inkML: "InkML"
        case .iamOnDB: "a session of IAM-OnDB"
        case .unipen: "UNIPEN"
        case .jsonLines: "ink as JSON lines"
        case .log: "a pen log"
        }
    }

    /// For messages.
    fileprivate var description: String { kind ?? rawValue }
}
