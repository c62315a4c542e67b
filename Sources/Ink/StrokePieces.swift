extension Stroke {
    /// Maximum number of samples of a stroke: 100 seconds at 200 samples per second. Fitting a path takes memory and time per sample.
    public static let mostSamples = 20_000

    /// Returns the ranges of samples for splitting a stroke from a file that has too many samples. Each range begins at the last sample of
    /// the previous range, so that the ink has no gap.
    ///
    /// - Parameter count: the stroke's number of samples.
    public static func pieces(of count: Int) -> [Range<Int>] {
        guard count > mostSamples else { return count > 0 ? [0..<count] : [] }
        return stride(from: 0, to: count - 1, by: mostSamples - 1).map { $0..<min(count, $0 + mostSamples) }
    }
}
