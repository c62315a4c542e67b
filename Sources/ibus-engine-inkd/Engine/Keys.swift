internal import DBus
internal import InputMethod

/// A key event of IBus.
struct KeyPress {
    /// An X keysym.
    let symbol: UInt32
    let code: UInt32
    /// IBusModifierType.
    let state: UInt32

    /// IBUS_RELEASE_MASK.
    private static let release: UInt32 = 1 << 30

    init(symbol: UInt32, code: UInt32, state: UInt32) { (self.symbol, self.code, self.state) = (symbol, code, state) }

    /// Creates a key that the pen presses. Codes are those of linux/input-event-codes.h.
    init(_ key: Composition.PenKey) {
        switch key {
        case .backspace: self.init(symbol: 0xFF08, code: 14, state: 0)
        case .enter: self.init(symbol: 0xFF0D, code: 28, state: 0)
        }
    }

    /// The release of the same key.
    var released: KeyPress { KeyPress(symbol: symbol, code: code, state: state | Self.release) }

    var isRelease: Bool { state & Self.release != 0 }

    var key: Composition.Key { .init(symbol: symbol, state: state) }
}

/// Keys in transit to the application.
extension Service {
    /// The delay after a commit before a key may follow it. X11 programs receive commits and keys by different paths, and xterm needs this
    /// long to put the commit into its window.
    private static let pause: Duration = .milliseconds(50)

    /// Returns whether the input method consumes the key; it may still be forwarded later.
    func take(_ key: KeyPress, for engine: Engine, _ session: InputMethodSession) -> Bool {
        if let index = fakedKeys.firstIndex(of: key.code) {
            fakedKeys.remove(at: index)
            return false
        }
        // keep the order: queue behind the keys already held
        guard heldKeys.isEmpty else {
            if key.isRelease, keptKeys.remove(key.code) != nil { return true }
            hold(key, for: heldKeys.patience)
            return true
        }
        guard !key.isRelease else { return keptKeys.remove(key.code) != nil }
        if session.isChanging {
            keptKeys.remove(key.code)
            hold(key, for: heldKeys.patience)
            return true
        }
        let wasComposing = session.isComposing
        let isKept = session.press(key.key)
        if isKept {
            keptKeys.insert(key.code)
        } else if wasComposing, !session.isComposing, !engine.seesText {
            keptKeys.remove(key.code)
            hold(key, isPressed: true, for: Self.pause)
            return true
        } else {
            keptKeys.remove(key.code)
        }
        return isKept
    }

    /// Sends a key that the pen presses. It follows committed text, as a real key does.
    func press(_ key: Composition.PenKey) {
        let press = KeyPress(key)
        guard heldKeys.isEmpty, let current, current.seesText, current.profile.forwardedKeys == .all else {
            for key in [press, press.released] { hold(key, isPressed: true, for: Self.pause) }
            return
        }
        forward(press)
        forward(press.released)
    }

    /// Sends a key to the application.
    private func forward(_ key: KeyPress) {
        if current?.profile.forwardedKeys == .printable {
            // committed text has to arrive first
            bus.flush()
            if FakeKeyboard.send(key) { return fakedKeys.append(key.code) }
        }
        signal("ForwardKeyEvent") { message throws(BusError) in
            try message.append(key.symbol)
            try message.append(key.code)
            try message.append(key.state)
        }
    }

    private func hold(_ key: KeyPress, isPressed: Bool = false, for pause: Duration) {
        heldKeys.hold(key, isPressed: isPressed, until: InputMethodSession.now + pause)
    }

    /// Forwards the held keys that are due.
    func forwardHeldKeys() {
        guard let session else { return }
        for held in heldKeys.release(isChanging: session.isChanging, at: InputMethodSession.now) {
            if !held.isPressed, !held.key.isRelease, session.press(held.key.key) { continue }
            forward(held.key)
        }
    }

    /// Discards the held keys: their field has lost the focus, and in the next one they would be wrong.
    func dropHeldKeys() {
        fakedKeys = []
        heldKeys.drop()
    }
}
