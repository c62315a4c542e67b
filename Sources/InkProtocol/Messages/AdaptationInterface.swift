public import Varlink

/// The messages of org.inkd.Adaptation. Its type `Ink` is that of org.inkd.Recognizer.
public enum AdaptationInterface {
    /// A word or a line, and what it says.
    public struct Example: Codable, Sendable, Hashable {
        /// In the order they were written.
        public var strokes: [RecognizerInterface.InkStroke]
        /// What it says.
        public var text: String

        /// With all its fields.
        public init(strokes: [RecognizerInterface.InkStroke], text: String) {
            self.strokes = strokes
            self.text = text
        }
    }

    /// What was learnt of a user's hand.
    public struct State: Codable, Sendable, Hashable {
        /// What the user writes is read as was learnt.
        public var adapted: Bool
        /// How many examples it was learnt from.
        public var examples: Int?
        /// What the examples kept back lost, a character.
        public var lossBefore: Double?
        /// The same after learning.
        public var lossAfter: Double?

        /// With all its fields.
        public init(adapted: Bool, examples: Int? = nil, lossBefore: Double? = nil, lossAfter: Double? = nil) {
            self.adapted = adapted
            self.examples = examples
            self.lossBefore = lossBefore
            self.lossAfter = lossAfter
        }
    }

    /// Learns from examples.
    public enum Adapt: StreamingVarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Adaptation.Adapt"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Words that the user has corrected.
            public var examples: [Example]

            /// With all its fields.
            public init(examples: [Example]) {
                self.examples = examples
            }
        }

        /// What each reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// 0 to 1.
            public var progress: Double
            /// Comes with the last reply.
            public var state: State?

            /// With all its fields.
            public init(progress: Double, state: State? = nil) {
                self.progress = progress
                self.state = state
            }
        }
    }

    /// What was learnt.
    public enum Status: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Adaptation.Status"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// As it is.
            public var state: State

            /// With all its fields.
            public init(state: State) {
                self.state = state
            }
        }
    }

    /// Forgets what was learnt.
    public enum Reset: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Adaptation.Reset"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// As it is then.
            public var state: State

            /// With all its fields.
            public init(state: State) {
                self.state = state
            }
        }
    }

    /// An example cannot be read.
    public struct InvalidExample: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Adaptation.InvalidExample"
        /// Its index in the call.
        public var example: Int
        /// What is wrong.
        public var reason: String

        /// With all its fields.
        public init(example: Int, reason: String) {
            self.example = example
            self.reason = reason
        }
    }

    /// Less than is needed can be learnt from.
    public struct TooFewExamples: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Adaptation.TooFewExamples"
        /// How many can be.
        public var usable: Int
        /// How many must.
        public var needed: Int

        /// With all its fields.
        public init(usable: Int, needed: Int) {
            self.usable = usable
            self.needed = needed
        }
    }

    /// What was tried read nothing any better; nothing is changed.
    public struct NothingGained: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Adaptation.NothingGained"

        /// With all its fields.
        public init() {}
    }

    /// Nothing can be learnt or kept here.
    public struct Unusable: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Adaptation.Unusable"
        /// Why not.
        public var reason: String

        /// With all its fields.
        public init(reason: String) {
            self.reason = reason
        }
    }

    /// Somebody's hand is being learnt just now; try again later.
    public struct Busy: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Adaptation.Busy"

        /// With all its fields.
        public init() {}
    }
}
