/// The effects of a call on an editor, on which the editor's owner must act.
public struct EditorEffects: OptionSet, Sendable, Hashable {
    /// One bit per effect.
    public var rawValue: UInt8

    /// Creates the set with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Content was added, removed or altered.
    public static let contentChanged = EditorEffects(rawValue: 1)
    /// Lines are waiting for recognition: see ``InkEditor/takeRequests()``.
    public static let readingRequested = EditorEffects(rawValue: 2)
    /// A reading was applied.
    public static let lineRead = EditorEffects(rawValue: 4)
    /// The editor has become idle: all text has been recognized, which was not the case before the call.
    public static let becameIdle = EditorEffects(rawValue: 8)
    /// The selection has changed.
    public static let selectionChanged = EditorEffects(rawValue: 16)
}
