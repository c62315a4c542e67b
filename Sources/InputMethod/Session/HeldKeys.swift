/// Keys that are delayed, in the order they were pressed, until text in the field is replaced, or the application has processed a commit.
/// All delayed keys are released together, in order.
///
/// A state machine without a clock. All times must come from the same clock; call `release` at `deadline`.
public struct HeldKeys<Key: Sendable>: Sendable {
    /// A delayed key.
    public struct Held: Sendable {
        /// The key in the form of the input method's framework.
        public let key: Key
        /// Whether the composition knows of the key already.
        public let isPressed: Bool
    }

    private var keys: [Held] = []
    /// The latest time for releasing the keys; nil without delayed keys.
    public private(set) var deadline: Duration?

    /// Creates an empty queue.
    public init() {}

    /// Whether no key is delayed, so that the next key need not wait, either.
    public var isEmpty: Bool { keys.isEmpty }

    /// The maximum wait of a key for text in the field to be replaced: a little more than a replacement takes.
    public var patience: Duration { .milliseconds(450) }

    /// Delays a key, after those already delayed.
    /// - Parameters:
    ///   - isPressed: Whether the composition knows of the key. If so for the first key, all keys wait until the deadline in any case.
    ///   - time: The latest time for the release of the key. If other keys are already delayed, the key is released together with them.
    public mutating func hold(_ key: Key, isPressed: Bool = false, until time: Duration) {
        if keys.isEmpty { deadline = time }
        keys.append(Held(key: key, isPressed: isPressed))
    }

    /// Removes and returns the keys to release now: all of them, or an empty array.
    /// - Parameter isChanging: Whether text in the field is being replaced.
    public mutating func release(isChanging: Bool, at now: Duration) -> [Held] {
        guard let deadline, let first = keys.first, deadline <= now || (!first.isPressed && !isChanging) else { return [] }
        defer { drop() }
        return keys
    }

    /// Discards all keys, because their field has lost the focus.
    public mutating func drop() {
        keys = []
        deadline = nil
    }
}
