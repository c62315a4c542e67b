/// Gradient descent with moments: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", ICLR 2015, with that paper's constants.
final class Adam {
    private let rate: Float
    private let mean: FloatBuffer
    private let square: FloatBuffer
    private var (meanLeft, squareLeft): (Float, Float) = (1, 1)

    /// For so many numbers.
    init(count: Int, rate: Float) {
        self.rate = rate
        (mean, square) = (FloatBuffer(count: count), FloatBuffer(count: count))
    }

    /// Moves the numbers against their gradient, which is shortened to `longest` if it is longer, and becomes zero.
    func step(_ values: FloatBuffer, gradient: FloatBuffer, longest: Float) {
        assert(values.count == mean.count && gradient.count == mean.count)
        var length: Float = 0
        for k in 0..<values.count { length += gradient.start[k] * gradient.start[k] }
        length.formSquareRoot()
        guard length.isFinite else { return gradient.clear(0..<gradient.count) }
        let scale = length > longest ? longest / length : 1
        meanLeft *= 0.9
        squareLeft *= 0.999
        let (step, correction) = (rate / (1 - meanLeft), 1 / (1 - squareLeft))
        for k in 0..<values.count {
            let slope = gradient.start[k] * scale
            mean.start[k] = 0.9 * mean.start[k] + 0.1 * slope
            square.start[k] = 0.999 * square.start[k] + 0.001 * slope * slope
            values.start[k] -= step * mean.start[k] / ((square.start[k] * correction).squareRoot() + 1e-8)
        }
        gradient.clear(0..<gradient.count)
    }
}
