/// The probability of a known text, summed over all its alignments.
///
/// Source: Graves et al. 2006, "Connectionist Temporal Classification", section 4.1.
enum ForwardScore {
    /// Natural logarithm of the probability that the scores spell the classes; −∞ if there are too few steps.
    ///
    /// - Parameter classes: What is spelt, without blanks; each one of the scores' classes.
    static func logProbability(of classes: [Int], in scores: Scores) -> Double {
        guard classes.allSatisfy({ $0 > 0 && $0 < scores.classes }) else { return -.infinity }
        // states: blank, first class, blank, second class, …, blank
        let states = 2 * classes.count + 1
        func label(_ state: Int) -> Int { state % 2 == 0 ? 0 : classes[state / 2] }
        var sums = [Double](repeating: -.infinity, count: states)
        sums[0] = 0
        for step in 0..<scores.steps {
            for state in stride(from: states - 1, through: 0, by: -1) {
                // before the first step only the first blank and the first class can follow
                var sum = step == 0 && state == 1 ? 0 : sums[state]
                if step > 0, state >= 1 { sum = logSum(sum, sums[state - 1]) }
                if step > 0, state >= 2, label(state) != 0, label(state) != label(state - 2) { sum = logSum(sum, sums[state - 2]) }
                sums[state] = sum + Double(scores[step, label(state)])
            }
        }
        return states > 1 ? logSum(sums[states - 1], sums[states - 2]) : sums[0]
    }
}
