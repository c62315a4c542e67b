public import Ink
internal import System

/// Tells which shape an ink is: line, arrow, rectangle, ellipse and the like, marks, and a few letters. Belongs to one thread at a time.
public final class ShapeRecognizer {
    /// The model's description.
    public let card: ModelCard
    /// Every shape that it knows; "other" is none of them.
    public let names: [String]

    private let temperature: Temperature
    private let network: ShapeNetwork
    private let scratch = Scratch()

    private static let mostCandidates = 5

    /// Loads a model file of the kind "shapes".
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public convenience init(modelPath: String) throws(RecognitionError) {
        let file = try MappedFile.tensors(at: modelPath)
        try self.init(bytes: file.bytes, instructions: .best)
        // the bytes are the file's: it must not be unmapped before they have been read
        withExtendedLifetime(file) {}
    }

    /// Takes a model from the bytes of its file, which may go afterwards.
    init(bytes: UnsafeRawBufferPointer, instructions: InstructionSet) throws(RecognitionError) {
        let tensors = try Safetensors(bytes)
        let description = try ShapeDescription(metadata: tensors.metadata)
        try tensors.verify()
        network = try ShapeNetwork(description, weights: tensors, instructions: instructions)
        (card, names, temperature) = (description.card, description.names, description.temperature)
    }

    /// Recognises the strokes, in any order and direction, as one shape; at most five candidates.
    ///
    /// - Parameter among: The only names to consider, the rest being impossible; nil for all. Unknown ones are passed over: with no known one
    ///   there are no candidates.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `notFinite`; `tooLittleInk` where there is no more than a dot.
    public func recognize(_ strokes: [Stroke], among: Set<String>? = nil) throws(RecognitionError) -> ShapeReading {
        let frame = try ShapeFrame(ofMoreThanADot: strokes)
        let scores = try logits(frame)
        let considered = names.indices.filter { among?.contains(names[$0]) ?? true }
        let fit = ShapeFit(frame)
        return ShapeReading(
            candidates: temperature.ranking(scores, among: considered).prefix(Self.mostCandidates).map { index, probability in
                ShapeCandidate(name: names[index], score: probability, geometry: fit.geometry(names[index]))
            })
    }

    /// The network's score of every shape, in the order of `names`.
    func logits(_ strokes: [Stroke]) throws(RecognitionError) -> [Float] {
        try logits(ShapeFrame(try FeatureExtractor.gather(strokes).ink))
    }

    private func logits(_ frame: ShapeFrame) throws(RecognitionError) -> [Float] {
        try network.logits(ShapePicture.values(of: frame), in: scratch).checked()
    }
}

/// A place in the units of the strokes, y growing downwards.
public struct ShapePoint: Sendable, Hashable {
    /// To the right.
    public var x: Double
    /// Downwards.
    public var y: Double

    /// The place with these coordinates.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A drawn shape made even, in the units of the strokes. Angles are radians, clockwise because y grows downwards.
public enum ShapeGeometry: Sendable, Hashable {
    /// From where it was begun to where it ended.
    case line(from: ShapePoint, to: ShapePoint)
    /// The shaft from its tail to its tip, and the far ends of the head's two sides.
    case arrow(tail: ShapePoint, tip: ShapePoint, barbs: [ShapePoint])
    /// An arrow with a head at both ends.
    case doubleArrow(ShapePoint, ShapePoint)
    /// `rotation` turns the side called width from the x axis: −π/4 < rotation ≤ π/4.
    case rectangle(centre: ShapePoint, width: Double, height: Double, rotation: Double)
    /// `rotation` turns the longer axis from the x axis: −π/2 < rotation ≤ π/2. Radii are half axes.
    case ellipse(centre: ShapePoint, major: Double, minor: Double, rotation: Double)
    case circle(centre: ShapePoint, radius: Double)
    /// Triangle, diamond, pentagon or hexagon: its corners in order, clockwise as seen.
    case polygon(corners: [ShapePoint])
    /// `points` tips at `outer` from the centre, the first in the direction `rotation`, and the notches between them at `inner`.
    case star(centre: ShapePoint, points: Int, outer: Double, inner: Double, rotation: Double)
    /// The corners of a stroke in the order it was drawn: zig-zag, caret, v, check; for a curve as many points as it takes to follow it.
    case path([ShapePoint])
}

/// One of the shapes that an ink may be.
public struct ShapeCandidate: Sendable, Hashable {
    /// The name of the shape: see `ShapeRecognizer.names`.
    public var name: String
    /// Its probability, 0…1, calibrated on generated shapes.
    public var score: Double
    /// The geometry of the ink as this shape; nil for shapes without geometry, such as letters, and where the ink does not suffice.
    public var geometry: ShapeGeometry?

    /// A shape.
    @inlinable public init(name: String, score: Double, geometry: ShapeGeometry? = nil) {
        self.name = name
        self.score = score
        self.geometry = geometry
    }
}

/// The reading of an ink as one shape.
public struct ShapeReading: Sendable, Hashable {
    /// Best two candidates whose scores lie closer together than this make a reading ambiguous.
    public static let ambiguousMargin = 0.3

    /// Shapes, best first.
    public var candidates: [ShapeCandidate]

    /// Whether the second shape is nearly as probable as the first: ask, or do nothing.
    public var ambiguous: Bool { candidates.count > 1 && candidates[0].score - candidates[1].score < Self.ambiguousMargin }

    /// A reading of these candidates, best first.
    @inlinable public init(candidates: [ShapeCandidate]) { self.candidates = candidates }
}
