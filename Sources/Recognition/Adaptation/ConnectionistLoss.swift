import Glibc

/// The loss of a network for the correct text, and its gradient with respect to the scores: connectionist temporal classification (CTC).
///
/// Source: A. Graves, S. Fernández, F. Gomez, J. Schmidhuber, "Connectionist temporal classification", ICML 2006, equations 6 to 16.
struct ConnectionistLoss {
    /// The negative natural logarithm of the probability of the text, summed over all its alignments.
    let value: Double
    /// The derivatives with respect to the scores before normalization: row by row, one number per class.
    let gradient: [Float]

    /// Computes the loss of one ink.
    ///
    /// - Parameters:
    ///   - scores: Log-probabilities.
    ///   - classes: The correct text, without blanks.
    /// Returns nil if the text does not fit into the steps, or if the probabilities are not finite.
    init?(_ scores: Scores, classes: [Int]) {
        let steps = scores.steps
        guard steps > 0, classes.count <= steps, classes.allSatisfy({ $0 > 0 && $0 < scores.classes }) else { return nil }
        // a blank before, between and after the characters
        let path = [0] + classes.flatMap { [$0, 0] }
        let ahead = Self.forward(scores, path)
        let back = Self.backward(scores, path)
        let (last, row) = (path.count - 1, (steps - 1) * path.count)
        let total = logSum(ahead[row + last], last > 0 ? ahead[row + last - 1] : -.infinity)
        guard total.isFinite else { return nil }
        value = -total
        gradient = [Float](unsafeUninitializedCapacity: steps * scores.classes) { gradient, filled in
            for step in 0..<steps {
                let start = step * scores.classes
                for c in 0..<scores.classes { gradient.initializeElement(at: start + c, to: exp(scores[step, c])) }
                for (state, c) in path.enumerated() {
                    // both directions include the step's own probability
                    let both = ahead[step * path.count + state] + back[step * path.count + state] - Double(scores[step, c])
                    if both > -.infinity { gradient[start + c] -= Float(exp(both - total)) }
                }
            }
            filled = steps * scores.classes
        }
    }

    /// Whether a path may skip the state before `state`: if the skipped state is a blank between two different characters.
    private static func skips(_ path: [Int], to state: Int) -> Bool { state > 1 && path[state] != 0 && path[state] != path[state - 2] }

    /// Returns the logarithm of the total probability of all paths to every state at every step, the step itself included.
    private static func forward(_ scores: Scores, _ path: [Int]) -> [Double] {
        var table = [Double](repeating: -.infinity, count: scores.steps * path.count)
        for step in 0..<scores.steps {
            let (row, before) = (step * path.count, (step - 1) * path.count)
            for state in path.indices {
                var sum = step == 0 && state < 2 ? 0 : -Double.infinity
                if step > 0 {
                    sum = table[before + state]
                    if state > 0 { sum = logSum(sum, table[before + state - 1]) }
                    if skips(path, to: state) { sum = logSum(sum, table[before + state - 2]) }
                }
                table[row + state] = sum + Double(scores[step, path[state]])
            }
        }
        return table
    }

    /// Returns the logarithm of the total probability of all paths from every state at every step to the end, the step itself included
    /// (backward variables).
    private static func backward(_ scores: Scores, _ path: [Int]) -> [Double] {
        var table = [Double](repeating: -.infinity, count: scores.steps * path.count)
        for step in stride(from: scores.steps - 1, through: 0, by: -1) {
            let (row, after) = (step * path.count, (step + 1) * path.count)
            for state in path.indices {
                var sum = step == scores.steps - 1 && state > path.count - 3 ? 0 : -Double.infinity
                if step < scores.steps - 1 {
                    sum = table[after + state]
                    if state + 1 < path.count { sum = logSum(sum, table[after + state + 1]) }
                    if state + 2 < path.count, skips(path, to: state + 2) { sum = logSum(sum, table[after + state + 2]) }
                }
                table[row + state] = sum + Double(scores[step, path[state]])
            }
        }
        return table
    }
}
