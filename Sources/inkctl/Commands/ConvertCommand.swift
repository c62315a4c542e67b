internal import ArgumentParser
internal import Compression
internal import Glibc
internal import InkCorpus
internal import PenLog

/// `inkctl convert`.
struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert recordings and ink between formats, without the daemon.",
        discussion: """
            Content that the new format cannot store is listed on standard error. Only you can \
            read the new file (mode 0600), and existing files are overwritten only with --force.

            Of a damaged recording or gzip file all intact content is written; missing content is \
            reported on standard error with its position. Recordings of any length can become \
            evemu, libinput's YAML and pen logs.

            Examples:
              inkctl convert pen.events pen.yml         for libinput replay
              inkctl convert pen.yml pen.jsonl          the ink of a recording
              inkctl convert formula.inkml ink.jsonl    a file of CROHME
              inkctl convert a01-000u.xml line.jsonl    a file of IAM-OnDB
              inkctl convert words.jsonl.gz words.inkml --force
                                                        overwrite an older file
              inkctl convert a.dat b.inkml --level WORD
                                                        one ink per word of UNIPEN
              inkctl convert - ink.inkml --from jsonl   from standard input
              inkctl convert request.json ink.inkml     a request of MyScript's batch mode
            """)

    @Argument(help: "File to read, optionally compressed with gzip; - is standard input.", completion: .file())
    var input: String

    @Argument(help: "File to write; - is standard output.", completion: .file())
    var output: String

    @Option(
        help: ArgumentHelp(
            "Format of the input: evemu, libinput, inkml, unipen, iamondb, jsonl or inklog. Default: by the file's extension.",
            valueName: "format"),
        completion: .list(ExchangeFormat.allCases.map(\.rawValue)),
        transform: Self.named)
    var from: ExchangeFormat?

    @Option(
        help: ArgumentHelp("Format of the output: as --from, except iamondb. Default: by the file's extension.", valueName: "format"),
        completion: .list(ExchangeFormat.allCases.filter { $0 != .iamOnDB }.map(\.rawValue)), transform: Self.named)
    var to: ExchangeFormat?

    @Option(
        help: ArgumentHelp(
            "Level of UNIPEN's hierarchy that becomes an ink, such as WORD. Default: the lowest level with labels.", valueName: "level"))
    var level: String?

    @Flag(help: "Overwrite an existing file.")
    var force = false

    func run() throws {
        let source = try Self.format(from, of: input)
        let target = try Self.format(to, of: output)
        guard !output.hasSuffix(LogPacking.ending) else {
            throw InkctlError.notConverted(
                path: input, reason: "inkctl cannot compress with zstd; remove \(LogPacking.ending) from the name \(output)")
        }
        guard force || output == "-" || access(output, F_OK) != 0 else { throw CorpusError.exists(path: output) }
        var bar = ProgressBar()
        defer { bar.clear() }
        bar.show(0, "reading \(input)")
        if source.isOfDevices, target.isOfDevices, source != .log || target != .log {
            try refuseOtherKinds(source)
            let scratch = try ScratchFile()
            let outcome = try convertFrames(source, target, into: scratch)
            bar.clear()
            try deliver { body in try scratch.forEachPiece(body) }
            return say(outcome.leftOut, outcome.losses)
        }
        let content = try ContentFile.content(at: input)
        let kind = FileKind(of: content.bytes)
        try Self.refuse(kind, input, source)
        let exchange = Exchange(level: level, strokes: PenStrokes.ink) { LogInks.inks(of: $0, session: Self.name(of: input)) }
        let written: (bytes: [UInt8], losses: Losses)
        var (damaged, remarks) = (LeftOut(), [String]())
        var leftOut = content.damage.map { [$0] } ?? []
        do {
            let contents = try source.read(content.bytes, path: input == "-" ? nil : input, leftOut: &damaged)
            leftOut += contents.leftOut + damaged.sentences.map { "Omitted: \(DisplayText.escaped($0))" }
            bar.show(0.5, "writing \(output)")
            if !source.isOfDevices || !target.isOfDevices {
                let survey = try exchange.survey(contents)
                guard survey.strokes > 0 else { throw Self.noInk(in: input, kind, leftOut) }
                remarks = survey.remarks.map(DisplayText.escaped)
            }
            written = try exchange.write(contents, as: target)
        } catch let error as RecordingError {
            if let name = source.kind, case .known(let other, _) = kind, other != name, other != "XML", other != "JSON" {
                throw InkctlError.otherKind(path: input, kind: kind, wanted: source.description)
            }
            throw InkctlError.notConverted(path: input, reason: error.description)
        }
        bar.clear()
        try deliver { body in try body(written.bytes) }
        say(leftOut + remarks, written.losses)
    }

    /// Converts a recording of devices frame by frame, because hours of recording do not fit in memory.
    private func convertFrames(
        _ source: ExchangeFormat, _ target: ExchangeFormat, into scratch: ScratchFile
    ) throws -> RecordingConversion.Outcome {
        // a pipe can be read only once
        var status = stat()
        let isFile = input != "-" && stat(input, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        guard isFile || input == "-" || access(input, F_OK) == 0 else { throw CorpusError.unreadable(path: input, code: errno) }
        let copy = isFile ? nil : try ScratchFile(copyOf: input)
        do {
            let file =
                if let copy {
                    try RecordingFile(descriptor: copy.descriptor, as: source)
                } else {
                    try RecordingFile(path: input, as: source)
                }
            guard let file, let conversion = RecordingConversion(file, to: target) else {
                throw RecordingError(problem: "the file has no frames of format \(source.rawValue)", remedy: "use another file")
            }
            return try conversion.write(to: scratch.descriptor)
        } catch let error as RecordingError {
            throw InkctlError.notConverted(path: input, reason: error.description)
        }
    }

    /// Writes the pieces to the new file or to standard output.
    private func deliver(_ forEachPiece: (([UInt8]) throws -> Void) throws -> Void) throws {
        guard output != "-" else { return try forEachPiece { try StandardOutput.writeContent($0) } }
        let file = try NewFile(path: output, isReplacing: force)
        try forEachPiece { try file.write($0) }
        try file.finish()
    }

    private func say(_ leftOut: [String], _ losses: Losses) {
        for sentence in leftOut { StandardError.say(sentence) }
        for loss in losses.sentences { StandardError.say("Not converted: \(loss)") }
    }

    /// Checks the kind of file by its beginning; skips pipes, which can be read only once.
    ///
    /// - Throws: `otherKind`.
    private func refuseOtherKinds(_ source: ExchangeFormat) throws {
        var status = stat()
        guard input != "-", stat(input, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        try Self.refuse(FileKind(of: try ContentFile.bytes(at: input, atMost: FileKind.looksAt)), input, source)
    }

    /// - Throws: `otherKind` for a file that cannot be of the format, whatever its name is.
    private static func refuse(_ kind: FileKind, _ path: String, _ source: ExchangeFormat) throws(InkctlError) {
        // packed files are unpacked later
        let isPossible = source == .log || kind == .unknown || !kind.isBinary || kind.name.contains("packed by")
        guard isPossible, kind != .empty else { throw .otherKind(path: path, kind: kind, wanted: source.description) }
    }

    private static func noInk(in path: String, _ kind: FileKind, _ leftOut: [String]) -> InkctlError {
        let lost = leftOut.prefix(5).joined(separator: "; ")
        return .notConverted(
            path: path, reason: "it contains no ink\(lost.isEmpty ? "" : " (\(lost))") and is \(kind.name); use a file with strokes")
    }

    /// Returns a file's name without its folders.
    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Returns the format with this name or file extension.
    static func named(_ name: String) throws -> ExchangeFormat {
        guard let format = ExchangeFormat(rawValue: name) ?? ExchangeFormat(path: "a.\(name)") else {
            throw ValidationError("must be one of \(ExchangeFormat.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return format
    }

    /// Returns the given format; if nil, the format of the file name's extension.
    ///
    /// - Throws: `unknownFormat`.
    static func format(_ format: ExchangeFormat?, of path: String) throws(InkctlError) -> ExchangeFormat {
        guard let format = format ?? ExchangeFormat(path: path) else { throw .unknownFormat(path) }
        return format
    }
}

extension ExchangeFormat {
    /// The name of the format as a kind of file; nil if the beginning of a file does not identify it.
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

    /// The name for messages.
    fileprivate var description: String { kind ?? rawValue }
}
