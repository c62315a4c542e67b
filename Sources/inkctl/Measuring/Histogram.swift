internal import Glibc

/// How often values lie where: bins of the same width, whose ends are round numbers.
struct Histogram: Hashable {
    /// The lower end of the first bin.
    private(set) var start = 0.0
    /// Of every bin; above 0.
    private(set) var step = 1.0
    /// Of every bin: values from its lower end up to, but not at, its upper one.
    private(set) var counts: [Int] = []
    /// Values above the last bin.
    private(set) var above = 0
    /// The values in order, without those that are not finite.
    private let sorted: [Double]

    /// About so many bins.
    static let bins = 20
    /// Empty ones are added to fewer.
    static let fewest = 9

    /// Bins for these values. Those that lie far above nearly all others are counted together.
    init(_ values: some Sequence<Double>) {
        sorted = values.filter { $0.isFinite && abs($0) < 1e15 }.sorted()
        guard let low = sorted.first, let high = sorted.last else { return }
        let usual = share(0.98)
        let end = high - low > 2 * (usual - low) && usual > low ? usual : high
        step = Self.round(max((end - low) / Double(Self.bins), max(abs(low), abs(end)) / 200))
        start = (low / step).rounded(.down) * step
        counts = Array(repeating: 0, count: max(1, Int(((end - start) / step).rounded(.down)) + 1))
        // a few bins would be as wide as the picture
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
    var end: Double { start + Double(counts.count) * step }
    /// All values.
    var count: Int { sorted.count }
    /// The value in the middle; 0 without values.
    var median: Double { share(0.5) }
    /// The largest value; 0 without values.
    var largest: Double { sorted.last ?? 0 }

    /// The value below which such a share of all lie.
    func share(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    /// 1, 2 or 5 times a power of ten, no less than this.
    private static func round(_ width: Double) -> Double {
        guard width > 0 else { return 1 }
        let power = pow(10, log10(width).rounded(.down))
        return [1, 2, 5].map { $0 * power }.first { $0 >= width * 0.999_999 } ?? 10 * power
    }
}
