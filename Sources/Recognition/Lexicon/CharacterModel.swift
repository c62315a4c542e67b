/// An n-gram over the characters of single words: the probability of a character after the preceding ones in the word.
///
/// Interpolated Kneser–Ney probabilities in back-off form (Chen and Goodman 1999), natural logarithms in multiples of 1/16. The key of an
/// n-gram consists of its symbols, a byte each, packed into one number with the last symbol in the lowest byte.
struct CharacterModel {
    /// The symbol before a word's first character.
    static let begin: UInt64 = 1
    /// The symbol after a word's last character.
    static let end: UInt64 = 2
    /// The symbol of the first character of the list; the others follow it.
    static let first: UInt64 = 3
    /// The cost of a symbol that does not occur in the training text.
    private static let unseen: Float = -16

    /// The symbols before a position in a word, and the back-off weights of their n-grams.
    struct Context {
        /// Up to `order` − 1 symbols; by default the word's beginning.
        fileprivate var symbols = CharacterModel.begin
        /// Log back-off weights of the last one, two, … symbols; contexts longer than `known` are not in the table.
        fileprivate var backoff = SIMD8<Float>.zero
        /// The length of the longest context in the table; nil until the weights have been looked up.
        fileprivate var known: Int?
    }

    let order: Int
    private let table: HashTable

    /// Creates an n-gram of order 2 to 6 over a table.
    init(order: Int, table: HashTable) {
        self.order = order
        self.table = table
    }

    /// Advances to the context after one more symbol. The weights are looked up by `settle`, because most contexts never need them.
    func advance(_ context: inout Context, past symbol: UInt64) {
        context = Context(symbols: (context.symbols << 8 | symbol) & mask(order - 1))
    }

    private func mask(_ symbols: Int) -> UInt64 { (1 << UInt64(8 * symbols)) - 1 }

    /// Looks up the context's back-off weights.
    func settle(_ context: inout Context) {
        guard context.known == nil else { return }
        var known = 0
        for length in 1..<order {
            let key = context.symbols & mask(length)
            // no longer context is in the table if this one is not in it, or has fewer symbols
            guard key > mask(length - 1), let value = table.value(key) else { break }
            context.backoff[length] = -Float(value >> 8) / 16
            known = length
        }
        context.known = known
    }

    /// Returns the natural logarithm of the probability of a symbol after a settled context.
    func logProbability(_ symbol: UInt64, after context: Context) -> Float {
        var (length, penalty) = (context.known ?? 0, Float(0))
        while length >= 0 {
            if let value = table.value((context.symbols & mask(length)) << 8 | symbol) { return penalty - Float(value & 0xFF) / 16 }
            penalty += context.backoff[length]
            length -= 1
        }
        return penalty + Self.unseen
    }
}

/// A hash table of four-byte slots in a mapped file, read in place: a fingerprint of the key in the low bits, a value above.
///
/// A slot of 0 is empty. A look-up reads only slots of the table, and at most `longestProbe` of them, so a damaged table gives wrong
/// values but never a crash. Linear probing; the hash is the finalizer of splitmix64 (Steele, Lea and Flood 2014, "Fast splittable
/// pseudorandom number generators").
struct HashTable {
    /// The maximum number of slots probed before a key is considered absent: the largest number that
    /// `training/inkd_training/language/hash_table.py` needs.
    private static let longestProbe = 128
    /// The maximum number of slots of a table.
    static let mostSlots = 1 << 22

    private let bytes: UnsafeRawBufferPointer
    private let slots: UInt64
    private let fingerprintBits: UInt32

    /// Creates a table over `bytes`, which must outlive it; nil unless they are a whole number of slots from 1 to `mostSlots`.
    init?(_ bytes: UnsafeRawBufferPointer, fingerprintBits: UInt32) {
        guard bytes.count % 4 == 0, (1...Self.mostSlots).contains(bytes.count / 4) else { return nil }
        self.bytes = bytes
        slots = UInt64(bytes.count / 4)
        self.fingerprintBits = fingerprintBits
    }

    /// Returns the value of a key; nil if the key is not in the table. An absent key matches a present one with a probability of about 3 /
    /// 2^`fingerprintBits`.
    func value(_ key: UInt64) -> UInt32? {
        let hash = Self.mixed(key)
        let mask = (UInt32(1) << fingerprintBits) - 1
        let fingerprint = max(1, UInt32(truncatingIfNeeded: hash) & mask)
        var place = ((hash >> 32) * slots) >> 32
        for _ in 0..<Self.longestProbe {
            let slot = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: Int(place) * 4, as: UInt32.self))
            if slot == 0 { return nil }
            if slot & mask == fingerprint { return slot >> fingerprintBits }
            place += 1
            if place == slots { place = 0 }
        }
        return nil
    }

    private static func mixed(_ key: UInt64) -> UInt64 {
        var key = (key ^ key >> 30) &* 0xBF58_476D_1CE4_E5B9
        key = (key ^ key >> 27) &* 0x94D0_49BB_1331_11EB
        return key ^ key >> 31
    }
}
