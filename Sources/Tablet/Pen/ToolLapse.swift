import Ink

/// A spurious proximity-out: some devices report the tool out of proximity for one report in the middle of a stroke, while the tip presses.
///
/// In a real lift the pressure falls over several reports, and the pen hovers before it leaves proximity. So if the pressure had not fallen,
/// the stroke continues if the tool returns at once at the same position; otherwise the stroke ended at the proximity-out. Tablets that
/// cannot sense a hovering pen report every lift in this way: after several tools in a row did not return, the tracker stops waiting.
struct ToolLapse: Hashable {
    /// The longest absence, in microseconds: two reports of most pens.
    static let grace: Int64 = 20_000
    /// Minimum pressure at leaving, as a fraction of the stroke's highest pressure.
    private static let leastShare: Float = 0.5
    /// Number of tools in a row that left for good after which the tracker stops waiting.
    private static let mostLosses = 3

    /// The time at which the tool left, on the events' clock; nil if no tool is waited for.
    private(set) var beginning: Instant?
    /// The time at which the tool counts as gone, on the kernel's clock; nil if no tool is waited for.
    private(set) var deadline: Instant?
    /// The tool that left.
    private var tool = PointerTool.pen
    /// Serial number of the tool's pen.
    private var serial: UInt32 = 0
    private var losses = 0

    /// Handles the reported leaving of a touching tool; returns whether it is awaited.
    /// - Parameters:
    ///   - pressure: the tip's pressure before that report.
    ///   - highest: the stroke's highest pressure.
    ///   - serial: the pen's serial number; 0 if unknown.
    mutating func begin(_ tool: PointerTool, pressure: Float, highest: Float, serial: UInt32, at time: ReportTime) -> Bool {
        guard losses < Self.mostLosses, pressure > 0, pressure >= highest * Self.leastShare else { return false }
        (self.tool, self.serial, beginning) = (tool, serial, time.event)
        deadline = time.kernel.advanced(byMicroseconds: Self.grace)
        return true
    }

    /// Whether a tool that enters is the one that left.
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
