public import Varlink

extension RecognizerInterface {
    /// What a stroke over text may ask for.
    public enum GestureKind: String, Codable, Sendable, Hashable, CaseIterable {
        case scratchOut
        case strikethrough
        case underline
        case surround
        case join
        case split
        case insert
    }

    /// A word that a gesture touches.
    public struct TouchedWord: Codable, Sendable, Hashable {
        /// Its index in the call.
        public var word: Int
        /// 0 to 1: how much of it.
        public var coverage: Double

        /// With all its fields.
        public init(word: Int, coverage: Double) {
            self.word = word
            self.coverage = coverage
        }
    }

    /// Where a gesture points to.
    public struct Insertion: Codable, Sendable, Hashable {
        /// Index of the word in the call.
        public var word: Int
        /// Before which of its characters; 0 before the word, their count after it, nil where they are not known.
        public var grapheme: Int?
        /// The place.
        public var x: Double
        /// The place.
        public var y: Double

        /// With all its fields.
        public init(word: Int, grapheme: Int? = nil, x: Double, y: Double) {
            self.word = word
            self.grapheme = grapheme
            self.x = x
            self.y = y
        }
    }

    /// What a stroke over text asks for.
    public struct Gesture: Codable, Sendable, Hashable {
        /// Which it is.
        public var kind: GestureKind
        /// 0 to 1: its probability.
        public var score: Double
        /// In order.
        public var words: [TouchedWord]
        /// Samples of the strokes beneath it.
        public var ranges: [Range]
        /// For join, split and insert.
        public var insertion: Insertion?

        /// With all its fields.
        public init(kind: GestureKind, score: Double, words: [TouchedWord], ranges: [Range], insertion: Insertion? = nil) {
            self.kind = kind
            self.score = score
            self.words = words
            self.ranges = ranges
            self.insertion = insertion
        }
    }

    /// Reads a stroke as a gesture over what was written before.
    public enum RecognizeGesture: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recognizer.RecognizeGesture"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The new stroke.
            public var stroke: InkStroke
            /// What was written before, oldest first.
            public var strokes: [InkStroke]
            /// The words they spell, as `Recognize` gave them; found by the gaps between strokes if nil.
            public var words: [Word]?

            /// With all its fields.
            public init(stroke: InkStroke, strokes: [InkStroke], words: [Word]? = nil) {
                self.stroke = stroke
                self.strokes = strokes
                self.words = words
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// nil: it is text.
            public var gesture: Gesture?

            /// With all its fields.
            public init(gesture: Gesture? = nil) {
                self.gesture = gesture
            }
        }
    }
}
