/// An event of a keyboard: from zwp_input_method_keyboard_grab_v2, and as a request to zwp_virtual_keyboard_v1.
enum KeyboardEvent: Hashable {
    /// The keymap from now on, as text in XKB's format with a zero byte at its end.
    case keymap([UInt8])
    case key(Keystroke)
    case modifiers(Modifiers)
}

/// A press or release of a key.
struct Keystroke: Hashable {
    /// Milliseconds of the compositor's clock.
    var time: UInt32
    /// The code of linux/input-event-codes.h.
    var code: UInt32
    var isPressed: Bool
}

/// The effective modifiers: XKB masks, and the number of the layout.
struct Modifiers: Hashable {
    var depressed: UInt32 = 0
    var latched: UInt32 = 0
    var locked: UInt32 = 0
    var group: UInt32 = 0
}

/// An event of the seat's keyboard, as received.
enum GrabEvent: Hashable {
    /// A keymap, in the first `size` bytes of a file that is sent with the event.
    case keymap(format: UInt32, size: UInt32)
    case key(Keystroke)
    case modifiers(Modifiers)

    /// Decodes an event; nil for an event that is ignored here, or of a newer version of the protocol.
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
