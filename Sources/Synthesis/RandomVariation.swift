internal import System

extension SeededGenerator {
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
