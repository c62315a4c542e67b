/// Levenshtein's distance: how many insertions, deletions and replacements turn one sequence into another.
///
/// V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions, and reversals", 1966; one row at a time.
enum EditDistance {
    /// Elements to insert, delete or replace, at least.
    static func between<Element: Equatable>(_ a: [Element], _ b: [Element]) -> Int {
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, y) in b.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (x == y ? 0 : 1))
                diagonal = above
            }
        }
        return row[b.count]
    }
}
