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

    /// Creates the tool of a key code; nil for other keys. Pucks (MOUSE, LENS) cannot write and are ignored.
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

extension Key {
    /// Whether a code is a BTN_TOOL_*: a pen's, a puck's or a finger's.
    static func isTool(_ code: UInt16) -> Bool { (toolPen...toolLens).contains(code) }
}
