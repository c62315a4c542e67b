import Evdev

/// The tools in proximity according to BTN_TOOL_*, with an assumption for tablets that do not report them.
///
/// Some tablets have no such keys, others never press them. If no tool was ever reported, pucks included, a pen counts as in proximity from
/// the first report on. If the tablet has these keys, it counts from the third report on, because one or two reports may precede the first
/// tool. libinput's forced-tool plugin stops such guesses after three reported proximity sessions; this type stops at the first reported
/// tool.
struct ToolKeys: Hashable {
    /// The source of `tools`.
    private enum Source: Hashable {
        /// No tool was reported. After this number of further reports a pen counts as in proximity.
        case undecided(reports: Int)
        /// The pen in proximity is a guess.
        case guessed
        /// The tablet has reported a tool.
        case reported
    }

    /// The tools in proximity.
    private(set) var tools: PenTools = []
    private var source: Source
    /// Whether the frame contains a report of a pen.
    private var hasReport = false
    /// Whether tool keys are ignored according to the quirks.
    private let ignoresKeys: Bool

    /// Starts from the keys that were pressed when the device was opened.
    init(_ description: DeviceDescription) {
        ignoresKeys = description.quirks?.proximity == .forced
        guard !ignoresKeys else {
            source = .undecided(reports: 1)
            return
        }
        let hasTool = description.pressedKeys.contains(where: Key.isTool)
        source = hasTool ? .reported : .undecided(reports: description.keys.contains(where: Key.isTool) ? 3 : 1)
        for key in description.pressedKeys {
            if let tool = PenTools(key: key) { tools.insert(tool) }
        }
    }

    /// Handles an axis value. Distance and tool ID do not indicate that a pen is in proximity.
    mutating func axis(_ code: UInt16) { if code != Axis.distance, code != Axis.misc { hasReport = true } }

    /// Handles a change of the tip switch.
    mutating func touch() { hasReport = true }

    /// Applies a BTN_TOOL_* event. Returns whether the key is one of a pen.
    mutating func apply(_ code: UInt16, isDown: Bool) -> Bool {
        guard !ignoresKeys else { return false }
        if source == .guessed { tools = [] }
        source = .reported
        guard let tool = PenTools(key: code) else { return false }
        if isDown { tools.insert(tool) } else { tools.remove(tool) }
        return true
    }

    /// Ends the frame: a pen counts as in proximity after enough reports without any tool.
    mutating func finishFrame() {
        defer { hasReport = false }
        guard hasReport, case .undecided(let reports) = source else { return }
        source = reports > 1 ? .undecided(reports: reports - 1) : .guessed
        if source == .guessed { tools = .pen }
    }

    /// Removes all tools.
    mutating func clear() { tools = [] }
}
