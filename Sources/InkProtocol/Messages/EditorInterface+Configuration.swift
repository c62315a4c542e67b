public import Varlink

extension EditorInterface {
    /// A value: exactly one of the three is there.
    public struct Value: Codable, Sendable, Hashable {
        /// A text.
        public var text: String?
        /// A number.
        public var number: Double?
        /// Yes or no.
        public var flag: Bool?

        /// With all its fields.
        public init(text: String? = nil, number: Double? = nil, flag: Bool? = nil) {
            self.text = text
            self.number = number
            self.flag = flag
        }
    }

    /// A key of the configuration and its value.
    public struct Setting: Codable, Sendable, Hashable {
        /// Such as `recognizer.text.languages`.
        public var key: String
        /// As it is in force.
        public var value: Value
        /// Set at this scope, not taken over from the engine or the built-in default.
        public var own: Bool
        /// What it is for.
        public var summary: String

        /// With all its fields.
        public init(key: String, value: Value, own: Bool, summary: String) {
            self.key = key
            self.value = value
            self.own = own
            self.summary = summary
        }
    }

    /// Every key and its value.
    public enum GetConfiguration: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.GetConfiguration"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// An editor's name; nil for the engine.
            public var editor: String?

            /// With all its fields.
            public init(editor: String? = nil) {
                self.editor = editor
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// By key.
            public var settings: [Setting]

            /// With all its fields.
            public init(settings: [Setting]) {
                self.settings = settings
            }
        }
    }

    /// Sets a key.
    public enum SetConfiguration: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.SetConfiguration"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// An editor's name; nil for the engine.
            public var editor: String?
            /// Which.
            public var key: String
            /// Of the key's kind.
            public var value: Value

            /// With all its fields.
            public init(editor: String? = nil, key: String, value: Value) {
                self.editor = editor
                self.key = key
                self.value = value
            }
        }

        /// Carries nothing.
        public typealias Reply = Empty
    }

    /// Has a key follow the engine or the built-in default again.
    public enum UnsetConfiguration: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.UnsetConfiguration"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// An editor's name; nil for the engine.
            public var editor: String?
            /// Which.
            public var key: String

            /// With all its fields.
            public init(editor: String? = nil, key: String) {
                self.editor = editor
                self.key = key
            }
        }

        /// Carries nothing.
        public typealias Reply = Empty
    }

    /// The configuration has no such key.
    public struct NoSuchKey: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.NoSuchKey"
        /// The key asked for.
        public var key: String

        /// With all its fields.
        public init(key: String) {
            self.key = key
        }
    }

    /// The value is not one that the key takes.
    public struct InvalidValue: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.InvalidValue"
        /// Which key.
        public var key: String
        /// What it takes.
        public var reason: String

        /// With all its fields.
        public init(key: String, reason: String) {
            self.key = key
            self.reason = reason
        }
    }
}
