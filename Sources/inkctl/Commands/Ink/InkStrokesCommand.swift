internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl ink strokes`.
struct InkStrokesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strokes",
        abstract: "Lists the strokes of a part, in the order they were drawn.",
        discussion: """
            Examples:
              inkctl ink strokes notes 0             number, samples, place and style
              inkctl ink strokes --editor pen0       of what a pen writes
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
            if jsonl { return try strokes.map({ try JSONLine.text(of: $0) }) }
            return Self.lines(try strokes.map { ($0, try connection.path(of: $0.id, in: editor)) })
        }
        for line in lines { try StandardOutput.writeLine(line) }
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

    /// `#rrggbb`, and two more digits for a colour that is not opaque, as in CSS.
    static func colour(_ style: InkInterface.Style) -> String {
        let parts = [style.red, style.green, style.blue] + (style.alpha == 255 ? [] : [style.alpha])
        return "#" + parts.map { part in (part < 16 ? "0" : "") + String(part, radix: 16) }.joined()
    }
}
