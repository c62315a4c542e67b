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
        /// Index of its line.
        public var line: Int?
        /// What it may say, best first. A score means nothing beside that of another word.
        public var candidates: [Candidate]?
        /// y at its horizontal middle; nil if nothing stands on the baseline.
        public var baseline: Double?
        /// How high small letters rise; nil if there are none.
        public var xHeight: Double?
        /// Its characters in reading order.
        public var graphemes: [Grapheme]?
        /// 0 to 1: how probable it is that the word is right; nil where that is not known.
        public var confidence: Double?

        /// With all its fields.
        public init(
            text: String, box: Box? = nil, ranges: [Range], line: Int? = nil, candidates: [Candidate]? = nil, baseline: Double? = nil,
            xHeight: Double? = nil, graphemes: [Grapheme]? = nil, confidence: Double? = nil
        ) {
            self.text = text
            self.box = box
            self.ranges = ranges
            self.line = line
            self.candidates = candidates
            self.baseline = baseline
            self.xHeight = xHeight
            self.graphemes = graphemes
            self.confidence = confidence
        }
    }

    /// A line of writing.
    public struct Line: Codable, Sendable, Hashable {
        /// The best reading.
        public var text: String
        /// Readings, best first.
        public var candidates: [Candidate]
        /// 0 to 1: how probable it is that the line is right; nil where that is not known.
        public var confidence: Double?
        /// Indices of its strokes, in reading order.
        public var strokes: [Int]

        /// With all its fields.
        public init(text: String, candidates: [Candidate], confidence: Double? = nil, strokes: [Int]) {
            self.text = text
            self.candidates = candidates
            self.confidence = confidence
            self.strokes = strokes
        }
    }
}
