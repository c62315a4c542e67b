package import InkProtocol

/// The input method and the field that ink is for.
package struct TextTarget: Equatable, Sendable {
    /// The session's number.
    package let session: Int
    /// The field's number; nil if the session captures the pen without a focused field.
    package let field: Int?
    /// The session's mode of capturing pens.
    package let capture: TextInputInterface.Capture

    /// Creates a target.
    package init(session: Int, field: Int?, capture: TextInputInterface.Capture) {
        self.session = session
        self.field = field
        self.capture = capture
    }
}

/// A field that has lost the focus. For a moment, finished ink of the field that was not recognized before is still recognized for the
/// field's session.
package struct LateField: Equatable, Sendable {
    /// The target while the field had the focus.
    package let target: TextTarget
    /// The time until which the ink of the field is recognized, in microseconds of CLOCK_MONOTONIC.
    package let until: UInt64

    /// Creates the field that the target had until it lost the focus.
    package init(target: TextTarget, until: UInt64) {
        self.target = target
        self.until = until
    }
}

/// The clients that receive an event about a field. The loop determines them when it sends the event, so that nothing is sent after a lock
/// or a change of the focus.
package enum TextRecipient: Sendable {
    /// The session that has the field, and the clients watching the seat, unless the target has changed meanwhile.
    case field(TextTarget)
    /// The session that had the field, while late readings may be sent to it.
    case lateField(LateField)
    /// The seat's watchers, if the session has the seat.
    case watchers(of: TextSession)
}
