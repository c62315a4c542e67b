/// Counts durations in buckets whose width grows with what they hold, as HdrHistogram does: adding one takes the same few steps whatever
/// was added before, allocates nothing, and percentiles are exact to a thirty-second part. A pure value.
struct LatencyHistogram: Sendable {
    /// Durations that were added.
    private(set) var count = 0
    /// The longest of them, in microseconds.
    private(set) var longest: UInt64 = 0
    private var buckets = [Int](repeating: 0, count: Self.bucketCount)

    /// Buckets of each power of two: a percentile is at most one part in so many above the exact one, and never below it.
    static let resolution: UInt64 = 32
    /// Durations above this, of more than a minute, count as this long in percentiles, in microseconds.
    static let limit: UInt64 = (1 << 26) - 1

    private static let resolutionBits = resolution.trailingZeroBitCount
    private static let bucketCount = bucket(of: limit) + 1

    /// Adds a duration.
    /// - Parameter microseconds: its length.
    mutating func add(_ microseconds: UInt64) {
        count += 1
        longest = max(longest, microseconds)
        buckets[Self.bucket(of: min(microseconds, Self.limit))] += 1
    }

    /// The duration, in microseconds, that so many per cent of all do not exceed; 0 if none was added.
    /// - Parameter percent: 0 to 100.
    func percentile(_ percent: Double) -> UInt64 {
        guard count > 0 else { return 0 }
        let rank = max(1, (percent / 100 * Double(count)).rounded(.up))
        var seen = 0
        for (index, number) in buckets.enumerated() {
            seen += number
            if Double(seen) >= rank { return min(longest, Self.upperBound(ofBucket: index)) }
        }
        return longest
    }

    // below `resolution` each duration has a bucket; above, each power of two has `resolution` of them
    private static func bucket(of value: UInt64) -> Int {
        let shift = max(0, UInt64.bitWidth - value.leadingZeroBitCount - 1 - resolutionBits)
        return shift << resolutionBits + Int(value >> UInt64(shift))
    }

    /// The longest duration that the bucket holds.
    private static func upperBound(ofBucket index: Int) -> UInt64 {
        let shift = max(0, index >> resolutionBits - 1)
        let value = UInt64(index - shift << resolutionBits)
        return (value + 1) << UInt64(shift) - 1
    }
}
