/// A key event of an input method's framework.
public protocol RelayedKey: Sendable {
    /// The key's number, the same for press and release.
    var number: UInt32 { get }
    var isRelease: Bool { get }
    /// The meaning of a press.
    var key: Composition.Key { get }
}

/// Handles keys for a framework that asks for each key whether the input method consumes it. The release of a consumed key is consumed,
/// too. Keys wait while text in the field is being replaced.
///
/// A class, because a key's effects may send further keys while it is handled.
public final class KeyRelay<Key: RelayedKey> {
    private var held = HeldKeys<Key>()
    /// The codes of consumed keys: their releases are consumed, too.
    private var consumed: Set<UInt32> = []

    /// Creates a relay without keys.
    public init() {}

    /// The latest time for the next call of `release`.
    public var deadline: Duration? { held.deadline }

    /// Whether no key is held.
    public var isEmpty: Bool { held.isEmpty }

    /// Handles a key from the framework.
    /// - Parameter pause: The delay of a key that has caused a commit, where commits and keys take different paths; nil for no delay.
    /// - Returns: Whether the key is consumed. A consumed key may still be forwarded later.
    public func handle(_ key: Key, pause: Duration?, _ session: InputMethodSession) -> Bool {
        guard held.isEmpty else {
            // keep the order: queue behind the keys already held
            if key.isRelease, consumed.remove(key.number) != nil { return true }
            hold(key, for: held.patience)
            return true
        }
        let wasConsumed = consumed.remove(key.number) != nil
        guard !key.isRelease else { return wasConsumed }
        guard !session.isChanging else {
            hold(key, for: held.patience)
            return true
        }
        let wasComposing = session.isComposing
        guard !session.press(key.key) else {
            consumed.insert(key.number)
            return true
        }
        guard let pause, wasComposing, !session.isComposing else { return false }
        hold(key, isPressed: true, for: pause)
        return true
    }

    /// Holds a key for a time, after those already held.
    /// - Parameter isPressed: Whether the composition already knows of the key.
    public func hold(_ key: Key, isPressed: Bool = false, for pause: Duration) {
        held.hold(key, isPressed: isPressed, until: InputMethodSession.now + pause)
    }

    /// Releases the delayed keys whose time has come. Keys that the input method does not consume are forwarded after the effects of
    /// the previous ones.
    public func release(_ session: InputMethodSession, forward: (Key) -> Void) {
        for held in held.release(isChanging: session.isChanging, at: InputMethodSession.now) {
            if !held.isPressed, !held.key.isRelease, session.press(held.key.key) { continue }
            forward(held.key)
        }
    }

    /// Discards the delayed keys, because their field has lost the focus.
    public func drop() { held.drop() }

    /// Forgets the consumed keys whose releases have not arrived.
    public func forgetConsumed() { consumed = [] }
}
