import Glibc

/// The sketch network's input for an ink: sketch pipeline 1, the same as `training/inkd_training/sketches/features.py`.
///
/// A picture of `grid` × `grid` cells in `planes` planes: the ink in four directions, with opposite directions treated as one, the ink
/// weighted by the fraction of the drawing already drawn (0…1), and the ends of strokes. Source of the directions: Bai and Huo 2005, "A
/// study on the use of 8-directional features for online handwritten Chinese character recognition".
enum SketchPicture {
    /// The version of the pipeline; models trained on another version are refused.
    static let pipeline = 1
    /// The number of cells along a side.
    static let grid = 40
    /// The number of planes: four directions, the time, the ends.
    static let planes = directions + 2

    /// The number of directions: along x, down right, along y, down left.
    private static let directions = 4
    /// Distance between resampled points, as a fraction of the ink's larger extent.
    private static let step = 1.0 / 48

    /// Returns the picture of an ink in its frame: rows from top to bottom, in each the cells from left to right, in each the planes.
    static func values(of frame: ShapeFrame) -> [Float] {
        let ink = frame.ink.resampled(step: step)
        var picture = Picture(grid: grid, planes: planes)
        let whole = max(length(ink), 1e-12)
        var drawn = 0.0
        for stroke in ink.starts.indices {
            let range = ink.range(stroke)
            for i in range.dropFirst() {
                let (dx, dy) = (ink.x[i] - ink.x[i - 1], ink.y[i] - ink.y[i - 1])
                let length = hypot(dx, dy)
                let (x, y) = ((ink.x[i] + ink.x[i - 1]) / 2, (ink.y[i] + ink.y[i - 1]) / 2)
                picture.add(picture.mass(length), dx: dx, dy: dy, x: x, y: y, directions: directions)
                picture.add(picture.mass(length) * (drawn + length / 2) / whole, x: x, y: y, plane: directions)
                drawn += length
            }
            for end in [range.lowerBound, range.upperBound - 1] { picture.add(1, x: ink.x[end], y: ink.y[end], plane: directions + 1) }
        }
        return picture.values
    }

    /// Returns the total length of all strokes, without the pen's movements between them.
    private static func length(_ ink: Polylines) -> Double {
        var length = 0.0
        for stroke in ink.starts.indices {
            for i in ink.range(stroke).dropFirst() { length += hypot(ink.x[i] - ink.x[i - 1], ink.y[i] - ink.y[i - 1]) }
        }
        return length
    }
}
