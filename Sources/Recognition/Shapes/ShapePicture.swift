import Glibc
import Ink

/// The shape network's input for an ink: shape pipeline 1, the same as `training/inkd_training/shapes/features.py`.
///
/// A picture of `grid` × `grid` cells in `planes` directions, with opposite directions treated as one: the amount of ink of each direction
/// in each cell. The picture does not depend on drawing order, drawing direction, pen lifts, size or position. Source: Bai and Huo 2005, "A
/// study on the use of 8-directional features for online handwritten Chinese character recognition".
enum ShapePicture {
    /// The version of the pipeline; models trained on another version are refused.
    static let pipeline = 1
    /// The number of cells along a side.
    static let grid = 16
    /// The number of directions: along x, down right, along y, down left.
    static let planes = 4

    /// Distance between resampled points, as a fraction of the ink's larger extent. A shorter stroke is a dot.
    private static let step = 1.0 / 32

    /// Returns the picture of an ink in its frame: rows from top to bottom, in each the cells from left to right, in each the planes.
    static func values(of frame: ShapeFrame) -> [Float] {
        let ink = frame.ink.resampled(step: step)
        var picture = Picture(grid: grid, planes: planes)
        for stroke in ink.starts.indices {
            let range = ink.range(stroke)
            var total = 0.0
            for i in range.dropFirst() {
                let (dx, dy) = (ink.x[i] - ink.x[i - 1], ink.y[i] - ink.y[i - 1])
                let length = hypot(dx, dy)
                total += length
                picture.add(
                    picture.mass(length), dx: dx, dy: dy, x: (ink.x[i] + ink.x[i - 1]) / 2, y: (ink.y[i] + ink.y[i - 1]) / 2,
                    directions: planes)
            }
            guard total < step else { continue }
            for plane in 0..<planes {
                picture.add(1 / Double(planes), x: ink.x[range.lowerBound], y: ink.y[range.lowerBound], plane: plane)
            }
        }
        return picture.values
    }
}

/// An ink normalized to its box, whose center becomes 0 and whose longer side becomes 1, with the inverse mapping.
struct ShapeFrame {
    /// The ink in the frame.
    let ink: Polylines
    /// The center of the box on the page.
    let middle: Vector
    /// The longer side of the box on the page; 1 for a dot.
    let size: Double
    /// Whether all samples are at one point.
    let isDot: Bool

    /// The size below which ink is a dot, because dividing by it is unsafe.
    private static let smallest = 1e-300

    /// Creates the frame of strokes that are not all at one point.
    ///
    /// - Throws: `coordinate`, `tooMuchInk`, `tooLittleInk`.
    init(ofMoreThanADot strokes: [Stroke]) throws(RecognitionError) {
        let ink = try FeatureExtractor.gather(strokes).ink
        self.init(ink)
        guard !isDot else { throw .tooLittleInk(samples: ink.x.count) }
    }

    /// Normalizes the ink to its frame.
    init(_ ink: Polylines) {
        let (left, right) = (ink.x.min() ?? 0, ink.x.max() ?? 0)
        let (top, bottom) = (ink.y.min() ?? 0, ink.y.max() ?? 0)
        let larger = max(right - left, bottom - top)
        let (middle, size) = (Vector((left + right) / 2, (top + bottom) / 2), larger > Self.smallest ? larger : 1)
        var framed = ink
        for i in ink.x.indices {
            // far from 0 the center is rounded, and positions may be slightly out of range
            framed.x[i] = min(max((ink.x[i] - middle.x) / size, -0.5), 0.5)
            framed.y[i] = min(max((ink.y[i] - middle.y) / size, -0.5), 0.5)
        }
        (self.ink, self.middle, self.size, isDot) = (framed, middle, size, larger <= Self.smallest)
    }

    /// Returns the position on the page of a point of the frame.
    func place(_ point: Vector) -> ShapePoint {
        ShapePoint(x: middle.x + size * point.x, y: middle.y + size * point.y)
    }
}
