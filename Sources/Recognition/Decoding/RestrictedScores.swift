import Glibc

extension Scores {
    /// The scores if one of the classes that may be was written wherever the network sees a character: at every step they share what all characters
    /// have. Of a letter where only digits may be, the likeliest digit is read, and not nothing.
    ///
    /// - Parameters:
    ///   - bias: For every class; −∞ forbids it.
    ///   - space: Its class. Where it may not be, a space is no character.
    func shared(among bias: [Double], space: Int?) -> Scores {
        guard bias.count == classes else { return self }
        let allowed = (1..<max(1, classes)).filter { bias[$0] > -.infinity }
        let forbiddenSpace = space.flatMap { $0 < classes && bias[$0] == -.infinity ? $0 : nil }
        var values = values
        for step in 0..<steps {
            let row = step * classes
            if let forbiddenSpace { values[row] = Float(logSum(Double(values[row]), Double(values[row + forbiddenSpace]))) }
            let together = allowed.reduce(-Double.infinity) { logSum($0, Double(values[row + $1])) }
            // no less than they had, whatever rounding makes of it
            let gain = log(max(0, -expm1(Double(values[row])))) - together
            guard gain > 0, gain.isFinite else { continue }
            for c in allowed { values[row + c] += Float(gain) }
        }
        return Scores(steps: steps, classes: classes, values: values) ?? self
    }
}
