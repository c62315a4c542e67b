/// Keys that wait, in the order they were pressed: for an exchange of text in the field, or for the application to have taken in a commit.
/// They go all at once, and none overtakes another.
///
/// A state machine without a clock. Times are of any one clock; `deadline` says when `release` wants to be called.
public struct HeldKeys<Key: Sendable>: Sendable {
    /// A key that waits.
    public struct Held: Sendable {
        /// As the input method's framework has it.
        public let key: Key
        /// The composition knows of it already.
        public let isPressed: Bool
    }

    private var keys: [Held] = []
    /// When they go at the latest; nil while none waits.
    public private(set) var deadline: Duration?

    /// No key waits.
    public init() {}

    /// No key waits: the next one need not, either.
    public var isEmpty: Bool { keys.isEmpty }

    /// The longest wait of a key for text in the field to be exchanged: a little more than an exchange takes.
    public var patience: Duration { .milliseconds(450) }

    /// Has a key wait, behind those that do.
    /// - Parameters:
    ///   - isPressed: The composition knows of it. If the first key is such a one, they wait until the deadline, whatever happens.
    ///   - time: When it goes at the latest; behind others it goes with them.
    public mutating func hold(_ key: Key, isPressed: Bool = false, until time: Duration) {
        if keys.isEmpty { deadline = time }
        keys.append(Held(key: key, isPressed: isPressed))
    }

    /// The keys that go now, all or none; they wait no more.
    /// - Parameter isChanging: Text in the field is being exchanged.
    public mutating func release(isChanging: Bool, at now: Duration) -> [Held] {
        guard let deadline, let first = keys.first, deadline <= now || (!first.isPressed && !isChanging) else { return [] }
        defer { drop() }
        return keys
    }

    /// Forgets all keys: the field they were for has lost the focus.
    public mutating func drop() {
        keys = []
        deadline = nil
    }
}
