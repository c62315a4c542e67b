extension Stroke {
    /// Samples that a stroke may have: 100 seconds of a pen that reports 200 times a second. Fitting a path takes memory and time for each.
    public static let mostSamples = 20_000

    /// The samples of each stroke that a longer one of a file is taken in as: each begins where the one before it ended, so that the ink is whole.
    ///
    /// - Parameter count: samples of the stroke.
    public static func pieces(of count: Int) -> [Range<Int>] {
        guard count > mostSamples else { return count > 0 ? [0..<count] : [] }
        return stride(from: 0, to: count - 1, by: mostSamples - 1).map { $0..<min(count, $0 + mostSamples) }
    }
}
