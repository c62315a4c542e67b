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

/// Keys on their way to the application: delayed keys, and keys that the pen presses.
final class EngineKeys {
    /// The minimum delay of a key after a commit. X11 programs receive commits and keys by different paths, and xterm needs this long to
    /// put the commit into its window.
    private static let pause: Duration = .milliseconds(50)
    /// The time after a key in which more keys are expected.
    private static let typing: Duration = .seconds(10)

    private let signals: EngineSignals
    private let relay = KeyRelay<KeyPress>()
    /// The codes of keys sent by `FakeKeyboard`, which return through IBus; the composition has already handled them.
    private var faked: [UInt32] = []
    /// The time at which the last key arrived.
    private var lastAt: Duration?

    init(_ signals: EngineSignals) { self.signals = signals }

    /// The latest time for the next call of `release`.
    var deadline: Duration? { relay.deadline }

    /// Whether keys are held, or more are expected.
    var isBusy: Bool { !relay.isEmpty || lastAt.map { InputMethodSession.now - $0 < Self.typing } ?? false }

    /// Handles a key from IBus; returns whether the input method consumes the key. A consumed key may still be forwarded later.
    func handle(_ key: KeyPress, for engine: Engine, _ session: InputMethodSession) -> Bool {
        lastAt = InputMethodSession.now
        if let index = faked.firstIndex(of: key.code) {
            faked.remove(at: index)
            return false
        }
        return relay.handle(key, pause: engine.seesText ? nil : Self.pause, session)
    }

    /// Sends a key that the pen presses. It follows committed text, as a real key does.
    func press(_ key: Composition.PenKey) {
        let press = KeyPress(key)
        guard relay.isEmpty, let engine = signals.engine, engine.seesText, engine.profile.forwardedKeys == .all else {
            for key in [press, press.released] { relay.hold(key, isPressed: true, for: Self.pause) }
            return
        }
        forward(press)
        forward(press.released)
    }

    /// Sends a key to the application.
    private func forward(_ key: KeyPress) {
        if signals.engine?.profile.forwardedKeys == .printable {
            // committed text has to arrive first
            signals.flush()
            if FakeKeyboard.send(key) { return faked.append(key.code) }
        }
        signals.signal("ForwardKeyEvent") { message throws(BusError) in
            try message.append(key.symbol)
            try message.append(key.code)
            try message.append(key.state)
        }
    }

    /// Forwards the delayed keys whose time has come.
    func release(_ session: InputMethodSession) { relay.release(session) { forward($0) } }

    /// Discards all keys, because their field has lost the focus, and the keys must not reach the next field.
    func drop() {
        faked = []
        relay.drop()
        relay.forgetConsumed()
    }
}
