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
        abstract: "Draws ink from JSON lines as PNG, SVG or PDF; needs no daemon.",
        discussion: """
            Examples:
              inkctl render ink.jsonl --number 3 -o ink.svg     the third ink of a file
              inkctl render words.jsonl.gz --id a/7 --time -o ink.png
              inkctl render page.jsonl --words --label -o page.pdf
              inkctl render words.jsonl.gz --limit 60 -o all.png
                                                                many on one sheet
              inkctl render ink.jsonl --scale 1 --even-width > ink.png

            Lines are as wide as a pen would draw them under that force. With --time colours \
            run from dark violet over red to light orange, in even steps. With --words the ink is recognised, and \
            what was read is drawn where it is written, with the line that it stands on. \
            A bar shows how long some millimetres of the hand are, where the ink has its size. \
            Without -o the picture goes to standard output, as PNG unless --format says otherwise.
            """)

    @Argument(
        help: ArgumentHelp("A file of ink as JSON lines, plain or packed by gzip, or a pen log; - is standard input.", valueName: "file"),
        completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Draw this ink alone, counted from 1.", valueName: "number"))
    var number: Int?

    @Option(help: ArgumentHelp("Draw the ink with this id alone.", valueName: "id"))
    var id: String?

    @Option(help: ArgumentHelp("Draw so many inks at most.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Recognise the ink, and draw words, their boxes and baselines.")
    var words = false

    @Flag(help: "Write the label below the ink.")
    var label = false

    @Option(
        help: ArgumentHelp("png, svg or pdf. Default: as the file's name ends, or else png.", valueName: "format"),
        completion: Choice.completion(PictureFormat.self),
        transform: Choice.named)
    var format: PictureFormat?

    @Option(name: .customLong("as"), help: ArgumentHelp("What --words takes an ink for: line or page. Default: as its level says."))
    var kind: InkKind?

    @OptionGroup var drawing: DrawingOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var model: ModelOptions

    func validate() throws {
        if let number, number < 1 { throw ValidationError("--number is \(number): inks are counted from 1") }
        if let limit, limit < 1 { throw ValidationError("--limit is \(limit): give a number greater than 0") }
        if number != nil, id != nil { throw ValidationError("--number and --id exclude each other: leave out one") }
        guard kind == nil || kind == .line || kind == .page else {
            throw ValidationError("only lines and pages have words: leave out --as")
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
                StandardError.say("line \(item.line): \(error); it is drawn without words")
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
            throw InkctlError.notDrawn("\(error.description): --scale, --size, --resolution and --limit make it smaller")
        }
    }

    private func caption(of ink: JSONInk) -> String? { label ? ink.label.map { DisplayText.escaped(ErrorCount.collapsed($0)) } : nil }

    private func missing(among count: Int) -> String {
        let there = "\(file == "-" ? "standard input" : file) has \(DisplayText.count(count, "ink"))"
        if let number { return "\(there): there is no number \(number)" }
        return id.map { "\(there): none has the id \"\($0)\"" } ?? there
    }

    /// Returns the given format, or else that of the file's name; PNG for standard output.
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
    @Flag(help: "Draw all lines of the same width, and not wider where the pen was pressed harder.")
    var evenWidth = false

    @Flag(help: "Dot the ways of the lifted pen from stroke to stroke.")
    var penUp = false

    @Flag(help: "Colour the ink along time, with a legend.")
    var time = false

    @Option(
        help: ArgumentHelp(
            "Draw so many times as large as it was written; an ink of unknown size counts as 12 mm high.", valueName: "factor"))
    var scale: Double?

    @Option(help: ArgumentHelp("Let the ink fill this size in millimetres, such as 150x60.", valueName: "size"))
    var size: PageSize?

    @Option(help: ArgumentHelp("Inks side by side on a sheet.", valueName: "count"))
    var columns: Int?

    @Option(help: ArgumentHelp("Pixels per inch of PNG.", valueName: "number"))
    var resolution = 150.0

    func validate() throws {
        if let scale, !(0.001...1000).contains(scale) { throw ValidationError("--scale is \(scale): give 0.001 to 1000") }
        if let columns, !(1...1000).contains(columns) { throw ValidationError("--columns is \(columns): give 1 to 1000") }
        guard (1...2400).contains(resolution) else { throw ValidationError("--resolution is \(resolution): give 1 to 2400") }
        if scale != nil, size != nil { throw ValidationError("--scale and --size exclude each other: leave out one") }
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
