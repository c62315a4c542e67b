/// The candidates of each character of a word. They are taken from the word's candidates, which are aligned with the word by edit distance.
struct CharacterCandidates {
    /// The candidates of each character, starting with the character itself.
    private(set) var candidates: [[String]]

    /// - Parameter words: the word's candidates. A candidate that equals the word has no effect.
    init(of characters: [String], in words: [String]) {
        candidates = characters.map { [$0] }
        for word in words {
            for (place, other) in Self.replaced(characters, by: word.map(String.init)) where !candidates[place].contains(other) {
                candidates[place].append(other)
            }
        }
    }

    /// Returns the characters of `b` that replace characters of `a`, in an alignment with the minimum number of edits (Levenshtein).
    private static func replaced(_ a: [String], by b: [String]) -> [(place: Int, other: String)] {
        guard a != b, a.count <= 64, b.count <= 64 else { return [] }
        let width = b.count + 1
        var costs = [Int](repeating: 0, count: (a.count + 1) * width)
        for i in 0...a.count {
            for j in 0...b.count {
                guard i > 0, j > 0 else {
                    costs[i * width + j] = i + j
                    continue
                }
                let replaced = costs[(i - 1) * width + j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
                costs[i * width + j] = min(replaced, costs[(i - 1) * width + j] + 1, costs[i * width + j - 1] + 1)
            }
        }
        var pairs: [(place: Int, other: String)] = []
        var (i, j) = (a.count, b.count)
        while i > 0, j > 0 {
            let cost = costs[i * width + j]
            if cost == costs[(i - 1) * width + j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1) {
                if a[i - 1] != b[j - 1] { pairs.append((i - 1, b[j - 1])) }
                (i, j) = (i - 1, j - 1)
            } else if cost == costs[(i - 1) * width + j] + 1 {
                i -= 1
            } else {
                j -= 1
            }
        }
        return pairs.reversed()
    }
}
