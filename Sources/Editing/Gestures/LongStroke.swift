public import Ink

/// A long straight stroke beside the writing. In a text field the stroke acts like a key: letters are neither as long nor as straight.
public enum LongStroke: String, Sendable, Hashable, CaseIterable {
    /// A stroke to the right.
    case space
    /// A stroke to the left.
    case backspace
    /// A stroke down and then to the left, as on the Return key, or straight in that direction.
    case newline
    /// A stroke to the left and back again, which undoes the last word.
    case undo

    /// The minimum length of a long stroke, in heights of the text.
    static let leastHeights = 4.0
    /// The minimum length in millimeters: `small` applies next to small text, `alone` without text for comparison.
    static let leastMillimeters = (small: 15.0, alone: 30.0)
    /// Maximum deviation of a leg from its chord, as a fraction of the chord.
    private static let straightness = 0.1
    /// Minimum length of each of two legs, as a fraction of the whole length.
    private static let shortestLeg = 0.25

    /// Classifies a stroke; nil if it is text.
    /// - Parameters:
    ///   - places: positions in millimeters, in drawing order.
    ///   - textHeight: height of the text so far, in millimeters; nil without text.
    public init?(_ places: [Point], textHeight: Double?) {
        let least = textHeight.map { max(Self.leastMillimeters.small, Self.leastHeights * $0) } ?? Self.leastMillimeters.alone
        // steps long enough that hand tremor does not lengthen the path
        let places = places.steps(of: least / 20)
        guard let first = places.first, let last = places.last, places.count > 2 else { return nil }
        let length = places.pathLength
        guard length >= least else { return nil }
        if let whole = Leg(places[...]) {
            guard whole.length >= least, let kind = Self.kind(of: whole) else { return nil }
            self = kind
            return
        }
        // a stroke with two legs bends at the point farthest from both ends
        let far = places.indices.max { a, b in
            places[a].distance(to: first) + places[a].distance(to: last) < places[b].distance(to: first) + places[b].distance(to: last)
        }
        guard let corner = far, let before = Leg(places[...corner]), let behind = Leg(places[corner...]),
            min(before.length, behind.length) >= Self.shortestLeg * length
        else { return nil }
        if before.isDown, behind.isLeft {
            self = .newline
        } else if before.isLeft, behind.isRight, before.length >= least, first.distance(to: last) < 0.35 * before.length {
            self = .undo
        } else {
            return nil
        }
    }

    private static func kind(of leg: Leg) -> LongStroke? {
        if leg.isRight { return .space }
        if leg.isLeft { return .backspace }
        return leg.isDownAndLeft ? .newline : nil
    }

    /// A straight part of a stroke.
    private struct Leg {
        let dx: Double
        let dy: Double
        let length: Double

        init?(_ places: ArraySlice<Point>) {
            guard let first = places.first, let last = places.last, places.count > 1 else { return nil }
            (dx, dy) = (last.x - first.x, last.y - first.y)
            length = first.distance(to: last)
            let places = Array(places)
            guard length > 0, places.pathLength < 1.15 * length, places.deviation <= LongStroke.straightness * length else { return nil }
        }

        var isRight: Bool { dx > 0 && abs(dy) < 0.25 * dx }
        var isLeft: Bool { dx < 0 && abs(dy) < -0.3 * dx }
        var isDown: Bool { dy > 0 && abs(dx) < 0.45 * dy }
        var isDownAndLeft: Bool { dx < 0 && dy > 0 && dy > -0.45 * dx && dy < -2.2 * dx }
    }
}

extension [Point] {
    /// Returns the points that are at least `step` away from the previously returned point, and the last point.
    func steps(of step: Double) -> [Point] {
        var steps: [Point] = []
        for place in self {
            guard let last = steps.last else {
                steps.append(place)
                continue
            }
            if place.distance(to: last) >= step { steps.append(place) }
        }
        if let last, steps.last != last { steps.append(last) }
        return steps
    }
}

extension InkEditor {
    /// Returns the kind of long stroke that the newest stroke is; nil if the newest stroke is text.
    ///
    /// A stroke without a pause before it, or over words, is never a long stroke.
    /// - Parameter kept: strokes that a long stroke may cross, because their words are in the field.
    public func longStroke(over kept: Set<StrokeID> = []) -> LongStroke? {
        let id = StrokeID(lastStroke)
        guard !configuration.gestures.longStrokes.isEmpty, let stroke = content.strokes[id]?.stroke.sampled, let box = stroke.bounds,
            max(box.width, box.height) > LongStroke.leastMillimeters.small / 2 * configuration.unitsPerMillimeter
        else { return nil }
        if let pause = self.pause(before: stroke), pause < GestureSnapshot.flow { return nil }
        let marks = layout.lines.flatMap { $0.marks.filter { $0.stroke != id } }
        // for characters, stroke heights do not give the text height: strokes are smaller than characters, and some are long
        let height = marks.isEmpty || configuration.lineContent != .words ? nil : marks.map(\.box.height).selfWeightedMean ?? 0
        let scale = 1 / configuration.unitsPerMillimeter
        let places = stroke.points.map { Point(x: $0.x, y: $0.y) * scale }
        guard let found = LongStroke(places, textHeight: height.map { $0 * scale }), configuration.gestures.longStrokes.contains(found)
        else {
            return nil
        }
        let words = layout.lines.compactMap { line -> Box? in
            let boxes = line.marks.filter { $0.stroke != id && !kept.contains($0.stroke) }.map(\.box)
            return boxes.first.map { first in boxes.dropFirst().reduce(first) { $0.union($1) } }
        }
        let covered = stroke.points.count { point in words.contains { $0.contains(Point(x: point.x, y: point.y)) } }
        return Double(covered) < 0.3 * Double(stroke.points.count) ? found : nil
    }
}
