public import InkProtocol

/// The methods of org.inkd.TextInput. All throw as `call` and `watch` do.
extension InkConnection {
    /// Makes this connection a session of an input method, as long as the watch lives. The first reply carries the session's number, which goes
    /// into calls on another connection. Refused with `NoSuchSeat`, `TooManySessions`.
    public func attachInputMethod(named name: String, seat: String? = nil) throws(ClientError) -> Watch<TextInputInterface.Attach> {
        try watch(TextInputInterface.Attach.self, .init(name: name, seat: seat))
    }

    /// What the session with the seat is told, and what it does. Refused with `NoSuchSeat`.
    public func watchTextInput(seat: String? = nil) throws(ClientError) -> Watch<TextInputInterface.Watch> {
        try watch(TextInputInterface.Watch.self, .init(seat: seat))
    }

    /// How things stand on a seat. Refused with `NoSuchSeat`.
    public func textInputStatus(seat: String? = nil) throws(ClientError) -> TextInputInterface.Status {
        try call(TextInputInterface.GetStatus.self, .init(seat: seat)).status
    }

    /// Turns "Pen writes text" on or off; nil: the other way round. Refused with `NoSuchSeat`.
    @discardableResult
    public func setPen(enabled: Bool?, seat: String? = nil) throws(ClientError) -> TextInputInterface.Status {
        try call(TextInputInterface.SetEnabled.self, .init(seat: seat, enabled: enabled)).status
    }
}
