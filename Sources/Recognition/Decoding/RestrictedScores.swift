import Glibc

extension Scores {
    /// Returns the scores under the assumption that the ink contains only permitted characters: at every step, the probability of all
    /// characters is distributed among the permitted classes. If only digits are permitted, a letter is then read as the likeliest digit
    /// instead of being dropped.
    ///
    /// - Parameters:
    ///   - bias: One term for every class; −∞ forbids it.
    ///   - space: The class of the space. If it is forbidden, a space does not count as a character.
    func shared(among bias: [Double], space: Int?) -> Scores {
        guard bias.count == classes else { return self }
        let allowed = (1..<max(1, classes)).filter { bias[$0] > -.infinity }
        let forbiddenSpace = space.flatMap { $0 < classes && bias[$0] == -.infinity ? $0 : nil }
        var values = values
        for step in 0..<steps {
            let row = step * classes
            if let forbiddenSpace { values[row] = Float(logSum(Double(values[row]), Double(values[row + forbiddenSpace]))) }
            let together = allowed.reduce(-Double.infinity) { logSum($0, Double(values[row + $1])) }
            // despite rounding, no score may become less than before
            let gain = log(max(0, -expm1(Double(values[row])))) - together
            guard gain > 0, gain.isFinite else { continue }
            for c in allowed { values[row + c] += Float(gain) }
        }
        return Scores(steps: steps, classes: classes, values: values) ?? self
    }
}
