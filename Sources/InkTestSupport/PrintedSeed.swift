import Glibc

extension SeededGenerator {
    /// A generator for a random test: the seed is `INKD_SEED`, or a new one. Prints the seed, so that a failure can be repeated.
    public static func printingSeed(of test: String = #function) -> SeededGenerator {
        let seed = getenv("INKD_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: 0...UInt64(UInt32.max))
        print("\(test): INKD_SEED=\(seed)")
        return SeededGenerator(seed: seed)
    }
}
