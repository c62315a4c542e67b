internal import InputMethod

/// A key as IBus tells of it.
struct KeyPress {
    /// An X keysym.
    let symbol: UInt32
    let code: UInt32
    /// IBusModifierType.
    let state: UInt32

    private enum Mask {
        static let control: UInt32 = 1 << 2
        static let alt: UInt32 = 1 << 3
        static let mod4: UInt32 = 1 << 6
        /// Super, Hyper, Meta.
        static let virtual: UInt32 = 7 << 26
        static let release: UInt32 = 1 << 30
    }

    var isRelease: Bool { state & Mask.release != 0 }

    var key: Composition.Key {
        if Self.isModifier(symbol) { return .modifier }
        guard state & (Mask.control | Mask.alt | Mask.mod4 | Mask.virtual) == 0 else { return .other }
        switch symbol {
        case 0xFF52, 0xFF97: return .up
        case 0xFF54, 0xFF99: return .down
        case 0xFF55, 0xFF9A: return .pageUp
        case 0xFF56, 0xFF9B: return .pageDown
        case 0xFF0D, 0xFF8D: return .enter
        case 0xFF1B: return .escape
        case 0xFF08: return .backspace
        default: return Self.character(symbol).map { .character($0) } ?? .other
        }
    }

    /// Shift to Hyper, the locks, and what shifts levels and groups (X11/keysymdef.h).
    private static func isModifier(_ symbol: UInt32) -> Bool {
        (0xFFE1...0xFFEE).contains(symbol) || (0xFE01...0xFE13).contains(symbol) || symbol == 0xFF7E || symbol == 0xFF7F
    }

    private static func character(_ symbol: UInt32) -> Character? {
        let value: UInt32
        switch symbol {
        case 0x20...0x7E, 0xA0...0xFF: value = symbol
        case 0xFFB0...0xFFB9: value = symbol - 0xFFB0 + 0x30
        case 0x0100_0100...0x0110_FFFF: value = symbol - 0x0100_0000
        default: return nil
        }
        return Unicode.Scalar(value).map(Character.init)
    }
}
