/// What zwp_input_method_v2 tells of the text field that has the focus.
enum FieldEvent: Hashable {
    /// A field got the focus. All that was known is void.
    case activate
    /// It has lost it.
    case deactivate
    /// UTF-8 around the caret; offsets in bytes.
    case surrounding([UInt8], cursor: UInt32, anchor: UInt32)
    /// Whether the application, or the user, changed the text, rather than the input method.
    case cause(isOther: Bool)
    /// Of zwp_text_input_v3: a set of hints, and a purpose.
    case content(hint: UInt32, purpose: UInt32)
    /// What was told since the last time holds from now on.
    case done
    /// The seat has another input method.
    case unavailable

    /// nil for an event that the protocol did not have yet.
    ///
    /// - Throws: `truncated`.
    init?(_ opcode: UInt16, _ arguments: inout WireReader) throws(WireError) {
        switch opcode {
        case 0: self = .activate
        case 1: self = .deactivate
        case 2:
            let text = try arguments.text()
            let cursor = try arguments.number()
            self = .surrounding(text, cursor: cursor, anchor: try arguments.number())
        case 3: self = .cause(isOther: try arguments.number() == 1)
        case 4:
            let hint = try arguments.number()
            self = .content(hint: hint, purpose: try arguments.number())
        case 5: self = .done
        case 6: self = .unavailable
        default: return nil
        }
    }
}
