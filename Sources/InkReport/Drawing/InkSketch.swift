package import Ink
internal import InkCorpus
package import InkExport
internal import XML
package import PenLog

/// An ink as a small SVG: a line of constant width for every stroke, with the wrongly recognized samples marked.
struct InkSketch {
    /// The ink.
    let ink: JSONInk
    /// The marked samples.
    var wrong: [StrokeRange] = []

    /// Whether the ink is a page, which needs more space.
    var isPage = false

    /// Units per pixel; coordinates are whole numbers of units.
    static let fineness = 10.0
    /// The maximum size of an ink in pixels.
    static let room = (width: 320.0, height: 104.0)
    /// The maximum height of a page in pixels.
    static let pageHeight = 340.0
    /// The margin in pixels, for the width of the pen.
    private static let margin = 6.0
    /// The maximum number of pixels per millimeter of the tablet.
    private static let most = 24.0

    /// An element of class `ink`, with a path of class `stroke` for every stroke and a path of class `miss` for every marked range.
    var svg: XML {
        let samples = ink.strokes.joined()
        let left = Double(samples.map(\.x).min() ?? 0)
        let top = Double(samples.map(\.y).min() ?? 0)
        let (width, height) = (Double(samples.map(\.x).max() ?? 0) - left, Double(samples.map(\.y).max() ?? 0) - top)
        let fitting = min(Self.room.width / max(width, 1), (isPage ? Self.pageHeight : Self.room.height) / max(height, 1))
        let scale = min(fitting, ink.unitsPerMillimeter.map { Self.most / $0 } ?? fitting) * Self.fineness
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

    /// Returns path data for a line through the points, in relative coordinates; a dot if all points are the same.
    private static func data(_ places: [(x: Int, y: Int)]) -> String {
        guard let first = places.first else { return "" }
        var (text, last) = ("M\(first.x) \(first.y)", first)
        var moves = ""
        for place in places.dropFirst() where place != last {
            let (x, y) = (place.x - last.x, place.y - last.y)
            // a minus sign also separates numbers, so no space is needed
            moves += (moves.isEmpty || x < 0 ? "" : " ") + "\(x)" + (y < 0 ? "" : " ") + "\(y)"
            last = place
        }
        text += moves.isEmpty ? "h0" : "l" + moves
        return text
    }
}

extension JSONInk {
    /// Returns the ink as a picture to draw, in device units.
    package func picture(caption: String? = nil, words: [TranscribedWord] = []) -> InkPicture {
        let force = channels[.force]
        let points = strokes.enumerated().map { stroke, samples in
            samples.enumerated().map { index, sample in
                let row = force.flatMap { $0.indices.contains(stroke) ? $0[stroke] : nil } ?? []
                let pressed = row.indices.contains(index) ? Float(row[index]) : 0
                return InkPoint(
                    x: Double(sample.x), y: Double(sample.y), time: Instant(microseconds: sample.time),
                    force: pressed.isFinite ? min(1, max(0, pressed)) : 0)
            }
        }
        return InkPicture(
            strokes: points, millimetersPerUnit: unitsPerMillimeter.map { 1 / $0 }, isTimed: isTimed, caption: caption, words: words)
    }
}
