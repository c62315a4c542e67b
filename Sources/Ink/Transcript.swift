/// One reading of an ink.
public struct Candidate: Sendable, Hashable {
    /// What it says.
    public var text: String
    /// Natural logarithm of the recogniser's probability; larger is better. nil where the recogniser only ranks.
    public var score: Double?

    /// A reading with its score.
    @inlinable public init(text: String, score: Double?) {
        self.text = text
        self.score = score
    }
}

/// Consecutive samples of one stroke of the ink that was read, both ends included.
public struct StrokeRange: Sendable, Hashable {
    /// Index of the stroke in the ink that was handed in.
    public var stroke: Int
    /// Index of the first sample.
    public var first: Int
    /// Index of the last sample.
    public var last: Int

    /// The samples `first`…`last` of the stroke.
    @inlinable public init(stroke: Int, first: Int, last: Int) {
        self.stroke = stroke
        self.first = first
        self.last = last
    }
}

/// One word of the best reading and where it is written.
public struct TranscribedWord: Sendable, Hashable {
    /// The word, without spaces.
    public var text: String
    /// Around all of its samples; nil if no sample could be given to it.
    public var box: Box?
    /// The samples that spell it; where there are words, every sample of the ink belongs to one.
    public var ranges: [StrokeRange]

    /// A word and its place.
    @inlinable public init(text: String, box: Box?, ranges: [StrokeRange]) {
        self.text = text
        self.box = box
        self.ranges = ranges
    }
}

/// What a recogniser made of an ink.
public struct Transcript: Sendable, Hashable {
    /// Readings, best first; empty if there was nothing to read.
    public var candidates: [Candidate]
    /// The words of the best reading, in reading order.
    public var words: [TranscribedWord]

    /// Readings and the best one's words.
    @inlinable public init(candidates: [Candidate], words: [TranscribedWord]) {
        self.candidates = candidates
        self.words = words
    }

    /// The best reading; empty if there is none.
    @inlinable public var text: String { candidates.first?.text ?? "" }
}
