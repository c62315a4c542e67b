internal import Ink
internal import InkExport
internal import PenLog

/// An ink as an SVG of few bytes: a line of the same width for every stroke, and over it what was read wrong.
struct InkSketch {
    let ink: JSONInk
    /// Samples that are drawn once more, to be seen.
    var wrong: [StrokeRange] = []

    /// Whether it is several lines of writing, which need more room.
    var isPage = false

    /// Units of the picture a pixel: places are whole numbers of these.
    static let fineness = 10.0
    /// Pixels that an ink may take.
    static let room = (width: 320.0, height: 104.0)
    /// Pixels that a page may take upwards.
    static let pageHeight = 340.0
    /// Pixels around it, for the pen.
    private static let margin = 6.0
    /// Pixels for a millimetre of the hand, at most.
    private static let most = 24.0

    /// Of class `ink`; a path of class `stroke` for every stroke, and of class `miss` for what was read wrong.
    var svg: XML {
        let samples = ink.strokes.joined()
        let left = Double(samples.map(\.x).min() ?? 0)
        let top = Double(samples.map(\.y).min() ?? 0)
        let (width, height) = (Double(samples.map(\.x).max() ?? 0) - left, Double(samples.map(\.y).max() ?? 0) - top)
        let fitting = min(Self.room.width / max(width, 1), (isPage ? Self.pageHeight : Self.room.height) / max(height, 1))
        let scale = min(fitting, ink.unitsPerMillimetre.map { Self.most / $0 } ?? fitting) * Self.fineness
        func place(_ sample: JSONInk.Sample) -> (x: Int, y: Int) {
            let margin = Self.margin * Self.fineness
            return (Int((Double(sample.x) - left) * scale + margin), Int((Double(sample.y) - top) * scale + margin))
        }
        func path(_ samples: some Sequence<JSONInk.Sample>, _ name: String) -> XML {
            XML("path", [("class", name), ("d", Self.data(samples.map(place)))])
        }
        let (right, bottom) = (Int(width * scale + 2 * Self.margin * Self.fineness), Int(height * scale + 2 * Self.margin * Self.fineness))
        let missed = wrong.compactMap { range -> XML? in
            guard ink.strokes.indices.contains(range.stroke), range.first <= range.last else { return nil }
            let stroke = ink.strokes[range.stroke]
            guard stroke.indices.contains(range.first), stroke.indices.contains(range.last) else { return nil }
            return path(stroke[range.first...range.last], "miss")
        }
        return XML(
            "svg",
            [
                ("class", "ink"), ("viewBox", "0 0 \(right) \(bottom)"), ("width", "\(right / Int(Self.fineness))"),
                ("height", "\(bottom / Int(Self.fineness))"), ("role", "img"),
                ("aria-label", "\(DisplayText.count(ink.strokes.count, "stroke"))"),
            ], missed + ink.strokes.map { path($0, "stroke") })
    }

    /// A line through places; a dot where the pen did not move.
    private static func data(_ places: [(x: Int, y: Int)]) -> String {
        guard let first = places.first else { return "" }
        var (text, last) = ("M\(first.x) \(first.y)", first)
        var moves = ""
        for place in places.dropFirst() where place != last {
            let (x, y) = (place.x - last.x, place.y - last.y)
            // a minus sign separates as well as a space
            moves += (moves.isEmpty || x < 0 ? "" : " ") + "\(x)" + (y < 0 ? "" : " ") + "\(y)"
            last = place
        }
        text += moves.isEmpty ? "h0" : "l" + moves
        return text
    }
}
