import Foundation
import InkTestSupport

/// Good bytes, damaged at random, for half a second or as many as INKD_FUZZ_SECONDS says.
enum Fuzz {
    /// Hands damaged bytes to `body`; says how many times.
    static func run(_ good: [UInt8], seed: UInt64 = 1, _ body: ([UInt8], inout SeededGenerator) -> Void) -> Int {
        var generator = SeededGenerator(seed: seed)
        let seconds = ProcessInfo.processInfo.environment["INKD_FUZZ_SECONDS"].flatMap(Double.init) ?? 0.5
        let end = ContinuousClock.now + .seconds(seconds)
        var count = 0
        while ContinuousClock.now < end {
            for _ in 0..<50 {
                body(damaged(good, using: &generator), &generator)
                count += 1
            }
        }
        return count
    }

    private static func damaged(_ input: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = input
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            let end = min(bytes.count, place + Int.random(in: 0...12, using: &generator))
            switch Int.random(in: 0..<4, using: &generator) {
            case 0 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            default: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
            }
        }
        return bytes
    }
}
