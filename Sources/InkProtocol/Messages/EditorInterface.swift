/// The messages of org.inkd.Editor.
public enum EditorInterface {
    /// A rectangle in millimetres, y down.
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
        /// The stroke's number.
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

    /// One reading of a word.
    public struct Candidate: Codable, Sendable, Hashable {
        /// What it says.
        public var text: String
        /// A natural logarithm; larger is better. Compares only within the word.
        public var score: Double?

        /// With all its fields.
        public init(text: String, score: Double? = nil) {
            self.text = text
            self.score = score
        }
    }

    /// A character and where it is written.
    public struct Grapheme: Codable, Sendable, Hashable {
        /// As a reader sees it; never white space.
        public var text: String
        /// Its samples; none if there were fewer samples than characters.
        public var ranges: [Range]

        /// With all its fields.
        public init(text: String, ranges: [Range]) {
            self.text = text
            self.ranges = ranges
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
        /// What it may say, best first.
        public var candidates: [Candidate]
        /// y at its horizontal middle, in millimetres.
        public var baseline: Double?
        /// How high small letters rise, in millimetres.
        public var xHeight: Double?
        /// Its characters in reading order.
        public var graphemes: [Grapheme]
        /// 0 to 1: how probable it is that the word is right.
        public var confidence: Double?

        /// With all its fields.
        public init(
            text: String, box: Box? = nil, ranges: [Range], candidates: [Candidate] = [], baseline: Double? = nil, xHeight: Double? = nil,
            graphemes: [Grapheme] = [], confidence: Double? = nil
        ) {
            self.text = text
            self.box = box
            self.ranges = ranges
            self.candidates = candidates
            self.baseline = baseline
            self.xHeight = xHeight
            self.graphemes = graphemes
            self.confidence = confidence
        }
    }

    /// A line of writing.
    public struct Line: Codable, Sendable, Hashable {
        /// Its number in its editor.
        public var id: Int
        /// The best reading; empty until there is one.
        public var text: String
        /// Readings, best first.
        public var candidates: [String]
        /// This reading stays until the line changes.
        public var final: Bool
        /// How many Unicode code points of the text are firm.
        public var stablePrefix: Int
        /// 0 to 1: how probable it is that the line is right.
        public var confidence: Double?
        /// Around its ink.
        public var box: Box
        /// Of the best reading.
        public var words: [Word]

        /// With all its fields.
        public init(
            id: Int, text: String, candidates: [String], final: Bool, stablePrefix: Int = 0, confidence: Double? = nil, box: Box,
            words: [Word]
        ) {
            self.id = id
            self.text = text
            self.candidates = candidates
            self.final = final
            self.stablePrefix = stablePrefix
            self.confidence = confidence
            self.box = box
            self.words = words
        }
    }
}
