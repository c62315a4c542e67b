/// The contact of the tip.
enum TipContact {
    /// The tip is in the air.
    case lifted
    /// The tip touches and writes.
    case writing
    /// The tip touches, but does not write until it has been lifted. It touched before the device was opened, or first touched outside the
    /// mapped area.
    case ignored

    /// Whether the tip touches.
    var isTouching: Bool { self != .lifted }

    /// Updates the state from the tip's contact.
    /// - Parameter mayBegin: whether a stroke may begin at this position, or is already in progress.
    mutating func follow(isTouching: Bool, mayBegin: Bool) {
        if !isTouching {
            self = .lifted
        } else if !mayBegin {
            self = .ignored
        } else if self == .lifted {
            self = .writing
        }
    }
}
