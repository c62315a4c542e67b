/// How dear a message is to a client that does not keep up.
public enum MessageClass: Sendable, Hashable {
    /// Hovering and movement: left out first.
    case motion
    /// An unfinished reading, or any state that a newer one replaces: only the newest with the same key waits. Left out second.
    case partial(key: UInt64)
    /// Beginnings and ends of strokes, and of tools coming and going: never left out.
    case boundary
    /// Finished readings, answers and errors: never left out.
    case final

    /// Whether it may be left out.
    public var isDroppable: Bool {
        switch self {
        case .motion, .partial: true
        case .boundary, .final: false
        }
    }
}
