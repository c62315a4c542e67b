public import Ink

/// What a stroke is by itself, whatever lies beneath: for applications that want simple commands and no text.
///
/// Plain geometry, nothing learnt. Strokes must be in millimetres and timed. Times and distances of taps are those of Android's
/// ViewConfiguration (DEFAULT_LONG_PRESS_TIMEOUT, DOUBLE_TAP_TIMEOUT, TOUCH_SLOP, DOUBLE_TAP_SLOP; 160 dp are an inch).
public enum ContextlessGesture: String, Sendable, Hashable, CaseIterable {
    /// Short and without moving.
    case tap
    /// A tap soon after another at the same place.
    case doubleTap = "double-tap"
    /// Long and without moving.
    case longPress = "long-press"
    /// A straight line to the right.
    case leftRight = "left-right"
    /// A straight line to the left.
    case rightLeft = "right-left"
    /// A straight line downwards.
    case topBottom = "top-bottom"
    /// A straight line upwards.
    case bottomTop = "bottom-top"
    /// Back and forth.
    case scratch
    /// A closed line.
    case surround

    /// Microseconds that a press lasts at least.
    private static let pressTime: Int64 = 400_000
    /// Microseconds between two taps at most.
    private static let pauseTime: Int64 = 300_000
    private static let touchSlop = 8.0 * 25.4 / 160
    private static let doubleTapSlop = 100.0 * 25.4 / 160

    /// The gesture that a stroke is; nil if it is none of them, or has no samples or some that are no usable numbers.
    ///
    /// - Parameter previous: The stroke before, which makes a tap the second of two.
    public init?(_ stroke: Stroke, after previous: Stroke? = nil) {
        guard let trace = InkTrace(stroke), let first = stroke.points.first, let last = stroke.points.last else { return nil }
        if trace.extent.diagonal <= Self.touchSlop {
            if last.time.since(first.time) >= Self.pressTime {
                self = .longPress
            } else {
                self = previous.map { Self.isTap($0, shortlyBefore: first) } ?? false ? .doubleTap : .tap
            }
            return
        }
        // turns count from three tenths of the stroke's own size on
        let shape = GestureShape(stroke.points.map { Position(x: $0.x, y: $0.y) }, textHeight: trace.extent.diagonal)
        guard let kind = Self.line(shape) ?? Self.scratch(shape) ?? Self.surround(shape) else { return nil }
        self = kind
    }

    private static func isTap(_ stroke: Stroke, shortlyBefore point: InkPoint) -> Bool {
        guard let trace = InkTrace(stroke), trace.extent.diagonal <= touchSlop else { return false }
        guard let first = stroke.points.first, let last = stroke.points.last else { return false }
        let pause = point.time.since(last.time)
        let distance = Position(x: first.x, y: first.y).distance(to: Position(x: point.x, y: point.y))
        return last.time.since(first.time) < pressTime && (0...pauseTime).contains(pause) && distance <= doubleTapSlop
    }

    /// Straight, and more than twice as long along one axis as along the other.
    private static func line(_ shape: GestureShape) -> ContextlessGesture? {
        guard let start = shape.points.first, let end = shape.points.last, start.distance(to: end) > 0.9 * shape.length else { return nil }
        let (x, y) = (end.x - start.x, end.y - start.y)
        if abs(x) > 2 * abs(y) { return x > 0 ? .leftRight : .rightLeft }
        if abs(y) > 2 * abs(x) { return y > 0 ? .topBottom : .bottomTop }
        return nil
    }

    private static func scratch(_ shape: GestureShape) -> ContextlessGesture? {
        let reversals = max(shape.reversals(shape.points.map(\.x)), shape.reversals(shape.points.map(\.y)))
        return reversals >= 3 && shape.length > 2.5 * shape.extent.diagonal ? .scratch : nil
    }

    private static func surround(_ shape: GestureShape) -> ContextlessGesture? {
        guard let start = shape.points.first, let end = shape.points.last else { return nil }
        return start.distance(to: end) < 0.3 * shape.extent.diagonal && shape.area > 0.4 * shape.extent.width * shape.extent.height
            ? .surround : nil
    }
}
