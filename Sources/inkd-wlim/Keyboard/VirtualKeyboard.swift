internal import InputMethod

/// Virtual keyboards of this client (zwp_virtual_keyboard_v1): one with the keys that a pen can press, and one that forwards the user's
/// keys.
enum VirtualKeyboard {
    /// The request opcodes in virtual-keyboard-unstable-v1.xml.
    private enum Request {
        static let createKeyboard: UInt16 = 0
        static let keymap: UInt16 = 0
        static let key: UInt16 = 1
        static let modifiers: UInt16 = 2
    }

    /// WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1
    static let xkb: UInt32 = 1
    /// The maximum number of bytes of a keymap. The keymaps of the usual layouts have 40 to 70 thousand bytes.
    static let keymapLimit: UInt32 = 1 << 22

    /// Returns the code of linux/input-event-codes.h; XKB's codes are greater by 8.
    private static func code(_ key: Composition.PenKey) -> UInt32 {
        switch key {
        case .backspace: 14
        case .enter: 28
        }
    }

    /// The keymap of the pen's keyboard, in XKB's text format, including its final zero byte.
    static let keymap: [UInt8] =
        Array(
            """
            xkb_keymap {
            xkb_keycodes "inkd" { minimum = 8; maximum = 255; <BKSP> = 22; <RTRN> = 36; };
            xkb_types "inkd" { include "complete" };
            xkb_compatibility "inkd" { include "complete" };
            xkb_symbols "inkd" { key <BKSP> { [ BackSpace ] }; key <RTRN> { [ Return ] }; };
            };

            """.utf8) + [0]

    /// Returns the request that creates a keyboard. The keyboard may be used once it has a keymap.
    static func creation(of keyboard: UInt32, by manager: UInt32, seat: UInt32) -> WireMessage {
        WireMessage(to: manager, Request.createKeyboard).with(seat).with(keyboard)
    }

    /// Returns the request that sets a keyboard's keymap. The file is sent with the request.
    /// - Parameter size: bytes of the file, with the zero byte at its end.
    static func keymap(size: Int, on keyboard: UInt32) -> WireMessage {
        WireMessage(to: keyboard, Request.keymap).with(xkb).with(UInt32(clamping: size))
    }

    /// Returns the requests that press a key and release it.
    /// - Parameter time: milliseconds of any clock.
    static func press(_ key: Composition.PenKey, on keyboard: UInt32, time: UInt32) -> [WireMessage] {
        [true, false].map { request(Keystroke(time: time, code: code(key), isPressed: $0), on: keyboard) }
    }

    /// Returns the request for a press or release of a key.
    static func request(_ key: Keystroke, on keyboard: UInt32) -> WireMessage {
        WireMessage(to: keyboard, Request.key).with(key.time).with(key.code).with(key.isPressed ? 1 : 0)
    }

    /// Returns the request that sets the modifiers in force.
    static func request(_ modifiers: Modifiers, on keyboard: UInt32) -> WireMessage {
        WireMessage(to: keyboard, Request.modifiers)
            .with(modifiers.depressed).with(modifiers.latched).with(modifiers.locked).with(modifiers.group)
    }
}
