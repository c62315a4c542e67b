import Ink

/// A spurious proximity-out: some devices report the tool out of proximity for one report in the middle of a stroke, while the tip presses.
///
/// In a real lift the pressure falls over several reports, and the pen hovers before it leaves proximity. So if the pressure had not
/// fallen, the tracker waits for the tool. If the tool returns at once at the same position, the stroke continues. Otherwise the stroke
/// ended at the proximity-out. Tablets that cannot sense a hovering pen report every lift in this way: after several tools in a row did not
/// return, the tracker stops waiting.
struct ToolLapse: Hashable {
    /// The longest absence in microseconds, two report intervals of most pens.
    static let grace: Int64 = 20_000
    /// Minimum pressure before the proximity-out, as a fraction of the stroke's highest pressure.
    private static let leastShare: Float = 0.5
    /// Maximum number of tools in a row that do not return. After that the tracker stops waiting.
    private static let mostLosses = 3

    /// The time at which the tool left, on the clock of the events; nil if the tracker waits for no tool.
    private(set) var beginning: Instant?
    /// The time at which the tool counts as gone, on the kernel's clock; nil if the tracker waits for no tool.
    private(set) var deadline: Instant?
    /// The tool that left.
    private var tool = PointerTool.pen
    /// The serial number of the pen to which the tool belongs; 0 if unknown.
    private var serial: UInt32 = 0
    private var losses = 0

    /// Handles the proximity-out of a touching tool. Returns whether the tracker has to wait for the tool.
    /// - Parameters:
    ///   - pressure: the tip's pressure before the proximity-out.
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

    /// Ends the wait for the tool.
    /// - Parameter isBack: whether the tool has returned.
    mutating func end(isBack: Bool) {
        losses = isBack ? 0 : losses + 1
        (beginning, deadline) = (nil, nil)
    }
}
