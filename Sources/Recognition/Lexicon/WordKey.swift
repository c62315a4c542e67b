/// A word as a number: FNV-1a of 64 bits (Fowler, Noll and Vo) over its code points.
struct WordKey: Hashable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The key of the word with one more character.
    mutating func append(_ character: Unicode.Scalar) {
        value = (value ^ UInt64(character.value)) &* 0x100_0000_01B3
    }
}
