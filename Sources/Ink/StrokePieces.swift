extension Stroke {
    /// Maximum number of samples of a stroke: 100 seconds at 200 samples per second. Fitting a path takes memory and time per sample.
    public static let mostSamples = 20_000

    /// Returns the sample ranges for splitting a stroke from a file that is longer than the maximum: each begins at the last sample of
    /// the previous one, so that the ink has no gap.
    ///
    /// - Parameter count: the stroke's number of samples.
    public static func pieces(of count: Int) -> [Range<Int>] {
        guard count > mostSamples else { return count > 0 ? [0..<count] : [] }
        return stride(from: 0, to: count - 1, by: mostSamples - 1).map { $0..<min(count, $0 + mostSamples) }
    }
}
