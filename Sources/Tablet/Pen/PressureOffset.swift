import Evdev
import Ink

/// The pressure that a worn tip reports without touching, learnt for each tip, and the range of pressure that is left above it.
///
/// The rules are libinput's ("Pressure offset on worn-out tools"): where the tablet tells distances, a tip that comes from far away
/// presses by its wear alone; elsewhere the least that a tip pressed on each of its first three visits does. A smaller pressure lowers it
/// at any time, and half of the range or more is no wear.
struct PressureOffset: Hashable {
    /// One end of one pen.
    private struct Tip: Hashable {
        let tool: PointerTool
        let serial: UInt32
        var least: Int32
        var visits = 0
        var isKnown = false
    }

    private let whole: AxisRange
    private var tips: [Tip] = []
    /// The range above the offset of the tip that is near.
    private(set) var range: AxisRange
    private static let visitsToKnow = 3
    private static let maximumTips = 16

    /// nil if there is no range of pressure.
    /// - Parameter offset: device units that every tip reports without touching.
    init?(_ axis: AxisInfo?, offset: Int32 = 0) {
        guard let axis, let all = AxisRange(axis) else { return nil }
        let range = all.above(Int32(clamping: Int64(axis.minimum) + Int64(max(0, offset))))
        whole = range
        self.range = range
    }

    /// A tip is near with this pressure, or still is.
    /// - Parameters:
    ///   - isNew: it came with this report.
    ///   - distance: 0…1 of the tablet's range; nil without a distance axis.
    mutating func near(_ tool: PointerTool, serial: UInt32, pressure: Int32, isNew: Bool, distance: Float?) {
        var number = tips.firstIndex { $0.tool == tool && $0.serial == serial }
        if number == nil, isNew {
            if tips.count == Self.maximumTips { tips.removeFirst() }
            tips.append(Tip(tool: tool, serial: serial, least: pressure))
            number = tips.count - 1
        }
        guard let number else { return range = whole }
        if isNew {
            tips[number].visits += 1
            if let distance {
                if distance > 0.5, !tips[number].isKnown { (tips[number].isKnown, tips[number].least) = (true, pressure) }
            } else if tips[number].visits >= Self.visitsToKnow {
                tips[number].isKnown = true
            }
        }
        tips[number].least = min(tips[number].least, pressure)
        range = tips[number].isKnown ? whole.above(tips[number].least) : whole
    }
}
