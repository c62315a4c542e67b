/// The messages of org.inkd.Recognizer. Its type `Ink` is `InkStroke` here, apart from the module.
public enum RecognizerInterface {
    /// A stroke in any unit, y down.
    public struct InkStroke: Codable, Sendable, Hashable {
        /// One for each sample.
        public var x: [Double]
        /// As many as there are `x`.
        public var y: [Double]

        /// With all its fields.
        public init(x: [Double], y: [Double]) {
            self.x = x
            self.y = y
        }
    }

    /// A rectangle in the strokes' unit.
    public struct Box: Codable, Sendable, Hashable {
        /// Left edge.
        public var x: Double
        /// Top edge.
        public var y: Double
        /// Never negative.
        public var width: Double
        /// Never negative.
        public var height: Double

        /// With all its fields.
        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// Samples of a stroke, both ends included.
    public struct Range: Codable, Sendable, Hashable {
        /// The stroke's index in the call.
        public var stroke: Int
        /// Index of the first sample.
        public var first: Int
        /// Index of the last sample.
        public var last: Int

        /// With all its fields.
        public init(stroke: Int, first: Int, last: Int) {
            self.stroke = stroke
            self.first = first
            self.last = last
        }
    }

    /// A word and where it is written.
    public struct Word: Codable, Sendable, Hashable {
        /// Without spaces.
        public var text: String
        /// Around its samples; nil if it has none.
        public var box: Box?
        /// The samples that spell it.
        public var ranges: [Range]

        /// With all its fields.
        public init(text: String, box: Box? = nil, ranges: [Range]) {
            self.text = text
            self.box = box
            self.ranges = ranges
        }
    }

    /// One reading.
    public struct Candidate: Codable, Sendable, Hashable {
        /// What it says.
        public var text: String
        /// A natural logarithm; larger is better.
        public var score: Double?

        /// With all its fields.
        public init(text: String, score: Double? = nil) {
            self.text = text
            self.score = score
        }
    }

    /// Reads one line of writing.
    public enum Recognize: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recognizer.Recognize"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// In the order they were written.
            public var strokes: [InkStroke]
            /// How many candidates may come; 3 if nil, at most 16.
            public var alternatives: Int?

            /// With all its fields.
            public init(strokes: [InkStroke], alternatives: Int? = nil) {
                self.strokes = strokes
                self.alternatives = alternatives
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Best first.
            public var candidates: [Candidate]
            /// Of the best candidate.
            public var words: [Word]

            /// With all its fields.
            public init(candidates: [Candidate], words: [Word]) {
                self.candidates = candidates
                self.words = words
            }
        }
    }

    /// The stroke's `x` and `y` differ in length, or a number is not finite.
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
