import Evdev
import Ink

/// The tools that a device reports in proximity: BTN_TOOL_* bits.
///
/// They should exclude each other. Some firmware sets PEN and RUBBER together, in either order; the eraser then wins until RUBBER is
/// released (libinput's double-tool plugin).
struct PenTools: OptionSet, Hashable {
    var rawValue: UInt8

    static let pen = PenTools(rawValue: 1)
    static let rubber = PenTools(rawValue: 2)
    static let brush = PenTools(rawValue: 4)
    static let pencil = PenTools(rawValue: 8)
    static let airbrush = PenTools(rawValue: 16)

    /// Creates the tool of a key code; nil for other keys. Pucks (MOUSE, LENS) cannot write and do not count.
    init?(key: UInt16) {
        switch key {
        case Key.toolPen: self = .pen
        case Key.toolRubber: self = .rubber
        case Key.toolBrush: self = .brush
        case Key.toolPencil: self = .pencil
        case Key.toolAirbrush: self = .airbrush
        default: return nil
        }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The tool that the user holds; nil if no tool is in proximity.
    var tool: PointerTool? { contains(.rubber) ? .eraser : isEmpty ? nil : .pen }
}

extension PointerButtons {
    /// Creates the barrel button of a key code; nil for other keys.
    init?(key: UInt16) {
        switch key {
        case Key.stylus: self = .lower
        case Key.stylus2: self = .upper
        case Key.stylus3: self = .third
        default: return nil
        }
    }
}

/// Whether a tablet reports the tool in proximity (BTN_TOOL_*).
///
/// Some have no such keys, others never press them. Where no tool was ever reported, pucks included, a pen counts as in proximity from the
/// first report on, or from the third if there are keys: a report or two may come before the first tool. libinput's forced-tool plugin
/// guesses, too, until three proximity sessions were reported; one reported tool is enough here.
struct ToolKeys: Hashable {
    private var hasToldTool: Bool
    /// Number of further reports until a pen counts as in proximity.
    private var reportsToForce: Int
    private var isForced = false
    private var hasReport = false

    /// Whether the quirks say that tool keys mean nothing.
    let ignoresKeys: Bool

    init(_ description: DeviceDescription) {
        ignoresKeys = description.quirks?.proximity == .forced
        hasToldTool = !ignoresKeys && description.pressedKeys.contains(where: Key.isTool)
        reportsToForce = !ignoresKeys && description.keys.contains(where: Key.isTool) ? 3 : 1
    }

    /// Notes an axis value in the frame; distance and tool id do not count, since they may be reported without a pen.
    mutating func axis(_ code: UInt16) { if code != Axis.distance, code != Axis.misc { hasReport = true } }

    /// Notes a change of the tip switch in the frame.
    mutating func touch() { hasReport = true }

    /// Notes a tool key's change; returns whether a guessed tool is no longer in proximity.
    mutating func tool() -> Bool {
        guard !ignoresKeys else { return false }
        hasToldTool = true
        defer { isForced = false }
        return isForced
    }

    /// Ends the frame; returns whether a pen is in proximity from now on.
    mutating func finishFrame() -> Bool {
        defer { hasReport = false }
        guard hasReport, !hasToldTool, !isForced else { return false }
        reportsToForce -= 1
        isForced = reportsToForce <= 0
        return isForced
    }
}

extension Key {
    /// Whether a code is a BTN_TOOL_*: a pen's, a puck's or a finger's.
    static func isTool(_ code: UInt16) -> Bool { (toolPen...toolLens).contains(code) }
}
