/// Random numbers that are the same for the same seed, on every machine. Source: Steele, Lea, Flood, "Fast splittable pseudorandom number
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

    /// 0 to 1, without 1.
    mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    /// About normally distributed with the deviation 1, and never beyond 3: the sum of twelve uniform ones, cut.
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += unit() }
        return max(-3, min(3, sum))
    }

    /// A place among `count` ones; 0 if there is none.
    mutating func index(below count: Int) -> Int { count > 1 ? Int(next() % UInt64(count)) : 0 }
}
