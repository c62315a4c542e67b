public import Ink

/// A line as input for a recognizer: an independent copy.
public struct LineSnapshot: Sendable, Hashable {
    /// The line's ID.
    public var line: LineID
    /// The revision of the line. A reading is accepted only if it is for the current revision.
    public var revision: UInt64
    /// Whether the pen has rested or left proximity: the reading is final until the line changes.
    public var isFinal: Bool
    /// The line's strokes in reading order: the drawing order, with later additions moved to their positions (``ReadingOrder``).
    public var strokes: [Stroke]
    /// The row between guide lines in which the line is written; nil without guide lines, or if the writer does not follow them.
    public var row: GuideRow?
    /// Whether the line is a formula: see ``InkEditor/formula(of:)`` for the meaning of its words.
    public var isFormula = false
    /// A person's decisions about symbols of the formula. All strokes of each decision are on the line.
    public var decisions: [WordChoice] = []
}

/// Samples of a stroke of the document.
public typealias WordRange = SampleRange<StrokeID>

/// One character of a word of a line.
public typealias LineGrapheme = Grapheme<StrokeID>

/// One word of a line and its position.
public struct LineWord: Sendable, Hashable {
    /// The word, without spaces.
    public var text: String
    /// The box around all samples of the word; nil without samples.
    public var box: Box?
    /// The samples that the word is written with.
    public var ranges: [WordRange]
    /// Candidates of this word alone, best first. Scores of different words are not comparable.
    public var candidates: [Candidate]
    /// y of the baseline at the word's horizontal center; nil if no letter of the line touches the baseline.
    public var baseline: Double?
    /// The height of small letters above the baseline; nil if the line has no small letters.
    public var xHeight: Double?
    /// The characters in reading order.
    public var graphemes: [LineGrapheme]
    /// The probability that the word is right, 0…1; nil if unknown.
    public var confidence: Double?
    /// The decorations of the word.
    public var decorations: Set<Decoration.Kind> = []
    /// Whether a person chose this text.
    public var isChosen = false
    /// The ID of the typeset word; nil for a word read from ink.
    public var typeset: StrokeID?

    /// Creates a word; only its text is required.
    public init(
        text: String, box: Box? = nil, ranges: [WordRange] = [], candidates: [Candidate] = [], baseline: Double? = nil,
        xHeight: Double? = nil, graphemes: [LineGrapheme] = [], confidence: Double? = nil
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

    /// The strokes of the word, ascending.
    public var strokes: [StrokeID] { Set(ranges.map(\.stroke)).sorted() }

    /// Creates a word from a recognizer's word. `strokes` gives the ID for each stroke index; ranges of other strokes are left out.
    init(_ word: TranscribedWord, strokes: [StrokeID]) {
        func named(_ ranges: [StrokeRange]) -> [WordRange] {
            ranges.compactMap { range in
                guard strokes.indices.contains(range.stroke) else { return nil }
                return WordRange(stroke: strokes[range.stroke], first: range.first, last: range.last)
            }
        }
        text = word.text
        box = word.box
        ranges = named(word.ranges)
        candidates = word.candidates
        baseline = word.baseline
        xHeight = word.xHeight
        graphemes = word.graphemes.map { LineGrapheme(text: $0.text, ranges: named($0.ranges)) }
        confidence = word.confidence
    }

    /// Removes the ranges of a deleted stroke.
    mutating func forget(_ stroke: StrokeID) {
        ranges.removeAll { $0.stroke == stroke }
        for index in graphemes.indices { graphemes[index].ranges.removeAll { $0.stroke == stroke } }
    }
}

/// The stored reading of a line, which makes another reading unnecessary.
public struct SavedReading: Sendable, Hashable {
    /// Readings, best first.
    public var candidates: [Candidate]
    /// The words of the best reading, without choices and decorations.
    public var words: [LineWord]
    /// The probability that the reading is right, 0…1; nil if unknown.
    public var confidence: Double?

    /// Creates a final reading.
    public init(candidates: [Candidate], words: [LineWord], confidence: Double?) {
        self.candidates = candidates
        self.words = words
        self.confidence = confidence
    }
}

/// A line at one moment: its revision, reading and bounding box.
public struct LineState: Sendable, Hashable, Identifiable {
    /// The ID in its editor.
    public var id: LineID
    /// The revision, which grows whenever a stroke joins or leaves the line.
    public var revision: UInt64
    /// The best reading so far, possibly of an earlier revision; empty before the first reading.
    public var text: String
    /// The number of stable Unicode scalars at the beginning of `text`, on which the last two readings agree; all of them if the reading
    /// is final. Decreases when earlier text changes.
    public var stablePrefix: Int
    /// Readings, best first.
    public var candidates: [Candidate]
    /// The words of the best reading, in reading order.
    public var words: [LineWord]
    /// The probability that the best reading is right as a whole, 0…1; nil if unknown.
    public var confidence: Double?
    /// Whether the reading is for `revision`, not for an earlier revision.
    public var isCurrent: Bool
    /// Whether the reading is for `revision`, and final until the line changes.
    public var isFinal: Bool
    /// The box around all of the line's strokes.
    public var box: Box
}
