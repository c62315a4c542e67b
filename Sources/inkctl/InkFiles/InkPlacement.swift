internal import InkProtocol
internal import PenLog

/// Puts inks onto a page, in millimetres, one below the other.
struct InkPlacement {
    /// Of the page's left and upper edge, and between inks.
    static let margin = 10.0

    /// Milliseconds from an ink's last sample to the next one's first.
    static let pause = 500.0

    private var top = InkPlacement.margin
    private var time: Double

    /// The first ink comes below this box, written at this time in milliseconds since 1970.
    init(below box: EditorInterface.Box?, at time: Double) {
        self.time = time
        if let box { top = max(Self.margin, box.y + box.height + Self.margin) }
    }

    /// The ink's strokes at their place, in the time that they took.
    ///
    /// - Parameter unitsPerMillimetre: of the ink; nil for what it says itself, or else 12 mm in height.
    mutating func place(_ ink: JSONInk, unitsPerMillimetre: Double?) -> [InkInterface.NewStroke] {
        let samples = ink.strokes.joined()
        guard let left = samples.map(\.x).min(), let upper = samples.map(\.y).min(), let lower = samples.map(\.y).max() else { return [] }
        let scale = unitsPerMillimetre.map { 1 / $0 } ?? ink.millimetresPerUnit
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

    /// Milliseconds that writing all of them takes, with the pauses between them.
    static func duration(of inks: [JSONInk]) -> Double { inks.map { duration(of: $0) + pause }.reduce(0, +) }

    private static func duration(of ink: JSONInk) -> Double { Double(ink.strokes.joined().map(\.time).max() ?? 0) / 1000 }
}
