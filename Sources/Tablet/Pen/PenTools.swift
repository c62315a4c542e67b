import Evdev
import Ink

/// The tools a device says are near: BTN_TOOL_* bits.
///
/// Supposed to exclude each other. Some firmware sets PEN and RUBBER together, in either order; the eraser then wins until RUBBER
/// falls (libinput's double-tool plugin).
struct PenTools: OptionSet, Hashable {
    var rawValue: UInt8

    static let pen = PenTools(rawValue: 1)
    static let rubber = PenTools(rawValue: 2)
    static let brush = PenTools(rawValue: 4)
    static let pencil = PenTools(rawValue: 8)
    static let airbrush = PenTools(rawValue: 16)

    /// The tool of a key code; nil for keys that are none. Pucks (MOUSE, LENS) cannot write and are none.
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

    /// The tool that the user holds; nil if no tool is near.
    var tool: PointerTool? { contains(.rubber) ? .eraser : isEmpty ? nil : .pen }
}

extension PointerButtons {
    /// The barrel button of a key code; nil for other keys.
    init?(key: UInt16) {
        switch key {
        case Key.stylus: self = .lower
        case Key.stylus2: self = .upper
        case Key.stylus3: self = .third
        default: return nil
        }
    }
}

/// Whether a tablet reports the tool that is near it (BTN_TOOL_*).
///
/// Some have no such keys, others never press them. Where no tool was ever reported, pucks included, a pen counts as near from
/// the first report on, or from the third if there are keys: a report or two may come before the first tool.
/// libinput's forced-tool plugin guesses, too, until three visits were reported; one reported tool is enough here.
struct ToolKeys: Hashable {
    private var hasToldTool: Bool
    /// So many reports more, and a pen is near.
    private var reportsToForce: Int
    private var isForced = false
    private var hasReport = false

    /// The quirks say that what keys tell of tools means nothing.
    let ignoresKeys: Bool

    init(_ description: DeviceDescription) {
        ignoresKeys = description.quirks?.proximity == .forced
        hasToldTool = !ignoresKeys && description.pressedKeys.contains(where: Key.isTool)
        reportsToForce = !ignoresKeys && description.keys.contains(where: Key.isTool) ? 3 : 1
    }

    /// The frame has a value of an axis. A distance may be that of nothing at all.
    mutating func axis(_ code: UInt16) { if code != Axis.distance, code != Axis.misc { hasReport = true } }

    /// The frame has a change of the tip switch.
    mutating func touch() { hasReport = true }

    /// A tool came or went by its key; whether one that was only guessed is no longer near.
    mutating func tool() -> Bool {
        guard !ignoresKeys else { return false }
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
