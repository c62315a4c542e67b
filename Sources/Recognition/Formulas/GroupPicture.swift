import Glibc
import Ink

/// The formula network's input for groups of a formula's strokes: formula pipeline 1, the same as
/// `training/inkd_training/formulas/features.py`.
///
/// A picture of `grid` × `grid` cells in `planes` planes. In the first planes the group fills the picture: its lines by direction, with
/// opposite directions treated as one, the ends of its strokes, and its lines weighted by the fraction of their stroke already drawn (0…1).
/// The other planes are a window around the group, wider by one usual size on every side: the group, and the formula's other strokes by
/// direction. These planes show the group's size and position and whether it is a complete symbol. Source of the directions: Bai and Huo
/// 2005, "A study on the use of 8-directional features for online handwritten Chinese character recognition".
struct GroupPicture {
    /// The version of the pipeline; models trained on another version are refused.
    static let pipeline = 1
    /// The number of cells along a side.
    static let grid = 16
    /// The number of planes: the group alone, the group in its window, the directions around it.
    static let planes = own + 1 + around

    /// The number of directions of the group's lines, 22.5° apart, starting along x.
    private static let directions = 8
    /// The number of planes of the group alone: directions, ends, and the fraction of the stroke already drawn.
    private static let own = directions + 2
    /// The number of directions of the lines around the group.
    private static let around = 4
    /// Distance between the group's resampled points, as a fraction of the group's larger extent.
    private static let step = 1.0 / 32
    /// Distance between the formula's resampled points, in usual sizes.
    private static let windowStep = 0.1
    /// The width of the visible surroundings on each side of a group, in usual sizes.
    private static let margin = 1.0

    private let ink: Polylines
    /// The index in `ink` of each stroke of the formula; nil for a stroke without samples.
    private let places: [Int?]
    /// All strokes in usual sizes, resampled.
    private let formula: Polylines
    private let boxes: [Box]

    private struct Box {
        var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)

        mutating func add(_ other: Box) {
            (left, top) = (min(left, other.left), min(top, other.top))
            (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
        }
    }

    /// - Parameters:
    ///   - strokes: All strokes of the formula.
    ///   - unit: The usual size of a stroke, in the strokes' unit; positive.
    /// - Throws: `coordinate`, `tooMuchInk`.
    init(of strokes: [Stroke], unit: Double) throws(RecognitionError) {
        let (ink, names) = try FeatureExtractor.gather(strokes)
        var places = [Int?](repeating: nil, count: strokes.count)
        for (place, name) in names.enumerated() { places[name] = place }
        var scaled = ink
        for i in ink.x.indices { (scaled.x[i], scaled.y[i]) = (ink.x[i] / unit, ink.y[i] / unit) }
        let formula = scaled.resampled(step: Self.windowStep)
        (self.ink, self.places, self.formula) = (ink, places, formula)
        boxes = formula.starts.indices.map { stroke in
            formula.range(stroke).reduce(into: Box()) { box, i in
                box.add(Box(left: formula.x[i], top: formula.y[i], right: formula.x[i], bottom: formula.y[i]))
            }
        }
    }

    /// Returns the picture of a group: row by row from top to bottom, in a row cell by cell from left to right, and in a cell plane by
    /// plane. All 0 without samples.
    ///
    /// - Parameter group: Indices of strokes.
    func values(of group: [Int]) -> [Float] {
        let members = group.compactMap { places.indices.contains($0) ? places[$0] : nil }
        var picture = Picture(grid: Self.grid, planes: Self.planes)
        guard !members.isEmpty else { return picture.values }
        addOwn(ink.keeping(members), to: &picture)
        addWindow(members, to: &picture)
        return picture.values
    }

    private func addOwn(_ group: Polylines, to picture: inout Picture) {
        let ink = ShapeFrame(group).ink.resampled(step: Self.step)
        for stroke in ink.starts.indices {
            let range = ink.range(stroke)
            for i in range.dropFirst() {
                let (dx, dy) = (ink.x[i] - ink.x[i - 1], ink.y[i] - ink.y[i - 1])
                let (x, y) = ((ink.x[i] + ink.x[i - 1]) / 2, (ink.y[i] + ink.y[i - 1]) / 2)
                let mass = picture.mass(hypot(dx, dy))
                picture.add(mass, dx: dx, dy: dy, x: x, y: y, directions: Self.directions)
                // the pieces of a stroke have the same length, so a piece's index gives the fraction of the stroke drawn before its middle
                let drawn = (Double(i - range.lowerBound) - 0.5) / Double(range.count - 1)
                picture.add(mass * drawn, x: x, y: y, plane: Self.directions + 1)
            }
            for end in [range.lowerBound, range.upperBound - 1] {
                picture.add(1, x: ink.x[end], y: ink.y[end], plane: Self.directions)
            }
        }
    }

    private func addWindow(_ members: [Int], to picture: inout Picture) {
        let box = members.reduce(into: Box()) { $0.add(boxes[$1]) }
        let side = max(box.right - box.left, box.bottom - box.top) + 2 * Self.margin
        let (middleX, middleY) = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
        for stroke in formula.starts.indices {
            let isOwn = members.contains(stroke)
            for i in formula.range(stroke).dropFirst() {
                let x = ((formula.x[i] + formula.x[i - 1]) / 2 - middleX) / side
                let y = ((formula.y[i] + formula.y[i - 1]) / 2 - middleY) / side
                guard abs(x) <= 0.5, abs(y) <= 0.5 else { continue }
                let (dx, dy) = (formula.x[i] - formula.x[i - 1], formula.y[i] - formula.y[i - 1])
                let mass = picture.mass(hypot(dx, dy) / side)
                if isOwn {
                    picture.add(mass, x: x, y: y, plane: Self.own)
                } else {
                    picture.add(mass, dx: dx, dy: dy, x: x, y: y, directions: Self.around, from: Self.own + 1)
                }
            }
        }
    }
}
