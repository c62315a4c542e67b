import Evdev
import Ink

/// The pressure that a worn tip reports without touching, learned for each tip, and the range of pressure that is left above it.
///
/// The rules are libinput's ("Pressure offset on worn-out tools"): if the tablet reports distances, the pressure of a tip that enters
/// from far away is its wear; otherwise the minimum pressure in each of the tip's first three proximity sessions. A smaller pressure
/// lowers the offset at any time, and half of the range or more is not wear.
///
/// A pen's serial number may be reported after the pen itself. A session's measurements are stored for its pen; while the pen is unknown,
/// the most recent one is assumed.
struct PressureOffset {
    /// One proximity session of one tip.
    private struct Visit {
        let isEraser: Bool
        var pen: UInt32
        /// The minimum pressure; nil if no pressure was reported yet.
        var least: Int32?
        /// Whether the tip entered from far away, so that its pressure was only wear.
        var isFromAfar = false
    }

    private let whole: AxisRange
    private let hasDistance: Bool
    private var visit: Visit?
    /// Wear of each tip, most recent last.
    private(set) var tips: [TipWear]
    /// Grows when `tips` changes.
    private(set) var revision = 0
    /// The range above the offset of the tip in proximity.
    private(set) var range: AxisRange
    private static let visitsToKnow = 3
    /// Maximum number of tips that are remembered.
    static let maximumTips = 16

    /// Creates the offset of a pressure axis; nil if the axis has no range.
    /// - Parameters:
    ///   - offset: device units that every tip reports without touching.
    ///   - tips: previously learned tips.
    init?(_ axis: AxisInfo?, offset: Int32 = 0, hasDistance: Bool, tips: [TipWear] = []) {
        guard let axis, let all = AxisRange(axis) else { return nil }
        let range = all.above(Int32(clamping: Int64(axis.minimum) + Int64(max(0, offset))))
        whole = range
        self.range = range
        self.hasDistance = hasDistance
        self.tips = Array(tips.suffix(Self.maximumTips))
    }

    /// Processes the pressure of a tip that entered proximity or is still in it.
    /// - Parameters:
    ///   - pen: stands for its serial number; 0 as long as that is unknown.
    ///   - pressure: nil as long as no pressure was reported since the tip entered.
    ///   - isNew: the tip entered with this report.
    ///   - distance: 0…1 of the tablet's range; nil without a distance axis.
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

    /// Ends the session of a tip that left, and stores its measurement.
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

    /// The pressure of the tip in proximity without touching; nil if unknown.
    private var offset: Int32? {
        guard let visit else { return nil }
        let known = tips.last { $0.isEraser == visit.isEraser && (visit.pen == 0 || $0.pen == visit.pen) }
        if let known, known.isKnown || (!hasDistance && known.visits + 1 >= Self.visitsToKnow) {
            return min(known.least, visit.least ?? known.least)
        }
        return visit.isFromAfar ? visit.least : nil
    }
}
