/// What a call changed in an editor, and what its owner has to do about it.
public struct EditorEffects: OptionSet, Sendable, Hashable {
    /// One bit an effect.
    public var rawValue: UInt8

    /// The set with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something was added, removed or altered.
    public static let contentChanged = EditorEffects(rawValue: 1)
    /// There are lines to read: see ``InkEditor/takeRequests()``.
    public static let readingRequested = EditorEffects(rawValue: 2)
    /// A reading was taken over.
    public static let lineRead = EditorEffects(rawValue: 4)
    /// All that was written has been read, and it was not so before the call.
    public static let becameIdle = EditorEffects(rawValue: 8)
}
