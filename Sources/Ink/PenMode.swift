/// The user's setting for pens while an input method of inkd writes text. The raw value is the value of the key `pen.mode`.
public enum PenMode: String, Sendable, Hashable, CaseIterable {
    /// Writes in text fields and points elsewhere. If the positions of text fields are unknown, it behaves like `writes`.
    case pointsAndWrites = "points-and-writes"
    /// Writes everywhere while a text field has the focus.
    case writes
    /// Points everywhere.
    case points

    /// Whether the pen writes text at all.
    public var isWriting: Bool { self != .points }
}
