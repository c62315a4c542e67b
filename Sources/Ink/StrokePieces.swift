extension Stroke {
    /// Maximum number of samples of a stroke: 100 seconds of a pen that reports 200 times a second. Fitting a path takes memory and time
    /// for each.
    public static let mostSamples = 20_000

    /// Returns the sample ranges of the strokes that a longer stroke of a file is split into: each begins where the previous one ends, so
    /// that the ink is unbroken.
    ///
    /// - Parameter count: samples of the stroke.
    public static func pieces(of count: Int) -> [Range<Int>] {
        guard count > mostSamples else { return count > 0 ? [0..<count] : [] }
        return stride(from: 0, to: count - 1, by: mostSamples - 1).map { $0..<min(count, $0 + mostSamples) }
    }
}
