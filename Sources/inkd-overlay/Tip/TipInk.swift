internal import Ink

/// The ink under the tip that is on the screen, and the areas to be drawn anew. Pure: the time is a parameter of each call.
///
/// `OverlayState` decides which strokes exist. This type contains the lines of these strokes on the screen.
struct TipInk {
    /// A line and its opacity.
    struct Line: Equatable {
        /// The stroke's number in `OverlayState`.
        var stroke: Int
        var path = TipPath()
        /// The opacity, 0 to 1.
        var opacity = 1.0
    }

    /// An area to be drawn anew.
    struct Damage: Equatable {
        var box: Box
        /// Whether the area has lost ink.
        var isErased: Bool
    }

    /// The lines, in order.
    private(set) var lines: [Line] = []
    /// The area to be drawn anew since the last call of `takeDamage`.
    private var damage: Box?
    /// Whether that area has lost ink.
    private var hasErased = false
    /// The line that the pen is drawing.
    private var open: Int?

    /// The prediction of the tip; nil if drawn pixels cannot be erased cheaply, so that nothing is predicted.
    var prediction: TipPrediction?

    /// The box of all ink; nil without ink.
    var box: Box? { lines.compactMap(\.path.box).reduce(nil) { $0?.union($1) ?? $1 } }

    /// Continues the line of a stroke, or begins it.
    mutating func append(_ place: TipPath.Place, to stroke: Int) {
        let index: Int
        if let known = lines.lastIndex(where: { $0.stroke == stroke }) {
            index = known
        } else {
            index = lines.count
            lines.append(Line(stroke: stroke))
        }
        open = stroke
        let tail = lines[index].path.tailBox
        let settled = lines[index].path.append(place)
        for box in [tail, settled, lines[index].path.tailBox] { if let box { include(box) } }
    }

    /// Updates the lines to the strokes: removed ones disappear, fading ones become lighter, and ended ones lose the predicted piece.
    mutating func follow(_ strokes: [InkTrace], at now: Duration) {
        var known: [Int: InkTrace] = [:]
        for stroke in strokes { known[stroke.number] = stroke }
        for index in lines.indices.reversed() {
            let line = lines[index]
            guard let stroke = known[line.stroke] else {
                erase(line.path.box)
                lines.remove(at: index)
                continue
            }
            let opacity = Fade.opacity(from: stroke.goneSince, at: now)
            if opacity != line.opacity {
                lines[index].opacity = opacity
                erase(line.path.box)
            }
            if line.stroke == open, !stroke.isOpen { open = nil }
            predict(at: now, for: index)
        }
    }

    /// Moves the predicted end of a line.
    private mutating func predict(at now: Duration, for index: Int) {
        let path = lines[index].path
        let place = lines[index].stroke == open ? prediction?.place(after: path.places, at: now) : nil
        guard place != path.prediction else { return }
        erase(path.tailBox)
        lines[index].path.prediction = place
        if let box = lines[index].path.tailBox { include(box) }
    }

    /// The time of the next change without an event, which is when the predicted piece of a resting pen disappears; nil without such a
    /// change.
    var nextChange: Duration? {
        lines.filter { $0.path.prediction != nil }.compactMap(\.path.places.last).map { $0.time + TipPrediction.patience }.min()
    }

    /// Marks the area of all ink to be drawn anew.
    mutating func invalidate() { erase(box) }

    /// Returns the area to be drawn anew; nil if nothing has changed.
    mutating func takeDamage() -> Damage? {
        defer { (damage, hasErased) = (nil, false) }
        return damage.map { Damage(box: $0, isErased: hasErased) }
    }

    private mutating func include(_ box: Box) { damage = damage?.union(box) ?? box }

    private mutating func erase(_ box: Box?) {
        guard let box else { return }
        include(box)
        hasErased = true
    }
}
