extension PasswordGuard {
    /// Timeouts and bounds.
    public struct Configuration: Sendable, Hashable {
        /// The time after a focus change in which an application on the accessibility bus reports the focused object.
        public var arrival: Duration = .milliseconds(150)
        /// The time that an object has to answer. After that time, readings are no longer held back, but a later answer is still accepted.
        public var answer: Duration = .milliseconds(500)
        /// The maximum delay of the accessibility bus: how much later than the input method a busy application may report the same focus,
        /// and how long the search for the bus may take. After that delay, readings are no longer held back.
        public var delay: Duration = .seconds(1)
        /// The maximum time by which the accessibility bus may report the same focus earlier than the input method.
        public var lead: Duration = .milliseconds(50)
        /// The maximum number of applications with a remembered object that is not a password box, or does not have the focus.
        public var limit = 32

        /// Creates a configuration with the values above.
        public init() {}
    }

    /// An object on the accessibility bus.
    public struct Object: Sendable, Hashable {
        /// The unique name of the application's connection.
        public let application: String
        /// An object path.
        public let path: String

        /// Creates the object at `path` of the connection `application`.
        public init(application: String, path: String) { (self.application, self.path) = (application, path) }
    }

    /// An event of the accessibility bus.
    public enum Event: Sendable, Hashable {
        /// The first search for the bus has started.
        case connecting
        /// Applications report their focus from now on.
        case listening
        /// The connection to the bus was lost, or the bus does not exist.
        case lost
        case focused(Object)
        case unfocused(Object)
        /// The answer to a question about an object's role; nil without an answer.
        case role(Object, isPassword: Bool?)
        /// The answer to a question about an object's focus; nil without an answer.
        case focus(Object, isThere: Bool?)
        /// An application has left the bus.
        case applicationGone(String)
    }

    /// A question to an object.
    public enum Question: Sendable, Hashable {
        /// Whether the object is a password box.
        case role
        /// Whether the object has the focus.
        case focus
    }

    /// An output; lists of outputs are in order.
    public enum Output: Sendable {
        /// An input for the composition.
        case input(Composition.Input)
        /// A question, to be answered by `Event.role` or `Event.focus`.
        case ask(Question, Object)
    }
}
