internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkProtocol
internal import PenLog

/// `inkctl write`.
struct WriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Writes ink from files into a package, as a pen would, and shows what is read.",
        discussion: """
            Examples:
              inkctl write notes words.jsonl           into a new part of type Text
              inkctl write notes --part 0 more.jsonl   further down in the first part
              inkctl write notes --type Math < sums.jsonl
              inkctl write notes page.jsonl.gz --per-mm 40

            The files hold ink as JSON lines, as `inkctl recognize` takes it. A package that is \
            not there is made. Each ink comes below the one before. Where neither --per-mm nor \
            its "ppmm" tells its size, an ink is made 12 mm high. Strokes over words may edit \
            them, as a pen's would, unless --plain is given.
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"))
    var package: String

    @Argument(help: ArgumentHelp("Files of JSON lines, plain or packed by gzip; standard input if there are none.", valueName: "file"))
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Write into the part at this place, from 0, below what is there.", discussion: "Default: a new part.", valueName: "part"))
    var part: Int?

    @Option(help: ArgumentHelp("The type of a new part.", valueName: "type"))
    var type = "Text"

    @Option(help: ArgumentHelp("So many of the ink's units are a millimetre.", valueName: "units"))
    var perMm: Double?

    @Flag(help: "Strokes are writing only, and edit nothing.")
    var plain = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if let perMm, !(perMm > 0 && perMm.isFinite) { throw ValidationError("--per-mm is \(perMm): give a number above 0") }
        if let part, part < 0 { throw ValidationError("the part is \(part): parts count from 0") }
    }

    func run() throws {
        let inks = try read(files.isEmpty ? ["-"] : files)
        let connection = try daemon.connect()
        let state = try PackageSession.perform(package, .create, changes: true, on: connection) {
            let part = try part.map { try connection.part(at: $0, of: package) } ?? connection.createPart(type, in: package)
            return try ContentOptions.edit(part.id, of: package, on: connection) { editor in
                // the last ink ends now
                var placement = InkPlacement(
                    below: try connection.blocks(of: editor).blocks.first?.box, at: Self.now - InkPlacement.duration(of: inks))
                for ink in inks {
                    try connection.write(placement.place(ink, unitsPerMillimetre: perMm), in: editor, processGestures: !plain)
                }
                return try connection.waitForIdle(editor, timeout: .seconds(600))
            }
        }
        try StandardOutput.writeLines(of: state.text ?? "")
    }

    /// Milliseconds since 1970.
    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec / 1_000_000)
    }

    /// All inks, before anything is written: a file that is no ink leaves the package as it is.
    private func read(_ paths: [String]) throws -> [JSONInk] {
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
