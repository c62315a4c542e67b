/// Counts durations in buckets whose width grows with the duration, as HdrHistogram does. Adding a duration takes constant time and does
/// not allocate; percentiles are exact to 1/32. A pure value.
package struct LatencyHistogram: Sendable {
    /// Number of added durations.
    package private(set) var count = 0
    /// The longest added duration, in microseconds.
    package private(set) var longest: UInt64 = 0
    private var buckets = [Int](repeating: 0, count: Self.bucketCount)

    /// Number of buckets per power of two: a reported percentile is never below the exact one, and exceeds it by at most one part in this
    /// number.
    static let resolution: UInt64 = 32
    /// The longest duration in percentiles, in microseconds: more than a minute. Longer durations count as this one.
    package static let limit: UInt64 = (1 << 26) - 1

    private static let resolutionBits = resolution.trailingZeroBitCount
    private static let bucketCount = bucket(of: limit) + 1

    /// Creates an empty histogram.
    package init() {}

    /// Adds a duration.
    /// - Parameter microseconds: its length.
    package mutating func add(_ microseconds: UInt64) {
        count += 1
        longest = max(longest, microseconds)
        buckets[Self.bucket(of: min(microseconds, Self.limit))] += 1
    }

    /// Returns the percentile of all durations, in microseconds; 0 without durations.
    /// - Parameter percent: 0 to 100.
    package func percentile(_ percent: Double) -> UInt64 {
        guard count > 0 else { return 0 }
        let rank = max(1, (percent / 100 * Double(count)).rounded(.up))
        var seen = 0
        for (index, number) in buckets.enumerated() {
            seen += number
            if Double(seen) >= rank { return min(longest, Self.upperBound(ofBucket: index)) }
        }
        return longest
    }

    // below `resolution` each duration has its own bucket; above, there are `resolution` buckets per power of two
    private static func bucket(of value: UInt64) -> Int {
        let shift = max(0, UInt64.bitWidth - value.leadingZeroBitCount - 1 - resolutionBits)
        return shift << resolutionBits + Int(value >> UInt64(shift))
    }

    /// Returns the longest duration of a bucket.
    private static func upperBound(ofBucket index: Int) -> UInt64 {
        let shift = max(0, index >> resolutionBits - 1)
        let value = UInt64(index - shift << resolutionBits)
        return (value + 1) << UInt64(shift) - 1
    }
}
