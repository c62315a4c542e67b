/// The contact of the tip.
enum TipContact {
    /// The tip is in the air.
    case lifted
    /// The tip touches and writes.
    case writing
    /// The tip touches, but does not write until it has been lifted, because it touched before the device was opened, or outside the
    /// mapped area.
    case ignored

    /// Whether the tip touches.
    var isTouching: Bool { self != .lifted }

    /// Follows the tip.
    /// - Parameter mayBegin: a stroke may begin here, or is in progress.
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
