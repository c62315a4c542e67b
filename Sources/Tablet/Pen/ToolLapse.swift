import Ink

/// A spurious proximity-out: some devices report the tool out of proximity for one report in the middle of a stroke, while the tip presses.
///
/// In a real lift the pressure falls over several reports, and the pen hovers before it leaves proximity. So if the pressure had not fallen,
/// the stroke continues if the tool returns at once at the same position; otherwise the stroke ended at the proximity-out. Tablets that
/// cannot sense a hovering pen report every lift in this way: after several tools in a row did not return, the tracker stops waiting.
struct ToolLapse: Hashable {
    /// The longest absence, in microseconds: two reports of most pens.
    static let grace: Int64 = 20_000
    /// Minimum force at leaving, as a fraction of the stroke's highest force.
    private static let leastShare: Float = 0.5
    /// Number of tools in a row that left for good after which the tracker stops waiting.
    private static let mostLosses = 3

    /// The time it left, on the events' clock; nil while no tool is awaited.
    private(set) var beginning: Instant?
    /// The time it counts as gone, by the kernel's clock; nil while no tool is awaited.
    private(set) var deadline: Instant?
    /// The tool that left.
    private var tool = PointerTool.pen
    /// Serial number of the tool's pen.
    private var serial: UInt32 = 0
    private var highest: Float = 0
    private var losses = 0

    /// Records the force of a touching tip.
    mutating func press(_ force: Float, isFirst: Bool) { highest = isFirst ? force : max(highest, force) }

    /// Handles the reported leaving of a touching tool; returns whether it is awaited.
    /// - Parameters:
    ///   - force: the tip's force before that report.
    ///   - serial: the pen's serial number; 0 where unknown.
    ///   - time: the report's time, by the kernel.
    ///   - beginning: the report's time, on the events' clock.
    mutating func begin(_ tool: PointerTool, force: Float, serial: UInt32, at time: Instant, as beginning: Instant) -> Bool {
        guard losses < Self.mostLosses, force > 0, force >= highest * Self.leastShare else { return false }
        (self.tool, self.serial, self.beginning) = (tool, serial, beginning)
        deadline = time.advanced(byMicroseconds: Self.grace)
        return true
    }

    /// Whether a tool that entered is the one that left.
    func isSame(_ tool: PointerTool, serial: UInt32) -> Bool {
        tool == self.tool && (serial == self.serial || serial == 0 || self.serial == 0)
    }

    /// Ends the wait.
    /// - Parameter isBack: the tool is back.
    mutating func end(isBack: Bool) {
        losses = isBack ? 0 : losses + 1
        (beginning, deadline) = (nil, nil)
    }
}
