/// What a keyboard does: an event of zwp_input_method_keyboard_grab_v2, and a request to zwp_virtual_keyboard_v1.
enum KeyboardEvent: Hashable {
    /// From now on keys mean what this text says, in XKB's format and with a zero byte at its end.
    case keymap([UInt8])
    case key(Keystroke)
    case modifiers(Modifiers)
}

/// A key goes down or up.
struct Keystroke: Hashable {
    /// Milliseconds of the compositor's clock.
    var time: UInt32
    /// Of linux/input-event-codes.h.
    var code: UInt32
    var isPressed: Bool
}

/// Which modifiers are in force: masks of XKB, and the layout's number.
struct Modifiers: Hashable {
    var depressed: UInt32 = 0
    var latched: UInt32 = 0
    var locked: UInt32 = 0
    var group: UInt32 = 0
}

/// An event of the seat's keyboard, as it comes.
enum GrabEvent: Hashable {
    /// The keymap is in a file that comes along; so many bytes of it.
    case keymap(format: UInt32, size: UInt32)
    case key(Keystroke)
    case modifiers(Modifiers)

    /// nil for an event that does not matter here, or that the protocol did not have yet.
    ///
    /// - Throws: `truncated`.
    init?(_ opcode: UInt16, _ arguments: inout WireReader) throws(WireError) {
        switch opcode {
        case 0:
            let format = try arguments.number()
            self = .keymap(format: format, size: try arguments.number())
        case 1:
            _ = try arguments.number()
            let (time, code) = (try arguments.number(), try arguments.number())
            self = .key(Keystroke(time: time, code: code, isPressed: try arguments.number() != 0))
        case 2:
            _ = try arguments.number()
            let (depressed, latched, locked) = (try arguments.number(), try arguments.number(), try arguments.number())
            self = .modifiers(Modifiers(depressed: depressed, latched: latched, locked: locked, group: try arguments.number()))
        default: return nil
        }
    }
}
