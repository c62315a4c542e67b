internal import InputMethod

/// A key event of IBus.
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

    init(symbol: UInt32, code: UInt32, state: UInt32) { (self.symbol, self.code, self.state) = (symbol, code, state) }

    /// A key that the pen presses. Codes are those of linux/input-event-codes.h.
    init(_ key: Composition.PenKey) {
        switch key {
        case .backspace: self.init(symbol: 0xFF08, code: 14, state: 0)
        case .enter: self.init(symbol: 0xFF0D, code: 28, state: 0)
        }
    }

    /// The same key let go.
    var released: KeyPress { KeyPress(symbol: symbol, code: code, state: state | Mask.release) }

    var isRelease: Bool { state & Mask.release != 0 }

    var key: Composition.Key {
        if Self.isChord(symbol) { return .chord }
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

    /// Shift to Hyper, the locks, and the keys that shift levels and groups (X11/keysymdef.h).
    private static func isModifier(_ symbol: UInt32) -> Bool {
        (0xFFE1...0xFFEE).contains(symbol) || (0xFE01...0xFE13).contains(symbol) || symbol == 0xFF7E || symbol == 0xFF7F
    }

    /// Control, Meta, Alt, Super and Hyper.
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

/// A key that goes to the application later.
struct HeldKey {
    let key: KeyPress
    /// The composition knows of it.
    let isPressed: Bool
}

/// Keys on their way to the application.
extension Service {
    /// The delay after a commit before a key may follow it. X11 programs get commits and keys by different ways, and xterm needs this long
    /// to put the commit into its window.
    private static let pause: Duration = .milliseconds(50)
    /// The longest wait of a key for text in the field to be exchanged.
    private static let patience: Duration = .milliseconds(450)

    /// Whether the key is kept; it may yet be forwarded.
    func take(_ key: KeyPress, for engine: Engine, _ session: InputMethodSession) -> Bool {
        if let index = fakedKeys.firstIndex(of: key.code) {
            fakedKeys.remove(at: index)
            return false
        }
        // none overtakes those that wait
        guard heldKeys.isEmpty else {
            if key.isRelease, keptKeys.remove(key.code) != nil { return true }
            heldKeys.append(HeldKey(key: key, isPressed: false))
            return true
        }
        guard !key.isRelease else { return keptKeys.remove(key.code) != nil }
        if session.isChanging {
            hold(key, isPressed: false, for: Self.patience)
            return true
        }
        let wasComposing = session.isComposing
        let isKept = session.press(key.key)
        if isKept {
            keptKeys.insert(key.code)
        } else if wasComposing, !session.isComposing, !engine.seesText {
            hold(key, isPressed: true, for: Self.pause)
            return true
        } else {
            keptKeys.remove(key.code)
        }
        return isKept
    }

    /// Sends a key that the pen presses. It goes behind what was committed, as a real one does.
    func press(_ key: Composition.PenKey) {
        let press = KeyPress(key)
        guard heldKeys.isEmpty, let current, current.seesText, current.takesKeys else {
            heldKeys += [press, press.released].map { HeldKey(key: $0, isPressed: true) }
            heldKeysDue = heldKeysDue ?? InputMethodSession.now + Self.pause
            return
        }
        forward(press)
        forward(press.released)
    }

    /// Sends the application a key.
    private func forward(_ key: KeyPress) {
        if current?.takesKeys == false {
            // what was committed goes first
            bus.flush()
            if FakeKeyboard.send(key) { return fakedKeys.append(key.code) }
        }
        signal("ForwardKeyEvent") { message throws(BusError) in
            try message.append(key.symbol)
            try message.append(key.code)
            try message.append(key.state)
        }
    }

    private func hold(_ key: KeyPress, isPressed: Bool, for pause: Duration) {
        keptKeys.remove(key.code)
        heldKeys = [HeldKey(key: key, isPressed: isPressed)]
        heldKeysDue = InputMethodSession.now + pause
    }

    /// Lets keys go whose time has come.
    func forwardHeldKeys() {
        guard let heldKeysDue, let session, let first = heldKeys.first else { return }
        let isDone = !first.isPressed && !session.isChanging
        if isDone || heldKeysDue <= InputMethodSession.now { forwardAllKeys() }
    }

    /// The field they were for has lost the focus: in the next one they would be wrong.
    func dropHeldKeys() {
        fakedKeys = []
        heldKeys = []
        heldKeysDue = nil
    }

    private func forwardAllKeys() {
        let keys = heldKeys
        heldKeys = []
        heldKeysDue = nil
        for held in keys {
            if !held.isPressed, !held.key.isRelease, session?.press(held.key.key) == true { continue }
            forward(held.key)
        }
    }
}
