package import Ink
package import InkProtocol

/// The seats with their input methods and pens. They belong to the loop, so that the loop can decide without waiting whether a pen writes,
/// and for which field.
///
/// Functions with a session throw `NoSuchSession` if its stream has ended.
package protocol TextSeats: AnyObject {
    /// Makes the caller's connection the stream of a new session. If `seat` is nil, it is the seat of the caller's user.
    /// - Throws: `TooManySessions`, `NoSuchSeat`, `PermissionDenied`
    func attach(_ name: String, to seat: String?, for caller: Caller) throws
    /// Makes the caller's connection a stream of everything that the seat's input methods receive.
    /// - Throws: `NoSuchSeat`, `PermissionDenied`
    func watch(_ seat: String?, isDisplay: Bool, for caller: Caller) throws
    /// Gives the focus to a field of a session, and the seat to the session.
    /// - Returns: the seat's status, and the field's number.
    func focus(
        _ field: TextInputInterface.Focus.Parameters, of session: TextSession
    ) throws -> (status: TextInputInterface.Status, field: Int)
    /// Takes the focus from a session's field.
    func unfocus(_ session: TextSession) throws -> TextInputInterface.Status
    /// Sets a session's mode of capturing pens.
    func setCapture(_ capture: TextInputInterface.Capture, of session: TextSession) throws -> TextInputInterface.Status
    /// Applies the counterclockwise rotation of the built-in display's picture, in degrees.
    /// - Throws: `InvalidValue`
    func setDisplayRotation(_ degrees: Int, of session: TextSession) throws
    /// Applies the text fields of the focused window, and the mapping of tablets to the screen.
    func setFields(_ fields: FieldMap, of session: TextSession) throws
    /// Sends candidates or a message to the clients that display these for input methods without their own display, if the session has the
    /// seat.
    /// - Returns: whether there is such a client.
    func display(_ event: TextInputInterface.Event, of session: TextSession) throws -> Bool
    /// Returns the status of a seat, as the caller may know it.
    /// - Throws: `NoSuchSeat`, `PermissionDenied`
    func status(of seat: String?, for caller: Caller) throws -> TextInputInterface.Status
    /// Sets the mode of the seat's pens.
    /// - Throws: `NoSuchSeat`, `PermissionDenied`
    func setMode(_ mode: PenMode, on seat: String?, for caller: Caller) throws -> TextInputInterface.Status
    /// Makes the seat's pens write or only point; nil toggles it.
    /// - Throws: `NoSuchSeat`, `PermissionDenied`
    func setEnabled(_ isEnabled: Bool?, on seat: String?, for caller: Caller) throws -> TextInputInterface.Status
    /// Asks the session that has the seat to apply an action.
    /// - Throws: `NoSuchSeat`, `PermissionDenied`
    func ask(_ action: TextInputInterface.Action, of seat: String?, for caller: Caller) throws -> TextInputInterface.Status
    /// Sends the choice of a displayed candidate to the session that has the seat.
    /// - Throws: `NoSuchSeat`, `PermissionDenied`
    func choose(_ index: Int, on seat: String?, for caller: Caller) throws -> TextInputInterface.Status
}
