internal import DBus
internal import InputMethod

/// A key event of IBus.
struct KeyPress: RelayedKey {
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

    var number: UInt32 { code }

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
        return keys.handle(key, pause: engine.seesText ? nil : Self.pause, session)
    }

    /// Sends a key that the pen presses. It follows committed text, as a real key does.
    func press(_ key: Composition.PenKey) {
        let press = KeyPress(key)
        guard keys.isEmpty, let current, current.seesText, current.profile.forwardedKeys == .all else {
            for key in [press, press.released] { keys.hold(key, isPressed: true, for: Self.pause) }
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

    /// Forwards the delayed keys whose time has come.
    func forwardHeldKeys() {
        guard let session else { return }
        keys.release(session) { forward($0) }
    }

    /// Discards the delayed keys, because their field has lost the focus, and they must not reach the next one.
    func dropHeldKeys() {
        fakedKeys = []
        keys.drop()
    }
}
