import Evdev
import Ink

/// The pressure that a worn tip reports without touching, learned for each tip, and the range of pressure that is left above it.
///
/// The rules are libinput's ("Pressure offset on worn-out tools"): where the tablet tells distances, a tip that comes from far away
/// presses by its wear alone; elsewhere the least that a tip pressed on each of its first three visits does. A smaller pressure lowers it
/// at any time, and half of the range or more is no wear.
///
/// A pen's serial number may come after the pen. What a visit shows is its pen's, whenever that is known; until then the pen counts as the one
/// that was here last.
struct PressureOffset {
    /// One visit of one tip.
    private struct Visit {
        let isEraser: Bool
        var pen: UInt32
        /// nil as long as no pressure was reported.
        var least: Int32?
        /// It came from far away: it pressed by its wear alone.
        var isFromAfar = false
    }

    private let whole: AxisRange
    private let hasDistance: Bool
    private var visit: Visit?
    /// What is known of each tip, the one that was here last at the end.
    private(set) var tips: [TipWear]
    /// Grows when `tips` says something new.
    private(set) var revision = 0
    /// The range above the offset of the tip that is near.
    private(set) var range: AxisRange
    private static let visitsToKnow = 3
    /// Tips that are remembered.
    static let maximumTips = 16

    /// nil if there is no range of pressure.
    /// - Parameters:
    ///   - offset: device units that every tip reports without touching.
    ///   - tips: what is known already.
    init?(_ axis: AxisInfo?, offset: Int32 = 0, hasDistance: Bool, tips: [TipWear] = []) {
        guard let axis, let all = AxisRange(axis) else { return nil }
        let range = all.above(Int32(clamping: Int64(axis.minimum) + Int64(max(0, offset))))
        whole = range
        self.range = range
        self.hasDistance = hasDistance
        self.tips = Array(tips.suffix(Self.maximumTips))
    }

    /// A tip is near with this pressure, or still is.
    /// - Parameters:
    ///   - pen: stands for its serial number; 0 as long as that is unknown.
    ///   - pressure: nil as long as none was reported since it came.
    ///   - isNew: it came with this report.
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

    /// The tip has left: what its visit showed counts from now on.
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

    /// What the tip that is near presses without touching; nil if that is not known.
    private var offset: Int32? {
        guard let visit else { return nil }
        let known = tips.last { $0.isEraser == visit.isEraser && (visit.pen == 0 || $0.pen == visit.pen) }
        if let known, known.isKnown || (!hasDistance && known.visits + 1 >= Self.visitsToKnow) {
            return min(known.least, visit.least ?? known.least)
        }
        return visit.isFromAfar ? visit.least : nil
    }
}
