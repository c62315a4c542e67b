import Evdev
import Ink

/// The pressure that a worn tip reports without touching, learned for each tip, and the range of pressure above this offset.
///
/// The rules are libinput's ("Pressure offset on worn-out tools"). If the tablet reports distances, the offset is the pressure of a tip
/// that enters from far away. Otherwise it is the minimum pressure in each of the tip's first three proximity sessions. A smaller pressure
/// lowers the offset at any time. A pressure of half the range or more is not wear.
///
/// A pen's serial number may be reported later than its proximity-in. A session's measurements are stored for the session's pen. While the
/// pen is unknown, the most recent one is assumed.
struct PressureOffset {
    /// One proximity session of one tip.
    private struct Visit {
        let isEraser: Bool
        var pen: UInt32
        /// The minimum pressure; nil if no pressure was reported yet.
        var least: Int32?
        /// Whether the tip entered from far away. Its pressure was then only wear.
        var isFromAfar = false
    }

    private let whole: AxisRange
    private let hasDistance: Bool
    private var visit: Visit?
    /// Wear of each tip, most recent last.
    private(set) var tips: [TipWear]
    /// The revision of `tips`, which is incremented when the tips change.
    private(set) var revision = 0
    /// The range above the offset of the tip in proximity.
    private(set) var range: AxisRange
    private static let visitsToKnow = 3
    /// Maximum number of tips that are remembered.
    static let maximumTips = 16

    /// Creates the offset of a pressure axis; nil if the axis has no range.
    /// - Parameters:
    ///   - offset: the pressure that every tip reports without touching, in device units.
    ///   - tips: previously learned tips.
    init?(_ axis: AxisInfo?, offset: Int32 = 0, hasDistance: Bool, tips: [TipWear] = []) {
        guard let axis, let all = AxisRange(axis) else { return nil }
        let range = all.above(Int32(clamping: Int64(axis.minimum) + Int64(max(0, offset))))
        whole = range
        self.range = range
        self.hasDistance = hasDistance
        self.tips = Array(tips.suffix(Self.maximumTips))
    }

    /// Processes the pressure of a tip that has entered proximity or is still in proximity.
    /// - Parameters:
    ///   - pen: the identifier that replaces the pen's serial number; 0 while the number is unknown.
    ///   - pressure: the reported pressure; nil if no pressure was reported since the tip entered.
    ///   - isNew: the tip entered with this report.
    ///   - distance: a fraction of the tablet's distance range, 0…1; nil without a distance axis.
    mutating func near(_ tool: PointerTool, pen: UInt32, pressure: Int32?, isNew: Bool, distance: Float?) {
        let isEraser = tool == .eraser
        if isNew || visit?.isEraser != isEraser || (visit?.pen != 0 && visit?.pen != pen) {
            finish()
            visit = Visit(isEraser: isEraser, pen: pen)
        }
        visit?.pen = pen
        if let pressure, var visit {
            if visit.least == nil, isNew, let distance, distance > 0.5 { visit.isFromAfar = true }
            visit.least = min(visit.least ?? pressure, pressure)
            self.visit = visit
        }
        range = offset.map(whole.above) ?? whole
    }

    /// Ends the session of a tip that has left, and stores the session's minimum pressure.
    mutating func finish() {
        guard let visit, let least = visit.least else { return visit = nil }
        self.visit = nil
        let place = tips.firstIndex { $0.isEraser == visit.isEraser && $0.pen == visit.pen }
        let before = place.map { tips.remove(at: $0) }
        var tip = before ?? TipWear(isEraser: visit.isEraser, pen: visit.pen)
        tip.least = visit.isFromAfar && !tip.isKnown ? least : min(tip.least, least)
        tip.visits = min(tip.visits + 1, Self.visitsToKnow)
        tip.isKnown = tip.isKnown || visit.isFromAfar || (!hasDistance && tip.visits == Self.visitsToKnow)
        if tips.count == Self.maximumTips { tips.removeFirst() }
        tips.append(tip)
        if tip != before { revision += 1 }
    }

    /// The pressure that the tip in proximity reports without touching; nil if unknown.
    private var offset: Int32? {
        guard let visit else { return nil }
        let known = tips.last { $0.isEraser == visit.isEraser && (visit.pen == 0 || $0.pen == visit.pen) }
        if let known, known.isKnown || (!hasDistance && known.visits + 1 >= Self.visitsToKnow) {
            return min(known.least, visit.least ?? known.least)
        }
        return visit.isFromAfar ? visit.least : nil
    }
}
