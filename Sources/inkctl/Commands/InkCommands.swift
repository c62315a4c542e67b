internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl ink`: a part's strokes.
struct InkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ink",
        abstract: "Lists strokes, erases, removes and moves them.",
        discussion: """
            Strokes have numbers, which `inkctl ink strokes` lists. Places and sizes are \
            millimetres from the page's upper left corner.

            Examples:
              inkctl ink strokes notes 0                       list them
              inkctl ink path notes 0 --stroke 3 | jq .        all there is to one
              inkctl ink erase notes 0 --along 10,20 60,20     rub along a line
              inkctl ink remove notes 0 --strokes 3 4          take two out
              inkctl ink move notes 0 --strokes 3 4 --by 0,15
            """,
        subcommands: [
            InkStrokesCommand.self, InkPathCommand.self, InkEraseCommand.self, InkRemoveCommand.self, InkMoveCommand.self,
        ])
}

/// `inkctl ink strokes`.
struct InkStrokesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strokes",
        abstract: "Lists the strokes of a part, in the order they were drawn.",
        discussion: """
            Examples:
              inkctl ink strokes notes 0             number, samples, place and style
              inkctl ink strokes --editor pen1       of what a pen writes
              inkctl ink strokes notes 0 --jsonl     with all samples, for programs

            An object of --jsonl is {"id","x","y","force","time"}: millimetres, 0 to 1, \
            milliseconds since 1970.
            """)

    @Flag(
        name: [.customLong("jsonl"), .customLong("json")],
        help: "Write one JSON object for each stroke, as org.inkd.Ink describes it.")
    var jsonl = false

    @OptionGroup var content: ContentOptions

    func run() throws {
        let lines = try content.perform(changes: false) { connection, editor in
            let strokes = try connection.strokes(of: editor).strokes
            if jsonl { return try strokes.map(JSONLine.text(of:)) }
            return Self.lines(try strokes.map { ($0, try connection.path(of: $0.id, in: editor)) })
        }
        try StandardOutput.writeLines(lines)
    }

    static func lines(_ strokes: [(samples: InkInterface.Stroke, path: InkInterface.Path)]) -> [String] {
        guard !strokes.isEmpty else { return ["No strokes."] }
        var table = TextTable(columns: [
            .init(title: "STROKE", alignment: .right), .init(title: "SAMPLES", alignment: .right), .init(title: "PLACE (MM)"),
            .init(title: "STYLE"),
        ])
        table.rows = strokes.map { samples, path in
            let place = path.bounds.map { box in
                "\(DisplayText.fixed(box.x, digits: 1)), \(DisplayText.fixed(box.y, digits: 1)), "
                    + "\(DisplayText.fixed(box.width, digits: 1)) × \(DisplayText.fixed(box.height, digits: 1))"
            }
            let style = "\(DisplayText.escaped(path.style.kind)) \(colour(path.style))"
            return [String(samples.id), String(samples.x.count), place ?? "–", style]
        }
        return table.lines
    }

    /// Returns `#rrggbb`, with two more digits for a color that is not opaque, as in CSS.
    static func colour(_ style: InkInterface.Style) -> String {
        let parts = [style.red, style.green, style.blue] + (style.alpha == 255 ? [] : [style.alpha])
        return "#" + parts.map { part in (part < 16 ? "0" : "") + String(part, radix: 16) }.joined()
    }
}

/// `inkctl ink path`.
struct InkPathCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Writes all there is to a stroke as one JSON object.",
        discussion: """
            Examples:
              inkctl ink path notes 0 --stroke 3 | jq .controlPoints
              inkctl ink path --editor pen1 --stroke 1 | jq .style

            The object is {"id","root","style","created","controlPoints","transform", \
            "visible","bounds"}, as org.inkd.Ink describes it. The control points are those \
            of a uniform cubic B-spline, and do not lie on the curve.
            """)

    @Option(help: ArgumentHelp("The stroke's number.", valueName: "number"))
    var stroke: Int

    @OptionGroup var content: ContentOptions

    func run() throws {
        let path = try content.perform(changes: false) { try $0.path(of: stroke, in: $1) }
        try StandardOutput.writeLine(try JSONLine.text(of: path))
    }
}
