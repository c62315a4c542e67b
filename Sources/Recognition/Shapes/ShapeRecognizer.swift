public import Ink

/// A recognizer of the shape of an ink: line, arrow, rectangle, ellipse and similar shapes, marks, and a few letters. Confined to one
/// thread at a time.
public final class ShapeRecognizer {
    /// The model's description.
    public var card: ModelCard { classifier.description.card }
    /// All shapes that the model knows; "other" is any other shape.
    public var names: [String] { classifier.description.names }

    private let classifier: Classifier<ShapeDescription>

    private static let mostCandidates = 5

    /// Loads a model file of the kind "shapes".
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public init(modelPath: String) throws(RecognitionError) { classifier = try Classifier(modelPath: modelPath) }

    /// Loads a model from the bytes of its file, which may be released afterwards.
    init(bytes: UnsafeRawBufferPointer, instructions: InstructionSet) throws(RecognitionError) {
        classifier = try Classifier(bytes: bytes, instructions: instructions)
    }

    /// Recognizes the strokes, in any order and direction, as one shape; at most five candidates.
    ///
    /// - Parameter among: The only names to consider; nil for all. Unknown names are ignored; if no name is known, there are no
    ///   candidates.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `notFinite`; `tooLittleInk` for no more than a dot.
    public func recognize(_ strokes: [Stroke], among: Set<String>? = nil) throws(RecognitionError) -> ShapeReading {
        let frame = try ShapeFrame(ofMoreThanADot: strokes)
        let scores = try classifier.logits(frame)
        let names = names
        let considered = names.indices.filter { among?.contains(names[$0]) ?? true }
        let fit = ShapeFit(frame)
        return ShapeReading(
            candidates: classifier.ranking(scores, among: considered).prefix(Self.mostCandidates).map { index, probability in
                ShapeCandidate(name: names[index], score: probability, geometry: fit.geometry(names[index]))
            })
    }

    /// Returns the network's score of every shape, in the order of `names`.
    func logits(_ strokes: [Stroke]) throws(RecognitionError) -> [Float] { try classifier.logits(strokes) }
}

/// A position in the units of the strokes, y increasing downwards.
public struct ShapePoint: Sendable, Hashable {
    /// The horizontal coordinate, increasing to the right.
    public var x: Double
    /// The vertical coordinate, increasing downwards.
    public var y: Double

    /// Creates the position with these coordinates.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// The geometry of a drawn shape, straightened, in the units of the strokes. Angles are radians, clockwise because y increases downwards.
public enum ShapeGeometry: Sendable, Hashable {
    /// A line from the end drawn first to the end drawn last.
    case line(from: ShapePoint, to: ShapePoint)
    /// The shaft from its tail to its tip, and the outer ends of the head's two sides.
    case arrow(tail: ShapePoint, tip: ShapePoint, barbs: [ShapePoint])
    /// An arrow with a head at both ends.
    case doubleArrow(ShapePoint, ShapePoint)
    /// A rectangle. `rotation` is the angle of the side called width to the x axis: −π/4 < rotation ≤ π/4.
    case rectangle(center: ShapePoint, width: Double, height: Double, rotation: Double)
    /// An ellipse. `rotation` is the angle of the longer axis to the x axis: −π/2 < rotation ≤ π/2. Radii are half axes.
    case ellipse(center: ShapePoint, major: Double, minor: Double, rotation: Double)
    case circle(center: ShapePoint, radius: Double)
    /// Triangle, diamond, pentagon or hexagon: its corners in clockwise order on the screen.
    case polygon(corners: [ShapePoint])
    /// A star: `points` tips at `outer` from the center, the first in the direction `rotation`, and the notches between them at `inner`.
    case star(center: ShapePoint, points: Int, outer: Double, inner: Double, rotation: Double)
    /// The corners of a stroke in drawing order: zig-zag, caret, v, check; for a curve as many points as are needed to follow it.
    case path([ShapePoint])
}

/// A candidate shape of an ink.
public struct ShapeCandidate: Sendable, Hashable {
    /// The name of the shape: see `ShapeRecognizer.names`.
    public var name: String
    /// The shape's probability, 0…1, calibrated on generated shapes.
    public var score: Double
    /// The geometry of the ink as this shape; nil for shapes without geometry, such as letters, and if fitting fails.
    public var geometry: ShapeGeometry?

    /// Creates a candidate.
    @inlinable public init(name: String, score: Double, geometry: ShapeGeometry? = nil) {
        self.name = name
        self.score = score
        self.geometry = geometry
    }
}

/// The reading of an ink as one shape.
public struct ShapeReading: Sendable, Hashable {
    /// The score difference of the best two candidates below which a reading is ambiguous.
    public static let ambiguousMargin = 0.3

    /// The shapes, best first.
    public var candidates: [ShapeCandidate]

    /// Whether the second shape is nearly as probable as the first, so that the caller should ask the user, or do nothing.
    public var ambiguous: Bool { candidates.count > 1 && candidates[0].score - candidates[1].score < Self.ambiguousMargin }

    /// Creates a reading of these candidates, best first.
    @inlinable public init(candidates: [ShapeCandidate]) { self.candidates = candidates }
}
