import Ink

/// A tool that is reported to leave in the middle of a stroke, while it presses: some devices lose it for one report.
///
/// A hand that lifts the pen presses less and less for some reports, and hovers before it is too far away. So if the tip pressed about as
/// hard as before, the stroke continues if the tool is back at once at the same position; otherwise the stroke ended when the tool left.
/// Tablets that see pens only while they touch report every lift like this: after a few tools that did not return, the tracker stops
/// waiting.
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
