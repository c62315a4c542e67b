/// The best class of every step, repeats merged and blanks dropped.
enum GreedyDecoder {
    /// The classes that are read.
    static func classes(_ scores: Scores) -> [Int] {
        var (read, last) = ([Int](), 0)
        for step in 0..<scores.steps {
            var best = 0
            for c in 1..<max(1, scores.classes) where scores[step, c] > scores[step, best] { best = c }
            if best != 0, best != last { read.append(best) }
            last = best
        }
        return read
    }
}
