/// Random numbers that are identical for the same seed on every machine. Source: Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators" (2014): SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Returns a uniformly distributed number from 0 up to, but not including, 1.
    mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    /// Returns an approximately normally distributed number with standard deviation 1, never beyond ±3: the clamped sum of twelve uniform
    /// numbers.
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += unit() }
        return max(-3, min(3, sum))
    }

    /// Returns a random index below `count`; 0 if `count` is 0.
    mutating func index(below count: Int) -> Int { count > 1 ? Int(next() % UInt64(count)) : 0 }
}
