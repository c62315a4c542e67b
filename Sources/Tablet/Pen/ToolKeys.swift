import Evdev

/// Whether a tablet tells what is near it (BTN_TOOL_*).
///
/// Some have no such keys, others never press them. Where no tool was ever told, pucks included, a pen counts as near from
/// the first report on, or from the third if there are keys: a report or two may come before the first tool.
/// libinput's forced-tool plugin guesses, too, until three visits were told; one tool that is told is enough here.
struct ToolKeys: Hashable {
    private var hasToldTool: Bool
    /// So many reports more, and a pen is near.
    private var reportsToForce: Int
    private var isForced = false
    private var hasReport = false

    init(_ description: DeviceDescription) {
        hasToldTool = description.pressedKeys.contains(where: Key.isTool)
        reportsToForce = description.keys.contains(where: Key.isTool) ? 3 : 1
    }

    /// The frame has a value of an axis. A distance may be that of nothing at all.
    mutating func axis(_ code: UInt16) { if code != Axis.distance, code != Axis.misc { hasReport = true } }

    /// The frame has a change of the tip switch.
    mutating func touch() { hasReport = true }

    /// A tool came or went by its key; whether one that was only guessed is no longer near.
    mutating func tool() -> Bool {
        hasToldTool = true
        defer { isForced = false }
        return isForced
    }

    /// The frame is complete; whether a pen is near from now on.
    mutating func finishFrame() -> Bool {
        defer { hasReport = false }
        guard hasReport, !hasToldTool, !isForced else { return false }
        reportsToForce -= 1
        isForced = reportsToForce <= 0
        return isForced
    }
}

extension Key {
    /// BTN_TOOL_*: a pen's, a puck's or a finger's.
    static func isTool(_ code: UInt16) -> Bool { (toolPen...toolLens).contains(code) }
}
