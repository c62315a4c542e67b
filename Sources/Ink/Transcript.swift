/// One reading of an ink.
public struct Candidate: Sendable, Hashable {
    /// The candidate's text.
    public var text: String
    /// The natural logarithm of the recognizer's probability; larger is better. nil if the recognizer only sorts its candidates.
    public var score: Double?

    /// A reading with its score.
    @inlinable public init(text: String, score: Double?) {
        self.text = text
        self.score = score
    }
}

/// Samples of a stroke that is identified by its index in the ink passed to a recognizer.
public typealias StrokeRange = SampleRange<Int>

/// Consecutive samples of one stroke, both ends included.
public struct SampleRange<StrokeName: Sendable & Hashable>: Sendable, Hashable {
    /// The stroke.
    public var stroke: StrokeName
    /// Index of the first sample.
    public var first: Int
    /// Index of the last sample.
    public var last: Int

    /// The samples `first`…`last` of the stroke.
    @inlinable public init(stroke: StrokeName, first: Int, last: Int) {
        self.stroke = stroke
        self.first = first
        self.last = last
    }
}

/// One character of a recognized word.
public typealias TranscribedGrapheme = Grapheme<Int>

/// One character of a word and the samples that write it.
public struct Grapheme<StrokeName: Sendable & Hashable>: Sendable, Hashable {
    /// One character as a reader perceives it (grapheme cluster); never white space.
    public var text: String
    /// The samples in the order of the strokes, including dots, bars and accents; empty if there were fewer samples than characters.
    public var ranges: [SampleRange<StrokeName>]

    /// A character and its samples.
    @inlinable public init(text: String, ranges: [SampleRange<StrokeName>]) {
        self.text = text
        self.ranges = ranges
    }
}

/// One word of the best reading and its position.
public struct TranscribedWord: Sendable, Hashable {
    /// The word, without spaces.
    public var text: String
    /// The box around all samples of the word; nil if no sample could be assigned to the word.
    public var box: Box?
    /// The samples of the word: all samples of its graphemes. If there are words, every sample of the ink belongs to one of the words.
    public var ranges: [StrokeRange]
    /// Candidates for this word alone, best first, beginning with `text`. A score is the natural logarithm of the probability among all
    /// possible readings of the word, and cannot be compared with another word's.
    public var candidates: [Candidate]
    /// y of the baseline at the word's horizontal center, in the unit of the strokes. nil if no letter of the line touches the baseline.
    public var baseline: Double?
    /// The height of small letters above the baseline, in the unit of the strokes. nil if the line has no small letters.
    public var xHeight: Double?
    /// The characters in reading order. If there are words, every sample of the ink belongs to exactly one grapheme.
    public var graphemes: [TranscribedGrapheme]
    /// The probability that the word is right, 0…1; nil if unknown.
    public var confidence: Double?

    /// A word and its position.
    @inlinable public init(
        text: String, box: Box?, ranges: [StrokeRange], candidates: [Candidate] = [], baseline: Double? = nil, xHeight: Double? = nil,
        graphemes: [TranscribedGrapheme] = [], confidence: Double? = nil
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

/// The result of recognizing ink.
public struct Transcript: Sendable, Hashable {
    /// Readings, best first; empty if there was nothing to read.
    public var candidates: [Candidate]
    /// The words of the best reading, in reading order; empty if the reading is empty, in which case the samples belong to no word.
    public var words: [TranscribedWord]
    /// The probability that the best reading is right as a whole, 0…1; nil if unknown.
    public var confidence: Double?

    /// Readings and the best one's words.
    @inlinable public init(candidates: [Candidate], words: [TranscribedWord], confidence: Double? = nil) {
        self.candidates = candidates
        self.words = words
        self.confidence = confidence
    }

    /// The best reading; empty if there is no reading.
    @inlinable public var text: String { candidates.first?.text ?? "" }
}
