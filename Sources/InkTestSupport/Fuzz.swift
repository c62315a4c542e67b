import Glibc
@_exported public import struct System.SeededGenerator

/// Tests with random input. Each runs for `INKD_FUZZ_SECONDS` seconds, or, if that is not set, for its default time.
public enum Fuzz {
    /// Calls `body` with random numbers repeatedly. Prints the seed.
    /// - Parameters:
    ///   - least: the number of calls that are made even if they take longer, for tests that count the outcomes.
    ///   - seed: the seed; `INKD_SEED` replaces it.
    /// - Returns: the number of calls.
    @discardableResult
    public static func run<Problem: Error>(
        seconds: Double = 1, atLeast least: Int = 1, seed: UInt64, test: String = #function,
        _ body: (inout SeededGenerator) throws(Problem) -> Void
    ) throws(Problem) -> Int {
        let limit = getenv("INKD_FUZZ_SECONDS").flatMap { Double(String(cString: $0)) } ?? seconds
        let end = ContinuousClock.now + .seconds(limit)
        var generator = SeededGenerator.printingSeed(of: test, seed)
        var count = 0
        repeat {
            try body(&generator)
            count += 1
        } while count < least || ContinuousClock.now < end
        return count
    }

    /// Returns bytes with one to four random changes; never empty.
    /// - Parameters:
    ///   - ends: each change is made before one of these positions, chosen at random; if the list is empty, changes are made anywhere.
    ///   - words: the texts that may be inserted.
    public static func damaged(
        _ good: [UInt8], before ends: [Int] = [], words: [String] = [], using generator: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = good
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            if bytes.isEmpty { bytes = [0] }
            let end = min(bytes.count, ends.randomElement(using: &generator) ?? bytes.count)
            let place = Int.random(in: 0..<max(1, end), using: &generator)
            let word = Array((words.randomElement(using: &generator) ?? "").utf8)
            let piece = place..<min(bytes.count, place + Int.random(in: 1...40, using: &generator))
            switch Int.random(in: 0..<(words.isEmpty ? 5 : 7), using: &generator) {
            case 0: bytes[place] = .random(in: 0...255, using: &generator)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 2: bytes[place] = UInt8(ascii: "0") + .random(in: 0...9, using: &generator)
            case 3: bytes.removeSubrange(piece)
            case 4: bytes.insert(contentsOf: bytes[piece], at: place)
            case 5: bytes.replaceSubrange(place...place, with: word)
            default: bytes.insert(contentsOf: word, at: place)
            }
        }
        return bytes.isEmpty ? [0] : bytes
    }

    /// Returns a safetensors file with one to four changes, most of them in its header or in the header's length.
    public static func damaged(safetensors good: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        let header = 8 + good.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        let words = ["[", "]", "{", "}", "\"", "\\\"", " ", "-1", "1e99", "18446744073709551616", "null", "\\u0000", "0", ","]
        return damaged(good, before: [8, header, header, header, good.count], words: words, using: &generator)
    }
}

extension Fuzz {
    /// Returns one of these inputs, damaged. Pieces of the syntax of messages and interfaces, or up to 200 opening brackets, are inserted,
    /// or the input is truncated.
    public static func damaged(_ good: [[UInt8]], using generator: inout SeededGenerator) -> [UInt8] {
        let pieces = "([{}]),:\"\\-?0e".map(String.init) + "[({?".map { String(repeating: $0, count: 200) }
        let bytes = damaged(good.randomElement(using: &generator) ?? [], words: pieces, using: &generator)
        let isCut = Int.random(in: 0..<5, using: &generator) == 0
        return isCut ? Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))) : bytes
    }
}

extension SeededGenerator {
    /// Returns a generator for a random test. The seed is `INKD_SEED` if set, otherwise `seed` if given, otherwise random. Prints the
    /// seed, so that a failure can be reproduced.
    public static func printingSeed(of test: String = #function, _ seed: UInt64? = nil) -> SeededGenerator {
        let seed = getenv("INKD_SEED").flatMap { UInt64(String(cString: $0)) } ?? seed ?? .random(in: 0...UInt64(UInt32.max))
        print("\(test): INKD_SEED=\(seed)")
        return SeededGenerator(seed: seed)
    }

    /// Returns a normally distributed number around 0 with the standard deviation `deviation`, never beyond 3.5 deviations.
    public mutating func normal(_ deviation: Double) -> Double {
        // The sum of twelve uniform numbers is close enough to a normal distribution for a hand's tremor.
        var sum = -6.0
        for _ in 0..<12 { sum += Double.random(in: 0..<1, using: &self) }
        return deviation * max(-3.5, min(3.5, sum))
    }
}
