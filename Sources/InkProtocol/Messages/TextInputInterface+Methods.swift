public import Varlink

extension TextInputInterface {
    /// How things stand after a call.
    public struct Standing: Codable, Sendable, Hashable {
        /// On the seat.
        public var status: Status

        /// With all its fields.
        public init(status: Status) { self.status = status }
    }

    /// An input method begins a session.
    public enum Attach: StreamingVarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.Attach"

        /// What each reply carries.
        public typealias Reply = Event

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// What it is called.
            public var name: String
            /// Absent: the user's own.
            public var seat: String?

            /// With all its fields.
            public init(name: String, seat: String? = nil) {
                self.name = name
                self.seat = seat
            }
        }
    }

    /// All that the session with the seat is told.
    public enum Watch: StreamingVarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.Watch"

        /// What each reply carries.
        public typealias Reply = Event

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Absent: the user's own.
            public var seat: String?

            /// With all its fields.
            public init(seat: String? = nil) {
                self.seat = seat
            }
        }
    }

    /// A field got the focus.
    public enum Focus: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.Focus"

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// On the seat.
            public var status: Status
            /// The field's number.
            public var field: Int

            /// With all its fields.
            public init(status: Status, field: Int) {
                self.status = status
                self.field = field
            }
        }

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Whose field.
            public var session: Int
            /// What it is for.
            public var purpose: Purpose
            /// A tag such as de.
            public var language: String?
            /// What stands before the caret.
            public var preContext: String?

            /// With all its fields.
            public init(session: Int, purpose: Purpose, language: String? = nil, preContext: String? = nil) {
                self.session = session
                self.purpose = purpose
                self.language = language
                self.preContext = preContext
            }
        }
    }

    /// No field has the focus.
    public enum Unfocus: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.Unfocus"

        /// What the reply carries.
        public typealias Reply = Standing

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Whose field it was.
            public var session: Int

            /// With all its fields.
            public init(session: Int) {
                self.session = session
            }
        }
    }

    /// What stands before the caret.
    public enum SetContext: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.SetContext"

        /// Nothing comes back.
        public typealias Reply = Empty

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Whose field.
            public var session: Int
            /// Its last 20 characters count.
            public var preContext: String

            /// With all its fields.
            public init(session: Int, preContext: String) {
                self.session = session
                self.preContext = preContext
            }
        }
    }

    /// Where the caret is.
    public enum SetCaret: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.SetCaret"

        /// Nothing comes back.
        public typealias Reply = Empty

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Whose field.
            public var session: Int
            /// Where.
            public var caret: Caret

            /// With all its fields.
            public init(session: Int, caret: Caret) {
                self.session = session
                self.caret = caret
            }
        }
    }

    /// Text is in the field, and its ink may go.
    public enum Take: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.Take"

        /// Nothing comes back.
        public typealias Reply = Empty

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Whose field.
            public var session: Int
            /// Whose strokes.
            public var editor: String
            /// By their numbers in the editor.
            public var strokes: [Int]
            /// What they say; empty to drop them.
            public var text: String

            /// With all its fields.
            public init(session: Int, editor: String, strokes: [Int], text: String) {
                self.session = session
                self.editor = editor
                self.strokes = strokes
                self.text = text
            }
        }
    }
}
