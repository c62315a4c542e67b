/// The user's switch for pens where an input method of inkd writes text. The raw value is that of the key `pen.mode`.
public enum PenMode: String, Sendable, Hashable, CaseIterable {
    /// Writes in text fields and points elsewhere. Where the places of fields are unknown, as `writes`.
    case pointsAndWrites = "points-and-writes"
    /// Writes everywhere while a text field has the focus.
    case writes
    /// Points everywhere.
    case points

    /// Whether the pen writes text at all.
    public var isWriting: Bool { self != .points }
}
