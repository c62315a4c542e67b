/// An n-gram over the characters of single words: how probable a character is after those before it in the word.
///
/// Interpolated Kneser–Ney probabilities in back-off form (Chen and Goodman 1999), logarithms in sixteenths. An n-gram is known by its
/// symbols, a byte each, packed into one number with the last one lowest.
struct CharacterModel {
    /// The symbol before a word's first character.
    static let begin: UInt64 = 1
    /// The symbol after a word's last character.
    static let end: UInt64 = 2
    /// The symbol of the first character of the list; the others follow.
    static let first: UInt64 = 3
    /// What a symbol costs that was never seen at all.
    private static let unseen: Float = -16

    /// The symbols before a place in a word, and what it costs to forget the earlier ones.
    struct Context {
        /// Up to `order` − 1 symbols; the word's beginning unless told otherwise.
        fileprivate var symbols = CharacterModel.begin
        /// Logarithm of the back-off weight of the last one, two, … symbols; those beyond `known` were never seen.
        fileprivate var backoff = SIMD8<Float>.zero
        /// nil until the weights have been looked up.
        fileprivate var known: Int?
    }

    let order: Int
    private let table: HashTable

    /// An n-gram of 2 to 6 symbols over a table.
    init(order: Int, table: HashTable) {
        self.order = order
        self.table = table
    }

    /// Goes on to the context after one more symbol; its weights are looked up by `settle`, for most contexts are never asked.
    func advance(_ context: inout Context, past symbol: UInt64) {
        context = Context(symbols: (context.symbols << 8 | symbol) & mask(order - 1))
    }

    private func mask(_ symbols: Int) -> UInt64 { (1 << UInt64(8 * symbols)) - 1 }

    /// Looks the context's weights up.
    func settle(_ context: inout Context) {
        guard context.known == nil else { return }
        var known = 0
        for length in 1..<order {
            let key = context.symbols & mask(length)
            // shorter than this length, or never seen: then nothing longer was either
            guard key > mask(length - 1), let value = table.value(key) else { break }
            context.backoff[length] = -Float(value >> 8) / 16
            known = length
        }
        context.known = known
    }

    /// Natural logarithm of the probability of a symbol after a settled context.
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
