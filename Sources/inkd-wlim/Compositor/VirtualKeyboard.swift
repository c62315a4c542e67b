internal import InputMethod

/// A keyboard of this client (zwp_virtual_keyboard_v1) with the keys that a pen can press.
enum VirtualKeyboard {
    /// The numbers of requests in virtual-keyboard-unstable-v1.xml.
    private enum Request {
        static let createKeyboard: UInt16 = 0
        static let keymap: UInt16 = 0
        static let key: UInt16 = 1
    }

    /// WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1
    private static let xkb: UInt32 = 1

    /// Codes of linux/input-event-codes.h; those of XKB are greater by 8.
    private static func code(_ key: Composition.PenKey) -> UInt32 {
        switch key {
        case .backspace: 14
        case .enter: 28
        }
    }

    /// The keymap, in XKB's text format. It ends with a zero byte, which counts.
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

    /// Makes the keyboard, and gives it the keymap: its file goes along.
    static func creation(of keyboard: UInt32, by manager: UInt32, seat: UInt32) -> [WireMessage] {
        [
            WireMessage(to: manager, Request.createKeyboard).with(seat).with(keyboard),
            WireMessage(to: keyboard, Request.keymap).with(xkb).with(UInt32(keymap.count)),
        ]
    }

    /// A key goes down, and up again.
    /// - Parameter time: milliseconds of any clock.
    static func press(_ key: Composition.PenKey, on keyboard: UInt32, time: UInt32) -> [WireMessage] {
        [1, 0].map { WireMessage(to: keyboard, Request.key).with(time).with(code(key)).with($0) }
    }
}
