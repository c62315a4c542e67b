/// Random numbers that are the same on every machine for the same seed (SplitMix64, Steele, Lea and Flood 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator that starts here.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number around 0 whose standard deviation is `deviation`, never farther off than 3.5 of them.
    public mutating func normal(_ deviation: Double) -> Double {
        // The sum of twelve uniform numbers is near enough to a normal one for a hand's shaking.
        var sum = -6.0
        for _ in 0..<12 { sum += Double.random(in: 0..<1, using: &self) }
        return deviation * max(-3.5, min(3.5, sum))
    }
}
