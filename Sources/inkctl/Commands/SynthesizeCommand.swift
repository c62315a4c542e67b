internal import ArgumentParser
internal import Glibc
internal import Ink
internal import InkClient
internal import InkCorpus
internal import InkEvaluation
internal import InkExport
internal import InkProtocol
internal import InkReport
internal import PenLog
internal import Synthesis

/// `inkctl synthesize`.
struct SynthesizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "synthesize",
        abstract: "Convert text to handwriting: ink with positions, times and force; offline.",
        discussion: """
            Examples:
              inkctl synthesize "Dear Ada," -o ink.svg     a picture
              inkctl synthesize "Dear Ada," > ink.jsonl    strokes, as JSON lines
              inkctl synthesize - --width 160 -o page.pdf < letter.txt
                                                           wrapped at 160 mm
              inkctl synthesize Hello --hand script --seed 7 --slant 10 -o ink.png
              inkctl synthesize Hello --editor notes       into an editor of inkd
              inkctl synthesize --list                     list the handwriting styles
              inkctl synthesize Hello --hand ./ada.json    a style made by inkctl hand

            Lines break at line breaks of the text, and at spaces where a line would exceed \
            --width. The same text, options and seed yield the same ink. Only you can read the \
            file of -o. Without -o, JSON lines are written to standard output.
            """)

    @Argument(help: ArgumentHelp("Text to write; - is standard input.", valueName: "text"))
    var text: String?

    @Option(
        help: ArgumentHelp("Handwriting style, as listed by --list. A name with a slash is a file.", valueName: "name"), completion: .hands
    )
    var hand = "print"

    @Option(help: ArgumentHelp("Height of small letters such as x, in millimeters.", valueName: "mm"))
    var size = 3.0

    @Option(help: ArgumentHelp("Additional slant to the right in degrees.", valueName: "degrees"))
    var slant = 0.0

    @Option(help: ArgumentHelp("Maximum width of a line in millimeters.", valueName: "mm"))
    var width: Double?

    @Option(help: ArgumentHelp("Distance between lines in millimeters. Default: by the style.", valueName: "mm"))
    var lineGap: Double?

    @Option(help: ArgumentHelp("Seed of the random variation.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("Variation of letters, from 0 (none) to 1.", valueName: "amount"))
    var variation = 0.5

    @Option(help: ArgumentHelp("Speed of the pen on straight lines, in millimeters per second.", valueName: "speed"))
    var speed = 120.0

    @Flag(help: "List the handwriting styles.")
    var list = false

    @Option(help: ArgumentHelp("Write the ink into this editor of inkd.", valueName: "editor"), completion: .editors)
    var editor: String?

    @Option(
        help: ArgumentHelp(
            "Format: jsonl, svg, png or pdf. Default: by the file's extension, otherwise jsonl.", valueName: "format"),
        completion: .list(SynthesisFormat.allCases.map(\.rawValue)), transform: Choice.named)
    var format: SynthesisFormat?

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if list {
            guard text == nil else { throw ValidationError("--list excludes a text") }
        } else {
            guard text != nil else { throw ValidationError("give a text, - for standard input, or --list") }
        }
        guard editor == nil || output.output == nil && format == nil else {
            throw ValidationError("--editor excludes -o and --format")
        }
    }

    func run() throws {
        do {
            if list { return try StandardOutput.writeLines(Self.lines(try Self.files.names.map(Self.files.hand(named:)))) }
            try write()
        } catch let error as SynthesisError {
            throw InkctlError.notSynthesized(error.description)
        }
    }

    private func write() throws {
        let format = try SynthesisFormat(format, for: output.output)
        if editor == nil, format.picture != nil { try output.check(format.rawValue.uppercased()) }
        let text = text == "-" ? try ContentFile.text(at: "-") : text ?? ""
        if let editor { return try put(text, into: editor) }
        let strokes = try strokes(of: text, at: Point(x: 0, y: 0))
        let ink = Self.ink(strokes, text: text, hand: hand)
        guard let picture = format.picture else { return try output.write(Array((ink.line + "\n").utf8)) }
        var drawing = PictureOptions()
        drawing.scale = 1
        do {
            try output.write(try ink.picture().data(as: picture, options: drawing))
        } catch let error as ExportError {
            throw InkctlError.notDrawn("\(error.description); use less text or a smaller --size")
        }
    }

    private func strokes(of text: String, at origin: Point) throws(SynthesisError) -> [[InkPoint]] {
        var options = SynthesisOptions()
        options.origin = origin
        options.height = .small(size)
        options.slant = slant * .pi / 180
        (options.width, options.lineGap, options.seed) = (width, lineGap, seed)
        (options.variation, options.speed) = (variation, speed)
        return try HandwritingSynthesizer(hand: try Self.hand(named: hand), options: options).strokes(for: text)
    }

    /// Writes the text below the editor's present content, with the current time, and shows the recognized text.
    private func put(_ text: String, into editor: String) throws {
        let connection = try daemon.connect()
        let box = try connection.blocks(of: editor).blocks.first?.box
        let top = box.map { $0.y + $0.height + InkPlacement.margin } ?? InkPlacement.margin
        let strokes = try strokes(of: text, at: Point(x: InkPlacement.margin, y: max(InkPlacement.margin, top)))
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let now = Double(time.tv_sec) * 1000
        let given = strokes.map { points in
            InkInterface.NewStroke(
                x: points.map(\.x), y: points.map(\.y), force: points.map { Double($0.force) },
                time: points.map { now + Double($0.time.microseconds) / 1000 })
        }
        _ = try connection.addStrokes(given, to: editor)
        let state = try connection.waitForIdle(editor, timeout: .seconds(600))
        if let text = state.text, !text.isEmpty { try StandardOutput.writeLines(of: text) }
    }

    /// Returns the hand at a path, or, for a name without a slash, the hand of that name in `files`.
    static func hand(named name: String) throws(SynthesisError) -> Hand {
        name.contains("/") ? try Hand(path: name) : try files.hand(named: name)
    }

    /// The hands in the folders that are searched for models.
    static let files = HandFiles(folders: ModelFiles.folders.map { "\($0)/hands" })

    /// Returns the strokes as an ink in thousandths of a millimeter.
    static func ink(_ strokes: [[InkPoint]], text: String, hand: String) -> JSONInk {
        var ink = JSONInk(
            strokes: strokes.map { points in
                points.map { .init(x: Int64(($0.x * 1000).rounded()), y: Int64(($0.y * 1000).rounded()), time: $0.time.microseconds) }
            },
            channels: [.force: strokes.map { $0.map { (Double($0.force) * 1000).rounded() / 1000 } }])
        (ink.label, ink.style, ink.unitsPerMillimeter, ink.hertz) = (text, hand, 1000, 200)
        ink.level = text.contains(where: \.isNewline) ? "page" : "text"
        return ink
    }

    static func lines(_ hands: [Hand]) -> [String] {
        guard !hands.isEmpty else { return ["No handwriting styles."] }
        var table = TextTable(columns: [
            .init(title: "HAND"), .init(title: "CHARACTERS", alignment: .right), .init(title: "LOOK"),
        ])
        table.rows = hands.map { [DisplayText.escaped($0.name), String($0.glyphs.count), DisplayText.escaped($0.title)] }
        return table.lines
    }
}

/// The output formats of `inkctl synthesize`.
enum SynthesisFormat: String, CaseIterable {
    case jsonl, svg, png, pdf

    /// The format of pictures; nil for strokes.
    var picture: PictureFormat? { PictureFormat(rawValue: rawValue) }

    /// Creates the given format; if nil, the format of the file name's extension; strokes for standard output.
    ///
    /// - Throws: `unknownInkFile`.
    init(_ format: SynthesisFormat?, for path: String?) throws(InkctlError) {
        if let format {
            self = format
            return
        }
        guard let path else {
            self = .jsonl
            return
        }
        let ending = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased()
        guard let found = SynthesisFormat(rawValue: ending == "json" ? "jsonl" : ending ?? "") else { throw .unknownInkFile(path) }
        self = found
    }
}
