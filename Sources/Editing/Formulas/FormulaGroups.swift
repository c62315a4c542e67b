internal import Ink

/// The assignment of strokes of a Math part to formulas: each stroke of a formula is near at least one other stroke of the formula.
///
/// Distances are multiples of the usual size of a stroke. Within a row, symbols may be far apart. Strokes below a row are a separate
/// formula, unless a bar lies between.
enum FormulaGroups {
    /// The maximum distance between strokes of a formula, within a row (`along`) and between rows (`across`), in usual sizes of a stroke.
    private static let reach = (along: 3.0, across: 0.7)
    /// Maximum number of strokes of a formula. Larger groups are not recognized.
    static let mostStrokes = 200

    /// Returns the usual size of a stroke: the median of the longer sides of the boxes.
    static func unit(of boxes: some Sequence<Box>) -> Double {
        let sizes = boxes.map { max($0.width, $0.height) }.sorted()
        return sizes.isEmpty ? 0 : sizes[sizes.count / 2]
    }

    /// Returns the distance between two strokes as a fraction of the maximum distance within a formula. Strokes at a distance of 1 or less
    /// belong to the same formula.
    static func distance(_ a: Box, _ b: Box, unit: Double) -> Double {
        let along = max(0, b.x - a.right, a.x - b.right)
        let across = max(0, b.y - a.bottom, a.y - b.bottom)
        guard along > 0 || across > 0 else { return 0 }
        guard unit > 0 else { return .infinity }
        return max(along / (reach.along * unit), across / (reach.across * unit))
    }

    /// Returns the formulas as ascending stroke indices, ordered by their first strokes.
    static func formulas(of boxes: [Box]) -> [[Int]] {
        let unit = unit(of: boxes)
        var sets = DisjointSets(count: boxes.count)
        // sorted from left to right, so that the search ends at the first box that is too far to the right
        let sorted = boxes.indices.sorted { (boxes[$0].x, $0) < (boxes[$1].x, $1) }
        for (rank, i) in sorted.enumerated() {
            for j in sorted[(rank + 1)...] {
                if boxes[j].x > boxes[i].right + reach.along * unit { break }
                if distance(boxes[i], boxes[j], unit: unit) <= 1 { sets.join(i, j) }
            }
        }
        return sets.groups
    }
}

/// A union-find structure: indices that are joined to groups, two at a time.
struct DisjointSets {
    /// The parent of each index (union-find): a smaller index of the same group. The first index of a group is its own parent.
    private var parents: [Int]

    /// Creates one group per index.
    init(count: Int) { parents = Array(0..<count) }

    /// Merges the groups of two indices.
    mutating func join(_ a: Int, _ b: Int) {
        let (a, b) = (first(of: a), first(of: b))
        parents[max(a, b)] = min(a, b)
    }

    /// The groups ordered by their first indices, each ascending.
    var groups: [[Int]] { Dictionary(grouping: parents.indices, by: first).sorted { $0.key < $1.key }.map(\.value) }

    private func first(of place: Int) -> Int {
        var place = place
        while parents[place] != place { place = parents[place] }
        return place
    }
}

extension LineLayout {
    /// Returns the formula to which a stroke belongs: the nearest formula within the maximum distance. Returns nil if the stroke begins a
    /// new formula.
    func nearestFormula(to box: Box) -> LineID? {
        let reach = 4 * max(typicalHeight, max(box.width, box.height))
        var best: (line: LineID, distance: Double)?
        for line in lines(near: box, margin: reach) where line.marks.count < FormulaGroups.mostStrokes {
            let unit = FormulaGroups.unit(of: line.marks.map(\.box) + [box])
            let distance = line.marks.map { FormulaGroups.distance($0.box, box, unit: unit) }.min() ?? .infinity
            if distance <= 1, distance < best?.distance ?? .infinity { best = (line.id, distance) }
        }
        return best?.line
    }
}
