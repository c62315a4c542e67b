extension Fuzz {
    /// One of these inputs, damaged: with pieces of the syntax of messages and interfaces put in, opened two hundred times, or cut off.
    public static func damaged(_ good: [[UInt8]], using generator: inout SeededGenerator) -> [UInt8] {
        let pieces = "([{}]),:\"\\-?0e".map(String.init) + "[({?".map { String(repeating: $0, count: 200) }
        let bytes = damaged(good.randomElement(using: &generator) ?? [], words: pieces, using: &generator)
        let isCut = Int.random(in: 0..<5, using: &generator) == 0
        return isCut ? Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))) : bytes
    }
}
