public import Ink
internal import System

/// A recognizer that decides whether a new stroke over written text is an editing gesture.
///
/// Most strokes are text, so a stroke counts as a gesture only if the model is sure. The model's threshold is chosen so that hardly any
/// stroke of ordinary writing counts as a gesture.
public struct GestureRecognizer: Sendable {
    /// The model's description.
    public let model: ModelCard

    private let classifier: GestureClassifier
    /// The minimum diagonal of a gesture's box, in text heights.
    private static let smallest = 0.5

    /// Loads a model file of kind `gestures`.
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public init(modelPath: String) throws(RecognitionError) {
        let file = try MappedFile.tensors(at: modelPath)
        try self.init(bytes: file.bytes)
        // keep the file mapped until its bytes have been read
        withExtendedLifetime(file) {}
    }

    /// Loads a model from the bytes of its file, which may be released afterwards.
    init(bytes: UnsafeRawBufferPointer) throws(RecognitionError) {
        let tensors = try Safetensors(bytes)
        model = try ModelCard(metadata: tensors.metadata)
        guard model.kind == .gestures else { throw .metadata(key: "kind", problem: "is not \"gestures\"") }
        try tensors.verify()
        classifier = try GestureClassifier(tensors, metadata: tensors.metadata)
    }

    /// Returns the gesture of a stroke; nil if the stroke is text.
    ///
    /// A stroke without text beneath or near it is text, too, as are a dot, a stroke with more than `FeatureExtractor.mostPoints` samples,
    /// and a stroke with a sample that is not a usable number.
    /// - Parameters:
    ///   - stroke: A finished stroke that is not among the strokes of `context`.
    ///   - context: The previous writing, in the unit of `stroke`.
    public func recognize(_ stroke: Stroke, over context: TextContext) -> GestureReading? {
        guard let seen = Self.seen(stroke, context) else { return nil }
        let probabilities = classifier.probabilities(seen.shape.features + seen.surroundings.features)
        guard let text = probabilities.first, 1 - text > classifier.threshold else { return nil }
        let best = zip(GestureKind.allCases, probabilities.dropFirst()).max { $0.1 < $1.1 }
        guard let (kind, score) = best else { return nil }
        return GestureTargets(shape: seen.shape, context: context).reading(kind, score: score)
    }

    /// Returns the probabilities of text and of every kind of gesture; nil without text that a gesture could apply to.
    ///
    /// - Throws: `notFinite`.
    package func probabilities(of stroke: Stroke, over context: TextContext) throws(RecognitionError) -> [Double]? {
        guard let features = Self.features(of: stroke, over: context) else { return nil }
        let probabilities = classifier.probabilities(features)
        guard probabilities.allSatisfy(\.isFinite) else { throw .notFinite }
        return probabilities
    }

    /// Returns the classifier's input; nil without text that a gesture could apply to.
    static func features(of stroke: Stroke, over context: TextContext) -> [Double]? {
        seen(stroke, context).map { $0.shape.features + $0.surroundings.features }
    }

    private static func seen(_ stroke: Stroke, _ context: TextContext) -> (shape: GestureShape, surroundings: GestureSurroundings)? {
        let positions = stroke.points.map { Position(x: $0.x, y: $0.y) }
        guard (2...FeatureExtractor.mostPoints).contains(positions.count),
            positions.allSatisfy({ abs($0.x) <= FeatureExtractor.farthest && abs($0.y) <= FeatureExtractor.farthest })
        else { return nil }
        let extent = Extent(positions)
        let all = context.traces.enumerated().compactMap { index, trace in trace.map { (trace: $0, age: context.traces.count - index) } }
        func near(_ margin: Double) -> [(trace: InkTrace, age: Int)] { all.filter { $0.trace.extent.intersects(extent, margin: margin) } }
        let everywhere = InkTrace.textHeight(all.lazy.map(\.trace))
        let height = InkTrace.textHeight(near(GestureSurroundings.window * everywhere).lazy.map(\.trace))
        guard height > smallestHeight, extent.diagonal >= smallest * height, !near(height).isEmpty else { return nil }
        let shape = GestureShape(positions, textHeight: height)
        return (shape, GestureSurroundings(shape, traces: near(GestureSurroundings.window * height)))
    }

    /// The minimum height of text; with a smaller height, squares would underflow to 0.
    private static let smallestHeight = 1e-100
}

/// The edit that a stroke over written text requests.
public enum GestureKind: String, Sendable, Hashable, CaseIterable {
    /// Back and forth over words: a request to delete the words.
    case scratchOut = "scratch-out"
    /// A line through words.
    case strikethrough
    /// A line under words.
    case underline
    /// A closed line around words or letters.
    case surround
    /// Upwards through the gap between two words, or an arc that bridges the gap: a request to remove the space.
    case join
    /// Downwards between words or letters: a request to separate them.
    case split
    /// A caret, ∧ from below or V from above: an insertion.
    case insert
}

/// A word that a gesture covers.
public struct TouchedWord: Sendable, Hashable {
    /// The word's index in the context.
    public var index: Int
    /// The covered fraction of the word, 0…1: of the word's ink for a scratch-out or a surrounding line, otherwise of its width.
    public var coverage: Double

    /// Creates a word with its covered fraction.
    @inlinable public init(index: Int, coverage: Double) {
        self.index = index
        self.coverage = coverage
    }
}

/// A position between words or letters.
public struct InsertionPoint: Sendable, Hashable {
    /// The index of a word of the context.
    public var word: Int
    /// The index of the grapheme after the insertion point: 0 before the word, and the word's number of graphemes after it. nil within or
    /// after a word whose graphemes are unknown.
    public var grapheme: Int?
    /// The horizontal position that the gesture points to, in the unit of the strokes.
    public var x: Double
    /// The vertical position that the gesture points to, in the unit of the strokes.
    public var y: Double

    /// Creates a position in or beside a word.
    @inlinable public init(word: Int, grapheme: Int?, x: Double, y: Double) {
        self.word = word
        self.grapheme = grapheme
        self.x = x
        self.y = y
    }
}

/// A stroke read as a gesture, with its targets.
public struct GestureReading: Sendable, Hashable {
    /// The requested edit.
    public var kind: GestureKind
    /// The probability of this kind, 0…1.
    public var score: Double
    /// The affected words, in order: at least one. For a gesture with an `insertion`, the word that contains the insertion point, or the
    /// words beside it.
    public var words: [TouchedWord]
    /// The covered samples of the context's strokes; empty for gestures with an insertion point.
    public var ranges: [StrokeRange]
    /// The insertion point of a join, a split or an insertion; nil for the other kinds.
    public var insertion: InsertionPoint?

    /// Creates a reading of a stroke.
    @inlinable public init(kind: GestureKind, score: Double, words: [TouchedWord], ranges: [StrokeRange], insertion: InsertionPoint?) {
        self.kind = kind
        self.score = score
        self.words = words
        self.ranges = ranges
        self.insertion = insertion
    }
}
