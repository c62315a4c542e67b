import Ink

/// A tool that is reported to leave in the middle of a stroke, while it presses: some devices drop it for a report, and have it back.
///
/// A hand that lifts the pen presses less and less for some reports, and hovers before it is too far away. So where the tip pressed about as
/// hard as it had, the stroke goes on if the tool is back at once where it was; else it ended when the tool left. Tablets whose pens are only
/// seen while they touch report every lift so: after a few that did not come back none is waited for any more.
struct ToolLapse: Hashable {
    /// The longest absence, in microseconds: two reports of most pens.
    static let grace: Int64 = 20_000
    /// Of the stroke's highest force, so much has to be left.
    private static let leastShare: Float = 0.5
    /// So many tools in a row that left for good, and leaving means leaving.
    private static let mostLosses = 3

    /// When it left, as events have it; nil while no tool is waited for.
    private(set) var beginning: Instant?
    /// When it counts as gone, by the kernel's time; nil while no tool is waited for.
    private(set) var deadline: Instant?
    /// The tool that left.
    private var tool = PointerTool.pen
    /// Its pen's serial number.
    private var serial: UInt32 = 0
    private var highest: Float = 0
    private var losses = 0

    /// Takes in the force of a touching tip.
    mutating func press(_ force: Float, isFirst: Bool) { highest = isFirst ? force : max(highest, force) }

    /// A touching tool is reported to leave; whether it is waited for.
    /// - Parameters:
    ///   - force: the tip's, before that report.
    ///   - serial: its pen's; 0 where unknown.
    ///   - time: the report's, by the kernel.
    ///   - beginning: the report's, as events have it.
    mutating func begin(_ tool: PointerTool, force: Float, serial: UInt32, at time: Instant, as beginning: Instant) -> Bool {
        guard losses < Self.mostLosses, force > 0, force >= highest * Self.leastShare else { return false }
        (self.tool, self.serial, self.beginning) = (tool, serial, beginning)
        deadline = time.advanced(byMicroseconds: Self.grace)
        return true
    }

    /// Whether a tool that came is the one that left.
    func isSame(_ tool: PointerTool, serial: UInt32) -> Bool {
        tool == self.tool && (serial == self.serial || serial == 0 || self.serial == 0)
    }

    /// The waiting ends.
    /// - Parameter isBack: the tool is back.
    mutating func end(isBack: Bool) {
        losses = isBack ? 0 : losses + 1
        (beginning, deadline) = (nil, nil)
    }
}
