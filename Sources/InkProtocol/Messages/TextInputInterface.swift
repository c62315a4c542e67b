public import Varlink

/// The messages of org.inkd.TextInput.
public enum TextInputInterface {
    /// Whom the pen serves while a session has the seat.
    public enum Capture: String, Codable, Sendable, Hashable, CaseIterable {
        /// The session alone while it has a field that takes ink and the switch is on.
        case automatic
        /// The session alone, whatever has the focus.
        case exclusive
        /// Everybody always.
        case passive
    }

    /// What a field is for.
    public enum Purpose: String, Codable, Sendable, Hashable, CaseIterable {
        case text
        case name
        case email
        case url
        case number
        case phone
        case terminal
        case password
        case none

        /// Whether anything may be written into it.
        public var takesInk: Bool { self != .password && self != .none }
    }

    /// Where the caret is, in pixels of the screen.
    public struct Caret: Codable, Sendable, Hashable {
        /// Of the left edge.
        public var x: Int
        /// Of the top edge.
        public var y: Int
        /// May be 0.
        public var width: Int
        /// Of the line of text.
        public var height: Int

        /// With all its fields.
        public init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// How things stand on a seat.
    public struct Status: Codable, Sendable, Hashable {
        /// Its name, such as "seat0".
        public var seat: String
        /// "Pen writes text", the user's switch.
        public var enabled: Bool
        /// The session's that has the seat.
        public var capture: Capture?
        /// Nobody but inkd gets the pen's events now.
        public var captured: Bool
        /// The lower barrel button was held: the pen points until it has been near once more.
        public var passing: Bool
        /// The user's session is locked.
        public var locked: Bool
        /// Who has the seat.
        public var inputMethod: String?
        /// Of the field that has the focus.
        public var purpose: Purpose?
        /// Its number; another field has another one.
        public var field: Int?

        /// With all its fields.
        public init(
            seat: String, enabled: Bool, capture: Capture? = nil, captured: Bool, passing: Bool, locked: Bool, inputMethod: String? = nil,
            purpose: Purpose? = nil, field: Int? = nil
        ) {
            self.seat = seat
            self.enabled = enabled
            self.capture = capture
            self.captured = captured
            self.passing = passing
            self.locked = locked
            self.inputMethod = inputMethod
            self.purpose = purpose
            self.field = field
        }
    }
}

extension TextInputInterface {
    /// There is no such session of the caller's.
    public struct NoSuchSession: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.NoSuchSession"
        /// What was asked for.
        public var session: Int

        /// With all its fields.
        public init(session: Int) { self.session = session }
    }

    /// There is no such seat that the caller may use.
    public struct NoSuchSeat: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.NoSuchSeat"
        /// What was asked for.
        public var seat: String

        /// With all its fields.
        public init(seat: String) { self.seat = seat }
    }

    /// Nothing is installed that reads this language.
    public struct UnknownLanguage: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.UnknownLanguage"
        /// What was asked for.
        public var language: String

        /// With all its fields.
        public init(language: String) { self.language = language }
    }

    /// So many input methods are attached already.
    public struct TooManySessions: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.TooManySessions"
        /// How many may be.
        public var limit: Int

        /// With all its fields.
        public init(limit: Int) { self.limit = limit }
    }
}
