/// Which steps spell which character: the most probable CTC path of a known text (Viterbi).
enum Alignment {
    /// For every class the steps at which it is read, in order; nil if there are too few steps to spell the text.
    ///
    /// - Parameter classes: What was read, without blanks.
    static func steps(of classes: [Int], in scores: Scores) -> [ClosedRange<Int>]? {
        guard classes.allSatisfy({ $0 > 0 && $0 < scores.classes }) else { return nil }
        guard !classes.isEmpty else { return [] }
        // states: blank, first class, blank, second class, …, blank
        let states = 2 * classes.count + 1
        func label(_ state: Int) -> Int { state % 2 == 0 ? 0 : classes[state / 2] }
        var best = [Float](repeating: -.infinity, count: states)
        var next = best
        var came = [UInt8](repeating: 0, count: scores.steps * states)
        for step in 0..<scores.steps {
            // nothing else can be reached from the start, or reach the end in time
            let low = max(0, states - 2 * (scores.steps - step))
            let high = min(states - 1, 2 * step + 1)
            guard low <= high else { return nil }
            for state in 0..<states { next[state] = -.infinity }
            for state in low...high {
                var (score, from): (Float, UInt8) = step == 0 ? (state < 2 ? 0 : -.infinity, 0) : (best[state], 0)
                if step > 0, state >= 1, best[state - 1] > score { (score, from) = (best[state - 1], 1) }
                if step > 0, state >= 2, label(state) != 0, label(state) != label(state - 2), best[state - 2] > score {
                    (score, from) = (best[state - 2], 2)
                }
                next[state] = score + scores[step, label(state)]
                came[step * states + state] = from
            }
            swap(&best, &next)
        }
        var state = best[states - 1] > best[states - 2] ? states - 1 : states - 2
        guard best[state] > -.infinity else { return nil }
        var (first, last) = ([Int](repeating: -1, count: classes.count), [Int](repeating: -1, count: classes.count))
        for step in stride(from: scores.steps - 1, through: 0, by: -1) {
            if state % 2 == 1 {
                first[state / 2] = step
                if last[state / 2] < 0 { last[state / 2] = step }
            }
            state = max(0, state - Int(came[step * states + state]))
        }
        guard first.allSatisfy({ $0 >= 0 }) else { return nil }
        return zip(first, last).map { $0...$1 }
    }
}
