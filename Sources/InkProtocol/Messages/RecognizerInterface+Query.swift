public import Varlink

extension RecognizerInterface {
    /// What ink may be read as.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        case text
        case symbols
        case shapes
        case gestures
    }

    /// How much is taken.
    public struct Limits: Codable, Sendable, Hashable {
        /// Samples of all strokes together.
        public var points: Int
        /// Candidates.
        public var alternatives: Int
        /// Characters of `preContext` that count: the last ones.
        public var preContext: Int
        /// Words of `userWords`.
        public var userWords: Int

        /// With all its fields.
        public init(points: Int, alternatives: Int, preContext: Int, userWords: Int) {
            self.points = points
            self.alternatives = alternatives
            self.preContext = preContext
            self.userWords = userWords
        }
    }

    /// What can be read.
    public enum Query: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recognizer.Query"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Tag of what is read where a call names no language; empty for none in particular.
            public var language: String
            /// Tags that calls may name; shorter ones serve longer ones.
            public var languages: [String]
            /// For which there is a model.
            public var kinds: [Kind]
            /// Parameters of `Recognize` that are understood.
            public var hints: [String]
            /// All there are.
            public var recognitionTypes: [RecognitionType]
            /// How much is taken.
            public var limits: Limits

            /// With all its fields.
            public init(
                language: String, languages: [String], kinds: [Kind], hints: [String], recognitionTypes: [RecognitionType], limits: Limits
            ) {
                self.language = language
                self.languages = languages
                self.kinds = kinds
                self.hints = hints
                self.recognitionTypes = recognitionTypes
                self.limits = limits
            }
        }
    }

    /// A stroke cannot be read.
    public struct InvalidInk: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recognizer.InvalidInk"
        /// Its index in the call.
        public var stroke: Int
        /// What is wrong.
        public var reason: String

        /// With all its fields.
        public init(stroke: Int, reason: String) {
            self.stroke = stroke
            self.reason = reason
        }
    }

    /// More points than the recogniser takes.
    public struct InkTooLarge: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recognizer.InkTooLarge"
        /// How many came.
        public var points: Int
        /// How many may.
        public var limit: Int

        /// With all its fields.
        public init(points: Int, limit: Int) {
            self.points = points
            self.limit = limit
        }
    }

    /// A hint that cannot be meant.
    public struct InvalidHint: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recognizer.InvalidHint"
        /// Its name.
        public var hint: String
        /// What is wrong with it.
        public var reason: String

        /// With all its fields.
        public init(hint: String, reason: String) {
            self.hint = hint
            self.reason = reason
        }
    }

    /// There is nothing to read this language with.
    public struct NoLanguage: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recognizer.NoLanguage"
        /// The tag asked for.
        public var language: String
        /// Tags there are.
        public var available: [String]

        /// With all its fields.
        public init(language: String, available: [String]) {
            self.language = language
            self.available = available
        }
    }

    /// There is no model, or it could not be read.
    public struct NoModel: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recognizer.NoModel"
        /// Which, and why.
        public var reason: String

        /// With all its fields.
        public init(reason: String) {
            self.reason = reason
        }
    }

    /// More is asked for than can be answered; try again later.
    public struct Busy: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recognizer.Busy"

        /// With all its fields.
        public init() {}
    }
}
