extension Composition.Key {
    /// The modifier bits that make a key a shortcut.
    private enum Modifier {
        static let control: UInt32 = 1 << 2
        static let alt: UInt32 = 1 << 3
        static let mod4: UInt32 = 1 << 6
        /// Super, Hyper, Meta.
        static let virtual: UInt32 = 7 << 26
        static let all = control | alt | mod4 | virtual
    }

    /// Creates the meaning of a key to an input method.
    ///
    /// - Parameters:
    ///   - symbol: an X keysym (X11/keysymdef.h).
    ///   - state: the pressed modifiers, as IBus and fcitx5 report them: X11's, and virtual ones from bit 26 on.
    public init(symbol: UInt32, state: UInt32) {
        if Self.isChord(symbol) {
            self = .chord
        } else if Self.isModifier(symbol) {
            self = .modifier
        } else if state & Modifier.all != 0 {
            self = .other
        } else {
            self = Self.plain(symbol)
        }
    }

    private static func plain(_ symbol: UInt32) -> Self {
        switch symbol {
        case 0xFF52, 0xFF97: .up
        case 0xFF54, 0xFF99: .down
        case 0xFF55, 0xFF9A: .pageUp
        case 0xFF56, 0xFF9B: .pageDown
        case 0xFF0D, 0xFF8D: .enter
        case 0xFF1B: .escape
        case 0xFF08: .backspace
        default: character(symbol).map { .character($0) } ?? .other
        }
    }

    /// Whether the key is one of Shift to Hyper, a lock, or a key that shifts levels and groups.
    private static func isModifier(_ symbol: UInt32) -> Bool {
        (0xFFE1...0xFFEE).contains(symbol) || (0xFE01...0xFE13).contains(symbol) || symbol == 0xFF7E || symbol == 0xFF7F
    }

    /// Whether the key is Control, Meta, Alt, Super or Hyper.
    private static func isChord(_ symbol: UInt32) -> Bool { (0xFFE3...0xFFE4).contains(symbol) || (0xFFE7...0xFFEE).contains(symbol) }

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
