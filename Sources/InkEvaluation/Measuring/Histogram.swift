internal import Glibc

/// A histogram with bins of equal width and round limits.
package struct Histogram: Hashable {
    /// The lower end of the first bin.
    package private(set) var start = 0.0
    /// The width of every bin; above 0.
    package private(set) var step = 1.0
    /// The number of values in each bin; a bin includes its lower bound, but not its upper bound.
    package private(set) var counts: [Int] = []
    /// The number of values above the last bin.
    package private(set) var above = 0
    /// The finite values, sorted.
    private let sorted: [Double]

    /// The approximate number of bins.
    package static let bins = 20
    /// The minimum number of bins; empty bins are added if necessary.
    package static let fewest = 9

    /// Creates a histogram of these values. Outliers above the 98th percentile are counted together.
    package init(_ values: some Sequence<Double>) {
        sorted = values.filter { $0.isFinite && abs($0) < 1e15 }.sorted()
        guard let low = sorted.first, let high = sorted.last else { return }
        let usual = share(0.98)
        let end = high - low > 2 * (usual - low) && usual > low ? usual : high
        step = Self.round(max((end - low) / Double(Self.bins), max(abs(low), abs(end)) / 200))
        start = (low / step).rounded(.down) * step
        counts = Array(repeating: 0, count: max(1, Int(((end - start) / step).rounded(.down)) + 1))
        // with only a few bins the bars would be too wide
        while counts.count < Self.fewest {
            counts.append(0)
            if start >= step || start < 0, counts.count < Self.fewest {
                counts.append(0)
                start -= step
            }
        }
        for value in sorted {
            let bin = Int((value - start) / step)
            if counts.indices.contains(bin) { counts[bin] += 1 } else { above += 1 }
        }
    }

    /// The upper end of the last bin.
    package var end: Double { start + Double(counts.count) * step }
    /// The number of finite values.
    package var count: Int { sorted.count }
    /// The median; 0 without values.
    package var median: Double { share(0.5) }
    /// The largest value; 0 without values.
    package var largest: Double { sorted.last ?? 0 }

    /// Returns the quantile for a fraction from 0 to 1; 0 without values.
    package func share(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    /// Returns the smallest 1, 2 or 5 times a power of ten that is at least `width`.
    private static func round(_ width: Double) -> Double {
        guard width > 0 else { return 1 }
        let power = pow(10, log10(width).rounded(.down))
        return [1, 2, 5].map { $0 * power }.first { $0 >= width * 0.999_999 } ?? 10 * power
    }
}
