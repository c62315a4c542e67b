public import Evdev
import Foundation
public import Ink

/// A simulated pen tablet, and the frames that it reports while strokes are drawn on it.
///
/// The tablet has 200 × 120 mm at 200 units per millimeter, and 4096 steps of pressure, distance and tilt. Like the kernel, the tablet
/// reports only values that changed.
public struct SamplePen: Sendable {
    /// The active area in millimeters.
    public static let size = (width: 200.0, height: 120.0)
    /// The number of reports per second while hovering.
    public var hertz = 200.0

    private static let unitsPerMillimeter = 200.0
    private static let pressureSteps = 4095.0
    private static let unitsPerRadian = 57.0

    /// Creates a tablet with 200 reports per second.
    public init() {}

    /// The tablet's description, in the form that the kernel provides.
    public static var description: DeviceDescription {
        var device = DeviceDescription(name: "inkd Sample Pen Tablet", bus: 6, vendor: 0, product: 1, version: 1)
        device.keys = [Key.toolPen, Key.toolRubber, Key.touch, Key.stylus, Key.stylus2]
        device.axes = [
            Axis.x: AxisInfo(minimum: 0, maximum: Int32(size.width * unitsPerMillimeter), resolution: Int32(unitsPerMillimeter)),
            Axis.y: AxisInfo(minimum: 0, maximum: Int32(size.height * unitsPerMillimeter), resolution: Int32(unitsPerMillimeter)),
            Axis.pressure: AxisInfo(minimum: 0, maximum: Int32(pressureSteps)),
            Axis.distance: AxisInfo(minimum: 0, maximum: 63),
            Axis.tiltX: AxisInfo(minimum: -64, maximum: 63, resolution: Int32(unitsPerRadian)),
            Axis.tiltY: AxisInfo(minimum: -64, maximum: 63, resolution: Int32(unitsPerRadian)),
        ]
        device.properties = [Property.pointer]
        return device
    }

    /// Returns the frames of a pen that comes into proximity, draws the strokes, hovers from each to the next, and leaves.
    ///
    /// Strokes must be ordered by time; hovering fills the time between them.
    public func frames(drawing strokes: [Stroke]) -> [Frame] {
        var state = PenState()
        var frames: [Frame] = []
        let tick = Int64(1_000_000 / max(1, hertz))
        var previous: InkPoint?
        for stroke in strokes {
            guard let first = stroke.points.first, let last = stroke.points.last else { continue }
            var start = first
            (start.x, start.y) = (start.x + 6, start.y + 5)
            start.time = start.time.advanced(byMicroseconds: -30 * tick)
            frames += hover(from: previous ?? start, to: first, comesFromAfar: previous == nil, every: tick, state: &state)
            for point in stroke.points { frames.append(state.frame(at: point, isTouching: true, distance: 0)) }
            previous = last
        }
        if let last = previous {
            var end = last
            (end.x, end.y) = (end.x + 12, end.y + 8)
            end.time = end.time.advanced(byMicroseconds: 40 * tick)
            frames += hover(from: last, to: end, comesFromAfar: false, goesAway: true, every: tick, state: &state)
            frames.append(Frame(time: end.time, events: [InputEvent(time: end.time, type: EventType.key, code: Key.toolPen, value: 0)]))
        }
        // The kernel sends no frame without changes.
        return frames.filter { !$0.events.isEmpty }
    }

    /// Returns the frames of a minimum-jerk movement between two points, one at each tick. The end point is left out. The starting point is
    /// included only if the pen enters proximity there.
    private func hover(
        from a: InkPoint, to b: InkPoint, comesFromAfar: Bool, goesAway: Bool = false, every tick: Int64, state: inout PenState
    ) -> [Frame] {
        let duration = b.time.since(a.time)
        guard duration > 0 else { return [] }
        var frames: [Frame] = []
        var elapsed: Int64 = comesFromAfar ? 0 : tick
        while elapsed < duration {
            let share = Double(elapsed) / Double(duration)
            let along = share * share * share * (10 - 15 * share + 6 * share * share)
            var point = a
            (point.x, point.y) = (a.x + (b.x - a.x) * along, a.y + (b.y - a.y) * along)
            point.time = a.time.advanced(byMicroseconds: elapsed)
            let lift = comesFromAfar ? 1 - along : goesAway ? along : sin(.pi * share) * min(1, 0.15 + hypot(b.x - a.x, b.y - a.y) / 60)
            frames.append(state.frame(at: point, isTouching: false, distance: Int32(3 + lift * 58)))
            elapsed += tick
        }
        return frames
    }

    /// The values that were reported last, so that only changed values are reported.
    private struct PenState {
        private var values: [UInt32: Int32] = [:]

        mutating func frame(at point: InkPoint, isTouching: Bool, distance: Int32) -> Frame {
            var frame = Frame(time: point.time)
            func clamped(_ value: Double, _ low: Double, _ high: Double) -> Int32 { Int32(max(low, min(high, value.rounded()))) }
            let units = SamplePen.unitsPerMillimeter
            let lean = 1 / tan(Double(max(0.2, point.altitude)))
            report(&frame, EventType.key, Key.toolPen, 1)
            report(&frame, EventType.abs, Axis.x, clamped(point.x * units, 0, SamplePen.size.width * units))
            report(&frame, EventType.abs, Axis.y, clamped(point.y * units, 0, SamplePen.size.height * units))
            let steps = SamplePen.pressureSteps
            report(&frame, EventType.abs, Axis.pressure, isTouching ? clamped(Double(point.force) * steps, 1, steps) : 0)
            report(&frame, EventType.abs, Axis.distance, distance)
            report(&frame, EventType.abs, Axis.tiltX, clamped(atan(cos(Double(point.azimuth)) * lean) * SamplePen.unitsPerRadian, -64, 63))
            report(&frame, EventType.abs, Axis.tiltY, clamped(atan(sin(Double(point.azimuth)) * lean) * SamplePen.unitsPerRadian, -64, 63))
            report(&frame, EventType.key, Key.touch, isTouching ? 1 : 0)
            return frame
        }

        private mutating func report(_ frame: inout Frame, _ type: UInt16, _ code: UInt16, _ value: Int32) {
            let key = UInt32(type) << 16 | UInt32(code)
            guard values[key] != value else { return }
            // A value that was never reported has its initial value: 0.
            if values[key] == nil, value == 0 { return }
            values[key] = value
            frame.events.append(InputEvent(time: frame.time, type: type, code: code, value: value))
        }
    }
}
