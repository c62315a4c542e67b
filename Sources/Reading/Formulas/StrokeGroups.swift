internal import Ink

/// The groups of strokes that may form one symbol: single strokes, and up to four strokes near one another.
struct StrokeGroups {
    /// The maximum number of strokes of one symbol, as in "E" and "∉".
    static let mostStrokes = 4
    /// The maximum number of groups, to limit the work; groups of fewer strokes have priority.
    static let mostGroups = 1_200
    /// The maximum number of neighbors considered for a stroke: the nearest ones.
    private static let mostNeighbors = 5
    /// The distance below which strokes may be one symbol, as a fraction of the usual size.
    private static let nearness = 0.22
    /// The maximum vertical distance of a mark or a bar from its symbol, as a fraction of the usual size.
    private static let stackedNearness = 0.75
    /// The maximum horizontal distance of a mark from its symbol, as a fraction of the usual size.
    private static let aside = 0.35
    /// Strokes smaller than this fraction of the usual size may be marks over or under others.
    private static let markSize = 0.45
    /// The maximum distance between the dots of an ellipsis, as a fraction of the usual size.
    private static let dotNearness = 1.1
    /// Strokes smaller than this fraction of the usual size are dots.
    private static let dotSize = 0.22
    /// The maximum overlap of numerators and denominators with the bar, as a fraction of the usual size.
    private static let barOverlap = 0.05
    /// The maximum extent of a symbol of several strokes, as a multiple of the usual size.
    private static let largest = 3.5

    /// The strokes from left to right.
    let shapes: [StrokeShape]
    /// The usual size of a stroke that is neither a dot nor a bar.
    let unit: Double
    /// The groups, each as ascending indices into `shapes`.
    private(set) var groups: [[Int]] = []

    private let crossings: [Set<Int>]

    /// - Parameter shapes: The strokes from left to right.
    init(_ shapes: [StrokeShape]) {
        self.shapes = shapes
        let sizes = shapes.filter { !$0.isFlat }.map(\.size).sorted()
        let all = shapes.map(\.size).sorted()
        // dots, which are small compared with the usual stroke, are left out; the median ignores a root sign, which may be ten times as
        // wide
        let usual = sizes.isEmpty ? 0 : sizes[sizes.count / 2]
        let large = sizes.filter { $0 > Self.dotSize * usual }
        unit = max(large.isEmpty ? all.last ?? 0 : large[large.count / 2], 1e-6)
        var crossings = Array(repeating: Set<Int>(), count: shapes.count)
        for i in shapes.indices {
            for j in shapes.indices.dropFirst(i + 1) where shapes[i].crosses(shapes[j]) {
                crossings[i].insert(j)
                crossings[j].insert(i)
            }
        }
        self.crossings = crossings
        groups = grow(neighbors())
    }

    /// Returns the number of crossings between a stroke of the group and a stroke outside of it.
    func crossings(of group: [Int]) -> Int { group.reduce(0) { $0 + crossings[$1].subtracting(group).count } }

    /// Returns the widest horizontal gap within the group, as a multiple of the usual size; 0 if all strokes overlap.
    func gap(in group: [Int]) -> Double {
        // members are in the order of their left edges
        var (right, widest) = (shapes[group[0]].box.right, 0.0)
        for index in group.dropFirst() {
            widest = max(widest, shapes[index].box.x - right)
            right = max(right, shapes[index].box.right)
        }
        return widest / unit
    }

    private func neighbors() -> [[Int]] {
        var pairs = Array(repeating: [(index: Int, distance: Double)](), count: shapes.count)
        for i in shapes.indices {
            for j in shapes.indices.dropFirst(i + 1) {
                guard let distance = nearDistance(i, j) else { continue }
                pairs[i].append((j, distance))
                pairs[j].append((i, distance))
            }
        }
        return pairs.map { near in
            near.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.prefix(Self.mostNeighbors).map(\.index)
        }
    }

    /// Returns the distance between two strokes; nil if the strokes cannot belong to one symbol.
    private func nearDistance(_ i: Int, _ j: Int) -> Double? {
        let (a, b) = (shapes[i], shapes[j])
        let (across, down) = (a.horizontalGap(to: b), a.verticalGap(to: b))
        guard max(across, down) < Self.dotNearness * unit else { return nil }
        if a.size < Self.dotSize * unit, b.size < Self.dotSize * unit { return max(across, down, 0) }
        let isMark = min(a.size, b.size) < Self.markSize * unit && across <= Self.aside * unit
        let isBar = (a.isFlat || b.isFlat) && a.horizontalOverlap(with: b, atLeast: 0.1 * unit) >= 0.4
        if isMark || isBar, down <= Self.stackedNearness * unit { return max(0, down) }
        guard max(across, down) < Self.nearness * unit else { return nil }
        let distance = a.distance(to: b)
        return distance < Self.nearness * unit ? distance : nil
    }

    /// Returns all connected groups, breadth first: a group of n strokes is a group of n − 1 strokes and a neighbor of one of them.
    private func grow(_ neighbors: [[Int]]) -> [[Int]] {
        var all = shapes.indices.map { [$0] }
        var layer = all
        var known = Set(all)
        for _ in 1..<Self.mostStrokes {
            var next: [[Int]] = []
            for group in layer {
                for near in Set(group.flatMap { neighbors[$0] }).subtracting(group).sorted() {
                    guard all.count < Self.mostGroups else { return all }
                    let grown = (group + [near]).sorted()
                    guard known.insert(grown).inserted, isCompact(grown), !isFraction(grown) else { continue }
                    next.append(grown)
                    all.append(grown)
                }
            }
            layer = next
        }
        return all
    }

    /// Whether a stroke looks like a fraction bar: it is flat, crosses no stroke, and has strokes above and below its center.
    func isFractionBar(_ index: Int) -> Bool {
        let bar = shapes[index]
        let near = shapes.filter { other in
            let center = other.box.x + other.box.width / 2
            return isWriting(other) && center >= bar.box.x && center <= bar.box.right && bar.verticalGap(to: other) < 1.5 * unit
        }
        return isBar(bar, between: near) && crossings[index].isEmpty
    }

    /// Whether a group is a numerator and a denominator with a bar between them that crosses neither numerator nor denominator.
    private func isFraction(_ group: [Int]) -> Bool {
        let writing = group.map { shapes[$0] }.filter(isWriting)
        return group.contains { isBar(shapes[$0], between: writing) && crossings[$0].isDisjoint(with: group) }
    }

    /// Whether a stroke is neither flat nor a dot.
    private func isWriting(_ shape: StrokeShape) -> Bool { !shape.isFlat && shape.size >= Self.dotSize * unit }

    /// Whether a stroke is flat, with at least one of these shapes above it and at least one below it.
    private func isBar(_ bar: StrokeShape, between shapes: [StrokeShape]) -> Bool {
        guard bar.isFlat, bar.size >= Self.dotSize * unit else { return false }
        let (top, bottom) = (bar.box.y + Self.barOverlap * unit, bar.box.bottom - Self.barOverlap * unit)
        return shapes.contains { $0.box.bottom <= top } && shapes.contains { $0.box.y >= bottom }
    }

    private func isCompact(_ group: [Int]) -> Bool {
        let box = group.dropFirst().reduce(shapes[group[0]].box) { $0.union(shapes[$1].box) }
        return max(box.width, box.height) <= Self.largest * unit
    }
}
