/// A search for the best partition of strokes into symbols, given a score for every group that may be one.
///
/// Dynamic programming over strokes from left to right. The next group must begin with the leftmost uncovered stroke, so the sets of
/// covered strokes at an index differ only near that index. At each index the best few states are retained.
enum SymbolSegmentation {
    /// The number of states retained at each index.
    private static let beam = 48

    private struct State {
        var score: Double
        var groups: [Int]
        /// The strokes of the state's groups at and after the state's index.
        var covered: Set<Int>
        var count: Int
    }

    /// Returns the groups of the best partition, as indices into `groups`.
    /// - Parameters:
    ///   - groups: The members of each group, ascending. Every single stroke must be a group, too.
    ///   - scores: One natural logarithm for each group: a total over the group's strokes.
    static func best(of groups: [[Int]], scores: [Double], strokes: Int) -> [Int] {
        var starting = Array(repeating: [Int](), count: strokes)
        for (index, group) in groups.enumerated() {
            if let first = group.first, starting.indices.contains(first) { starting[first].append(index) }
        }
        var layers = Array(repeating: [Set<Int>: State](), count: strokes + 1)
        layers[0][[]] = State(score: 0, groups: [], covered: [], count: 0)
        for place in 0..<strokes {
            // states cover different numbers of strokes, so they are ranked by the score per stroke
            let states = layers[place].values.sorted { a, b in
                let (first, second) = (a.score / Double(max(1, a.count)), b.score / Double(max(1, b.count)))
                return first != second ? first > second : a.groups.lexicographicallyPrecedes(b.groups)
            }
            for state in states.prefix(beam) {
                for index in starting[place] where state.covered.isDisjoint(with: groups[index]) {
                    var next = state
                    next.score += scores[index]
                    next.groups.append(index)
                    next.count += groups[index].count
                    next.covered.formUnion(groups[index])
                    var reached = place
                    while next.covered.remove(reached) != nil { reached += 1 }
                    let old = layers[reached][next.covered]
                    if old.map({ $0.score < next.score }) ?? true { layers[reached][next.covered] = next }
                }
            }
            layers[place] = [:]
        }
        return layers[strokes][[]]?.groups ?? Array(0..<min(strokes, groups.count))
    }
}
