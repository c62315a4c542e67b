internal import Ink
import Glibc

/// The same hand on another day: an ink slanted, stretched and turned a little at random, so that few inks teach more.
struct InkVariation {
    private var random: SplitMix

    /// Always the same variations for the same seed.
    init(seed: UInt64) { random = SplitMix(state: seed) }

    /// The ink varied, by about two thirds of how far the model's own training varied its inks.
    mutating func vary(_ strokes: [Stroke]) -> [Stroke] {
        let (slant, turn) = (0.12 * normal(), 0.02 * normal())
        let (wide, high) = (exp(0.1 * normal()), exp(0.1 * normal()))
        return strokes.map { stroke in
            Stroke(
                id: stroke.id,
                points: stroke.points.map { point in
                    var moved = point
                    (moved.x, moved.y) = (wide * point.x + slant * point.y, turn * point.x + high * point.y)
                    return moved
                })
        }
    }

    /// So many numbers from 0 on in a random order.
    mutating func order(_ count: Int) -> [Int] { (0..<count).shuffled(using: &random) }

    /// A normally distributed number: G. Box, M. Muller 1958.
    private mutating func normal() -> Double {
        let (a, b) = (Double.random(in: 1e-12..<1, using: &random), Double.random(in: 0..<1, using: &random))
        return sqrt(-2 * log(a)) * cos(2 * .pi * b)
    }
}

/// G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
