import Glibc
public import Ink
internal import System

/// A trainer that fits a model's last recurrent layer and its output layer to one person's corrected words.
///
/// All lower layers stay unchanged, so that few words suffice. The words are augmented as in training; a fifth of them is held out for
/// validation, and the weights with the least validation loss are chosen. Weight decay pulls the weights toward their initial values,
/// which preserves everything that the words give no evidence of.
/// An adapter works on its own copy of the model. It may be used on any thread, but only on one at a time.
public final class Adapter {
    /// A labeled ink: its strokes and its text.
    public struct Example: Sendable {
        /// The ink.
        public var strokes: [Stroke]
        /// The text of the ink.
        public var text: String

        /// Creates a labeled ink.
        public init(strokes: [Stroke], text: String) { (self.strokes, self.text) = (strokes, text) }
    }

    /// The minimum number of examples; fewer do not suffice for both training and validation.
    public static let fewest = 10
    /// The maximum length of a text in characters, the maximum length of an ink in steps, and the maximum total number of steps. Longer
    /// examples, and examples beyond the total, are left out. The total corresponds to a few hundred lines, and to 100 MB.
    static let (longestText, longestInk, mostSteps) = (300, 2_000, 50_000)
    /// The maximum number of passes over the examples.
    static let passes = 20
    /// The number of passes without improvement after which training stops.
    static let patience = 5
    /// One in this many examples is held out for validation.
    static let keptBack = 5
    /// The number of examples per step of the optimizer.
    static let batch = 8
    /// The step width of the optimizer (Adam).
    static let rate: Float = 0.0005
    /// The weight decay per step of the optimizer: the fraction of the difference from the weights at the start that is removed.
    static let pull: Float = 0.005
    /// The maximum norm of a gradient; larger ones are clipped.
    static let longestGradient: Float = 5

    private let recognizer: Recognizer
    private let layout: TailLayout
    private let base: FloatBuffer
    private let scratch = Scratch()

    /// An example, prepared as input of the fitted layers.
    private struct Lesson {
        var strokes: [Stroke]
        var below: HiddenSequence
        var classes: [Int]
    }

    /// Loads the model to be adapted.
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public convenience init(modelPath: String) throws(RecognitionError) {
        let file = try MappedFile.tensors(at: modelPath)
        try self.init(bytes: file.bytes)
        // keep the file mapped until its bytes have been read
        withExtendedLifetime(file) {}
    }

    /// Loads a model from the bytes of its file, which may be released afterwards.
    init(bytes: UnsafeRawBufferPointer) throws(RecognitionError) {
        recognizer = try Recognizer(bytes: bytes, instructions: .best)
        let architecture = recognizer.model.architecture
        layout = TailLayout(architecture)
        base = try layout.values(of: Safetensors(bytes), layer: architecture.layers - 1)
    }

    /// Learns from the examples. Examples with a character that the model does not know, or with too short an ink for the text, are left
    /// out.
    ///
    /// - Parameters:
    ///   - earlier: An adaptation of the same model to start from; nil for the model's own weights.
    ///   - progress: Called after every example with the progress, 0 to 1; returns whether to continue.
    /// - Throws: `AdaptationError.tooFewInks`, `nothingGained`, `stopped`; `otherModel` if `earlier` belongs to another model.
    public func adapt(
        to examples: [Example], from earlier: Adaptation? = nil, progress: (Double) -> Bool = { _ in true }
    ) throws(AdaptationError) -> Adaptation {
        if let earlier, earlier.base != recognizer.dataSHA256 {
            throw .otherModel(found: earlier.base, expected: recognizer.dataSHA256)
        }
        let start = earlier.map { layout.values(of: $0.tensors) } ?? base
        var (lessons, steps): ([Lesson], Int) = ([], 0)
        for example in examples where steps < Self.mostSteps {
            guard progress(0) else { throw .stopped }
            guard let lesson = lesson(example) else { continue }
            lessons.append(lesson)
            steps += lesson.below.steps
        }
        guard lessons.count >= Self.fewest else { throw .tooFewInks(usable: lessons.count, needed: Self.fewest) }
        let kept = lessons.enumerated().filter { $0.offset % Self.keptBack == Self.keptBack - 1 }.map(\.element)
        let learnt = lessons.enumerated().filter { $0.offset % Self.keptBack != Self.keptBack - 1 }.map(\.element)
        let values = copy(of: start)
        let (gradient, adam) = (FloatBuffer(count: layout.count), Adam(count: layout.count, rate: Self.rate))
        var variation = InkVariation(seed: 1)
        let before = loss(of: kept, values)
        var (best, bestLoss, bestPass) = (start, before, 0)
        for pass in 1...Self.passes where pass - bestPass <= Self.patience {
            for (place, index) in variation.order(learnt.count).enumerated() {
                // every third pass uses the ink as written, without variation
                let below = pass % 3 == 0 ? learnt[index].below : self.below(variation.vary(learnt[index].strokes)) ?? learnt[index].below
                learn(below, learnt[index].classes, values, into: gradient)
                if place % Self.batch == Self.batch - 1 || place == learnt.count - 1 {
                    adam.step(values, gradient: gradient, longest: Self.longestGradient)
                    for k in 0..<layout.count { values.start[k] += Self.pull * (start.start[k] - values.start[k]) }
                }
                let done = Double(pass - 1) + Double(place + 1) / Double(learnt.count)
                guard progress(done / Double(Self.passes)) else { throw .stopped }
            }
            let loss = loss(of: kept, values)
            if loss < bestLoss { (best, bestLoss, bestPass) = (copy(of: values), loss, pass) }
        }
        guard bestPass > 0 else { throw .nothingGained }
        return Adaptation(
            base: recognizer.dataSHA256, inks: lessons.count, lossBefore: before, lossAfter: bestLoss, tensors: layout.tensors(of: best))
    }

    private func copy(of values: FloatBuffer) -> FloatBuffer {
        let copy = FloatBuffer(count: values.count)
        copy.start.update(from: values.start, count: values.count)
        return copy
    }

    /// Returns an ink as the input of the fitted layers; nil for an ink that cannot be read.
    private func below(_ strokes: [Stroke]) -> HiddenSequence? {
        guard let features = try? FeatureExtractor.features(of: strokes) else { return nil }
        let below = recognizer.base.encode(features, in: scratch, belowLast: true)
        return below.steps > 0 ? below : nil
    }

    private func lesson(_ example: Example) -> Lesson? {
        let text = example.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let classes = text.unicodeScalars.map { (recognizer.model.alphabet.scalars.firstIndex(of: $0) ?? -1) + 1 }
        guard (1...Self.longestText).contains(classes.count), let below = below(example.strokes), below.steps <= Self.longestInk else {
            return nil
        }
        let scores = TailPass(below, layout: layout, weights: base, level: InstructionSet.best.level).scores
        guard ConnectionistLoss(scores, classes: classes) != nil else { return nil }
        return Lesson(strokes: example.strokes, below: below, classes: classes)
    }

    private func learn(_ below: HiddenSequence, _ classes: [Int], _ values: FloatBuffer, into gradient: FloatBuffer) {
        let pass = TailPass(below, layout: layout, weights: values, level: InstructionSet.best.level)
        // a varied ink may be too short for its text; it is skipped
        guard let loss = ConnectionistLoss(pass.scores, classes: classes) else { return }
        let share = 1 / Float(Self.batch * classes.count)
        pass.differentiate(loss.gradient.map { $0 * share }, into: gradient)
    }

    /// Returns the mean loss per character.
    private func loss(of lessons: [Lesson], _ values: FloatBuffer) -> Double {
        let losses = lessons.compactMap { lesson in
            let pass = TailPass(lesson.below, layout: layout, weights: values, level: InstructionSet.best.level)
            return ConnectionistLoss(pass.scores, classes: lesson.classes)?.value
        }
        guard losses.count == lessons.count else { return .infinity }
        return losses.reduce(0, +) / Double(lessons.map(\.classes.count).reduce(0, +))
    }
}

/// An augmentation that imitates the same hand on another day: an ink is randomly slanted, stretched and rotated a little, so that
/// training needs fewer inks.
private struct InkVariation {
    private var random: SeededGenerator

    /// Creates a sequence of variations that depends only on the seed.
    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Returns the ink varied by about two thirds of the variation in the model's own training.
    mutating func vary(_ strokes: [Stroke]) -> [Stroke] {
        let (slant, turn) = (0.12 * normal(), 0.02 * normal())
        let (wide, high) = (exp(0.1 * normal()), exp(0.1 * normal()))
        return strokes.map { stroke in
            Stroke(
                id: stroke.id,
                points: stroke.points.map { point in
                    var moved = point
                    (moved.x, moved.y) = (wide * point.x + slant * point.y, turn * point.x + high * point.y)
                    return moved
                })
        }
    }

    /// Returns the numbers from 0 up to `count`, exclusive, in a random order.
    mutating func order(_ count: Int) -> [Int] { (0..<count).shuffled(using: &random) }

    /// Returns a normally distributed number: G. Box, M. Muller 1958.
    private mutating func normal() -> Double {
        let (a, b) = (Double.random(in: 1e-12..<1, using: &random), Double.random(in: 0..<1, using: &random))
        return sqrt(-2 * log(a)) * cos(2 * .pi * b)
    }
}

/// Gradient descent with moments: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", ICLR 2015, with that paper's constants.
private final class Adam {
    private let rate: Float
    private let mean: FloatBuffer
    private let square: FloatBuffer
    private var (meanLeft, squareLeft): (Float, Float) = (1, 1)

    /// Creates the optimizer's state for `count` weights.
    init(count: Int, rate: Float) {
        self.rate = rate
        (mean, square) = (FloatBuffer(count: count), FloatBuffer(count: count))
    }

    /// Moves the weights against their gradient. The gradient is clipped to the norm `longest`, and reset to zero afterwards.
    func step(_ values: FloatBuffer, gradient: FloatBuffer, longest: Float) {
        assert(values.count == mean.count && gradient.count == mean.count)
        var length: Float = 0
        for k in 0..<values.count { length += gradient.start[k] * gradient.start[k] }
        length.formSquareRoot()
        guard length.isFinite else { return gradient.clear(0..<gradient.count) }
        let scale = length > longest ? longest / length : 1
        meanLeft *= 0.9
        squareLeft *= 0.999
        let (step, correction) = (rate / (1 - meanLeft), 1 / (1 - squareLeft))
        for k in 0..<values.count {
            let slope = gradient.start[k] * scale
            mean.start[k] = 0.9 * mean.start[k] + 0.1 * slope
            square.start[k] = 0.999 * square.start[k] + 0.001 * slope * slope
            values.start[k] -= step * mean.start[k] / ((square.start[k] * correction).squareRoot() + 1e-8)
        }
        gradient.clear(0..<gradient.count)
    }
}
