/// What the last recurrent layer says of every step: the input of the output layer.
struct HiddenSequence {
    /// Time steps.
    let steps: Int
    /// Numbers a step: both directions, the forward one's units first.
    let width: Int
    /// Row after row.
    let values: [Float]

    /// The mean of all steps; zeros for none.
    var mean: [Float] {
        var mean = [Float](repeating: 0, count: width)
        for step in 0..<steps {
            for unit in 0..<width { mean[unit] += values[step * width + unit] }
        }
        return mean.map { $0 / Float(max(1, steps)) }
    }
}
