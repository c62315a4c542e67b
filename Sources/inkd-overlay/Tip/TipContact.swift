internal import InkProtocol

/// The verdict of inkd-pen about a contact of the pen.
enum TipContact: Equatable {
    /// The desktop receives the contact: it points.
    case passes
    /// Undecided: the contact is a tap, a drag, or the beginning of writing.
    case held
    /// The contact is ink.
    case writes
}

extension PointerInterface.Event {
    /// The verdict about the contact; nil without inkd-pen, or without a contact.
    var tipContact: TipContact? {
        switch contact {
        case .points: .passes
        case .undecided: .held
        case .writes: .writes
        case nil: nil
        }
    }
}
