internal import ArgumentParser
internal import Ink
internal import InkCorpus
internal import InkEvaluation
internal import InkExport
internal import InkReport
internal import PenLog
internal import Recognition

/// `inkctl render`.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draw ink from JSON lines as PNG, SVG or PDF, without the daemon.",
        discussion: """
            Examples:
              inkctl render ink.jsonl --number 3 -o ink.svg     the third ink of a file
              inkctl render words.jsonl.gz --id a/7 --time -o ink.png
              inkctl render page.jsonl --words --label -o page.pdf
              inkctl render words.jsonl.gz --limit 60 -o all.png
                                                                many inks on one sheet
              inkctl render ink.jsonl --scale 1 --even-width > ink.png

            The width of lines follows the force of the pen. With --time colors change from dark \
            violet to red and light orange, in even steps. With --words the ink is recognized, and \
            the text is drawn at its position, with its baseline. A scale bar shows millimeters if \
            the size of the ink is known. Without -o the picture is written to standard output, as \
            PNG unless --format selects another format.
            """)

    @Argument(
        help: ArgumentHelp(
            "File of ink as JSON lines, optionally compressed with gzip, or a pen log; - is standard input.", valueName: "file"),
        completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Draw only the ink with this number, from 1.", valueName: "number"))
    var number: Int?

    @Option(help: ArgumentHelp("Draw only the ink with this id.", valueName: "id"))
    var id: String?

    @Option(help: ArgumentHelp("Maximum number of inks to draw.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Recognize the ink, and draw words, boxes and baselines.")
    var words = false

    @Flag(help: "Write the label below the ink.")
    var label = false

    @Option(
        help: ArgumentHelp("Format: png, svg or pdf. Default: by the file's extension, otherwise png.", valueName: "format"),
        completion: Choice.completion(PictureFormat.self),
        transform: Choice.named)
    var format: PictureFormat?

    @Option(name: .customLong("as"), help: ArgumentHelp("Kind of ink for --words: line or page. Default: by the level of the ink."))
    var kind: InkKind?

    @OptionGroup var drawing: DrawingOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var model: ModelOptions

    func validate() throws {
        if let number, number < 1 { throw ValidationError("--number must be 1 or more, not \(number)") }
        if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more, not \(limit)") }
        if number != nil, id != nil { throw ValidationError("--number and --id exclude each other") }
        guard kind == nil || kind == .line || kind == .page else {
            throw ValidationError("--as must be line or page")
        }
    }

    func run() throws {
        let format = try Self.format(format, for: output.output)
        try output.check(format.rawValue.uppercased())
        let readers = words ? InkReaders(kind: kind, model: model.selection, alternatives: 1) : nil
        var pictures: [InkPicture] = []
        var bar = ProgressBar()
        let source = try InkSource([file])
        var count = 0
        while pictures.count < limit ?? .max, let item = try source.nextItem() {
            count += 1
            guard number ?? count == count, id == nil || item.ink.id == id else { continue }
            var words: [TranscribedWord] = []
            let reader = try readers?.reader(for: item.ink)
            do {
                words = try reader?.reading(of: item.ink.deviceStrokes).words ?? []
            } catch {
                bar.clear()
                StandardError.say("Line \(item.line): \(error). It is drawn without words.")
            }
            pictures.append(item.ink.picture(caption: caption(of: item.ink), words: words))
            bar.show(source.fractionRead, DisplayText.count(pictures.count, "ink"))
            if number != nil || id != nil { break }
        }
        bar.clear()
        guard let first = pictures.first else { throw InkctlError.noSuchInk(missing(among: count)) }
        do {
            let options = drawing.options
            try output.write(
                pictures.count == 1
                    ? first.data(as: format, options: options) : InkPicture.sheet(of: pictures, as: format, options: options))
        } catch let error as ExportError {
            throw InkctlError.notDrawn("\(error.description); reduce it with --scale, --size, --resolution or --limit")
        }
    }

    private func caption(of ink: JSONInk) -> String? { label ? ink.label.map { DisplayText.escaped(ErrorCount.collapsed($0)) } : nil }

    private func missing(among count: Int) -> String {
        let there = "\(file == "-" ? "Standard input" : file) has \(DisplayText.count(count, "ink"))"
        if let number { return "\(there), but no number \(number)." }
        return id.map { "\(there), but no id \"\($0)\"." } ?? "\(there)."
    }

    /// Returns the given format; if nil, the format of the file name's extension; PNG for standard output.
    ///
    /// - Throws: `unknownPicture`.
    static func format(_ format: PictureFormat?, for path: String?) throws(InkctlError) -> PictureFormat {
        if let format { return format }
        guard let path else { return .png }
        let ending = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
        guard let format = ending.flatMap({ PictureFormat(rawValue: $0.lowercased()) }) else { throw .unknownPicture(path) }
        return format
    }
}

/// Drawing options of `inkctl render`.
struct DrawingOptions: ParsableArguments {
    @Flag(help: "Draw all lines with the same width, independent of force.")
    var evenWidth = false

    @Flag(help: "Draw dotted lines between strokes, where the pen was lifted.")
    var penUp = false

    @Flag(help: "Color the ink by time, with a legend.")
    var time = false

    @Option(
        help: ArgumentHelp(
            "Scale factor relative to the written size, 0.001 to 1000; ink of unknown size counts as 12 mm high.", valueName: "factor"))
    var scale: Double?

    @Option(help: ArgumentHelp("Size of the picture in millimeters, such as 150x60.", valueName: "size"))
    var size: PageSize?

    @Option(help: ArgumentHelp("Number of inks per row on a sheet, 1 to 1000.", valueName: "count"))
    var columns: Int?

    @Option(help: ArgumentHelp("Resolution of PNG in pixels per inch, 1 to 2400.", valueName: "number"))
    var resolution = 150.0

    func validate() throws {
        if let scale, !(0.001...1000).contains(scale) { throw ValidationError("--scale must be 0.001 to 1000, not \(scale)") }
        if let columns, !(1...1000).contains(columns) { throw ValidationError("--columns must be 1 to 1000, not \(columns)") }
        guard (1...2400).contains(resolution) else { throw ValidationError("--resolution must be 1 to 2400, not \(resolution)") }
        if scale != nil, size != nil { throw ValidationError("--scale and --size exclude each other") }
    }

    /// The options for the drawing library.
    var options: PictureOptions {
        var options = PictureOptions()
        (options.followsForce, options.showsMoves, options.showsTime) = (!evenWidth, penUp, time)
        (options.scale, options.columns, options.resolution) = (scale, columns, resolution)
        if let size { (options.width, options.height, options.isRoomExact) = (size.width, size.height, true) }
        return options
    }
}
