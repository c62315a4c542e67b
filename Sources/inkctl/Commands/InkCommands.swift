internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl ink`: a part's strokes.
struct InkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ink",
        abstract: "List, erase, remove and move strokes.",
        discussion: """
            `inkctl ink strokes` lists the numbers of strokes. Positions and sizes are in \
            millimeters from the page's upper left corner.

            Examples:
              inkctl ink strokes notes 0                       list the strokes
              inkctl ink path notes 0 --stroke 3 | jq .        all data of a stroke
              inkctl ink erase notes 0 --along 10,20 60,20     erase along a line
              inkctl ink remove notes 0 --strokes 3 4          remove two strokes
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
        abstract: "List the strokes of a part, in drawing order.",
        discussion: """
            Examples:
              inkctl ink strokes notes 0             number, samples, position and style
              inkctl ink strokes --editor pen1       of a pen's editor
              inkctl ink strokes notes 0 --jsonl     with all samples, for programs

            An object of --jsonl is {"id","x","y","force","time"}: millimeters, 0 to 1, \
            milliseconds since 1970.
            """)

    @Flag(
        name: [.customLong("jsonl"), .customLong("json")],
        help: "Write one JSON object per stroke, as defined in org.inkd.Ink.")
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
            .init(title: "STROKE", alignment: .right), .init(title: "SAMPLES", alignment: .right), .init(title: "POSITION (MM)"),
            .init(title: "STYLE"),
        ])
        table.rows = strokes.map { samples, path in
            let place = path.bounds.map { box in
                "\(DisplayText.fixed(box.x, digits: 1)), \(DisplayText.fixed(box.y, digits: 1)), "
                    + "\(DisplayText.fixed(box.width, digits: 1)) × \(DisplayText.fixed(box.height, digits: 1))"
            }
            let style = "\(DisplayText.escaped(path.style.kind)) \(color(path.style))"
            return [String(samples.id), String(samples.x.count), place ?? "–", style]
        }
        return table.lines
    }

    /// Returns `#rrggbb`, with two more digits for a color that is not opaque, as in CSS.
    static func color(_ style: InkInterface.Style) -> String {
        let parts = [style.red, style.green, style.blue] + (style.alpha == 255 ? [] : [style.alpha])
        return "#" + parts.map { part in (part < 16 ? "0" : "") + String(part, radix: 16) }.joined()
    }
}

/// `inkctl ink path`.
struct InkPathCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Write all data of a stroke as one JSON object.",
        discussion: """
            Examples:
              inkctl ink path notes 0 --stroke 3 | jq .controlPoints
              inkctl ink path --editor pen1 --stroke 1 | jq .style

            The object is {"id","root","style","created","controlPoints","transform", \
            "visible","bounds"}, as defined in org.inkd.Ink. The control points belong to a \
            uniform cubic B-spline and are not on the curve.
            """)

    @Option(help: ArgumentHelp("Number of the stroke.", valueName: "number"))
    var stroke: Int

    @OptionGroup var content: ContentOptions

    func run() throws {
        let path = try content.perform(changes: false) { try $0.path(of: stroke, in: $1) }
        try StandardOutput.writeLine(try JSONLine.text(of: path))
    }
}
