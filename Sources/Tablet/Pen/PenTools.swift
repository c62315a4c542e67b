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

    /// What the user holds; nil if no tool is near.
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
