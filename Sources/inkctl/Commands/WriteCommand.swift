internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import PenLog

/// `inkctl write`.
struct WriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Write ink from files into a package like a pen, and show the recognized text.",
        discussion: """
            Examples:
              inkctl write notes words.jsonl           into a new part of type Text
              inkctl write notes --part 0 more.jsonl   below the ink of the first part
              inkctl write notes --type Math < sums.jsonl
              inkctl write notes page.jsonl.gz --per-mm 40

            The files contain ink as JSON lines, as for `inkctl recognize`. A package that does \
            not exist is created. Each ink is placed below the previous one. If neither --per-mm \
            nor its "ppmm" defines its scale, an ink becomes 12 mm high. Strokes over words may \
            edit them, like those of a pen, unless --plain is given.
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Argument(
        help: ArgumentHelp("Files of JSON lines, optionally compressed with gzip. Default: standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Write into the part with this index, from 0, below its content.", discussion: "Default: a new part.", valueName: "part"))
    var part: Int?

    @Option(help: ArgumentHelp("Type of the new part.", valueName: "type"))
    var type = "Text"

    @Option(help: ArgumentHelp("Number of the ink's units per millimeter.", valueName: "units"))
    var perMm: Double?

    @Flag(help: "Do not apply editing gestures.")
    var plain = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if let perMm, !(perMm > 0 && perMm.isFinite) { throw ValidationError("--per-mm must be greater than 0, not \(perMm)") }
        if let part, part < 0 { throw ValidationError("--part must be 0 or more, not \(part)") }
    }

    func run() throws {
        let inks = try Self.read(files.isEmpty ? ["-"] : files)
        let connection = try daemon.connect()
        let state = try PackageSession.perform(package, .create, changes: true, on: connection) {
            let part = try part.map { try connection.part(at: $0, of: package) } ?? connection.createPart(type, in: package)
            return try ContentOptions.edit(part.id, of: package, on: connection) { editor in
                // the times of the inks lie in the past, so that the last ink ends now
                var placement = InkPlacement(
                    below: try connection.blocks(of: editor).blocks.first?.box, at: Self.now - InkPlacement.duration(of: inks))
                for ink in inks {
                    try connection.write(placement.place(ink, unitsPerMillimeter: perMm), in: editor, processGestures: !plain)
                }
                return try connection.waitForIdle(editor, timeout: .seconds(600))
            }
        }
        try StandardOutput.writeLines(of: state.text ?? "")
    }

    /// The current time in milliseconds since 1970.
    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec / 1_000_000)
    }

    /// Reads all inks before anything is written, so that a damaged file leaves the package unchanged.
    static func read(_ paths: [String]) throws -> [JSONInk] {
        var inks: [JSONInk] = []
        for path in paths {
            let file = try InkFile(path: path)
            while let line = try file.nextLine() {
                do {
                    inks.append(try JSONInk(line: line, number: file.lineNumber))
                } catch {
                    throw InkctlError.notInk(path: path, line: file.lineNumber, reason: "\(error.problem); \(error.remedy)")
                }
            }
        }
        return inks
    }
}

/// Lays inks out on a page in millimeters, one below the other.
struct InkPlacement {
    /// The margin at the page's left and top and between inks, in millimeters.
    static let margin = 10.0

    /// Milliseconds from an ink's last sample to the next ink's first.
    static let pause = 500.0

    private var top = InkPlacement.margin
    private var time: Double

    /// Creates a placement. The first ink comes below `box`, and begins at `time`, in milliseconds since 1970.
    init(below box: EditorInterface.Box?, at time: Double) {
        self.time = time
        if let box { top = max(Self.margin, box.y + box.height + Self.margin) }
    }

    /// Returns the ink's strokes, moved to the next position on the page. The strokes retain their timing within the ink.
    ///
    /// - Parameter unitsPerMillimeter: the ink's scale; nil for the scale in the ink. Ink without a scale gets a height of 12 mm.
    mutating func place(_ ink: JSONInk, unitsPerMillimeter: Double?) -> [InkInterface.NewStroke] {
        let samples = ink.strokes.joined()
        guard let left = samples.map(\.x).min(), let upper = samples.map(\.y).min(), let lower = samples.map(\.y).max() else { return [] }
        let scale = unitsPerMillimeter.map { 1 / $0 } ?? ink.millimetersPerUnit
        let duration = Self.duration(of: ink)
        defer {
            top += (Double(lower) - Double(upper)) * scale + Self.margin
            time += duration + Self.pause
        }
        return ink.strokes.map { stroke in
            InkInterface.NewStroke(
                x: stroke.map { Self.margin + (Double($0.x) - Double(left)) * scale },
                y: stroke.map { top + (Double($0.y) - Double(upper)) * scale }, time: stroke.map { time + Double($0.time) / 1000 })
        }
    }

    /// Returns the time to write all inks in milliseconds, with pauses.
    static func duration(of inks: [JSONInk]) -> Double { inks.map { duration(of: $0) + pause }.reduce(0, +) }

    private static func duration(of ink: JSONInk) -> Double { Double(ink.strokes.joined().map(\.time).max() ?? 0) / 1000 }
}
