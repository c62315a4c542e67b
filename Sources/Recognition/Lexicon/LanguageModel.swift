import FoundationEssentials
import System

// Sendable despite its pointer: the bytes are mapped for reading only and never change.
/// The words of one language and the n-grams of their characters, read directly from a mapped file.
///
/// Written by `training/inkd_training/language/build.py`; for some languages the file includes bigrams of words. All words are in lower
/// case: the decoder handles capitals.
public final class LanguageModel: @unchecked Sendable {
    /// The language's BCP 47 tag, such as "en".
    public let language: String
    /// The script of the network that reads the language, such as "Cyrl"; nil for Latin script.
    public let script: String?

    /// The alphabet of the language.
    let graphemes: Set<Unicode.Scalar>
    let characters: CharacterModel
    let weights: LanguageWeights
    private let symbols: [Unicode.Scalar: UInt64]
    private let words: HashTable
    /// The table of pairs of tokens; nil in files without pairs.
    private let bigrams: HashTable?
    private let file: MappedFile

    /// Maps a language file and checks it.
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public convenience init(path: String) throws(RecognitionError) {
        try self.init(MappedFile.tensors(at: path), verifying: true)
    }

    /// Loads a language from its file.
    /// - Parameter verifying: whether to reject data that does not match its checksum.
    init(_ file: consuming MappedFile, verifying: Bool) throws(RecognitionError) {
        self.file = file
        let tensors = try Safetensors(self.file.bytes)
        let card = try ModelCard(metadata: tensors.metadata)
        guard card.kind == .language else { throw .metadata(key: "kind", problem: "is \(card.kind.rawValue), expected language") }
        language = card.language
        script = card.script
        if verifying { try tensors.verify() }
        func value(_ key: String) throws(RecognitionError) -> String {
            guard let value = card.metadata[key] else { throw .metadata(key: key, problem: "is missing") }
            return value
        }
        graphemes = Set(try value("graphemes").unicodeScalars)
        let letters = Array(try value("symbols").unicodeScalars)
        guard (1...200).contains(letters.count), Set(letters).count == letters.count else {
            throw .metadata(key: "symbols", problem: "are not 1 to 200 different characters")
        }
        symbols = Dictionary(uniqueKeysWithValues: zip(letters, CharacterModel.first...))
        guard let order = Int(try value("order")), (2...6).contains(order) else {
            throw .metadata(key: "order", problem: "is not a number from 2 to 6")
        }
        do {
            weights = try JSONDecoder().decode(LanguageWeights.self, from: Data(try value("weights").utf8))
        } catch let error as RecognitionError {
            throw error
        } catch {
            throw .metadata(key: "weights", problem: "are not the expected JSON")
        }
        try weights.check()
        let wordBits = try Self.wordBits(card.metadata["word_bits"])
        characters = CharacterModel(order: order, table: try Self.table("ngrams", in: tensors, fingerprintBits: 16))
        words = try Self.table("words", in: tensors, fingerprintBits: wordBits)
        bigrams = try tensors.contains("bigrams") ? Self.table("bigrams", in: tensors, fingerprintBits: 24) : nil
    }

    /// Returns the number of bits of a word's fingerprint. Files without this metadata key use 24 bits, and have no information about
    /// capitals. With 20 bits, four bits are left for this information.
    private static func wordBits(_ text: String?) throws(RecognitionError) -> UInt32 {
        guard let text else { return 24 }
        guard let bits = UInt32(text), (16...24).contains(bits) else {
            throw .metadata(key: "word_bits", problem: "is \(text), not a number from 16 to 24")
        }
        return bits
    }

    private static func table(_ name: String, in file: Safetensors, fingerprintBits: UInt32) throws(RecognitionError) -> HashTable {
        let shape = try file.shape(of: name)
        guard shape.count == 2, shape[1] == 4 else { throw .shape(tensor: name, found: shape, expected: [shape.first ?? 0, 4]) }
        guard let table = HashTable(try file.bytes(of: name, as: .uint8, shape: shape), fingerprintBits: fingerprintBits) else {
            throw .tensor(name, problem: "has \(shape[0]) slots, expected 1 to \(HashTable.mostSlots)")
        }
        return table
    }

    /// Whether the word is listed, in any case.
    public func lists(_ word: some StringProtocol) -> Bool {
        var key = WordKey()
        for scalar in word.unicodeScalars { key.append(folded(scalar)) }
        return entry(key) != nil
    }

    /// Returns the character in lower case, as used in the word list; in Turkish, İ becomes i, and I becomes ı.
    ///
    /// Source: Unicode, SpecialCasing.txt, tr.
    func folded(_ character: Unicode.Scalar) -> Unicode.Scalar {
        switch character {
        case "I" where language == "tr": "ı"
        case "İ" where language == "tr": "i"
        default: CharacterClass.folded(character)
        }
    }

    /// Returns the symbol of a character in lower case; nil if it does not occur in words.
    func symbol(_ character: Unicode.Scalar) -> UInt64? { symbols[character] }

    /// Returns the list's entry for a word; nil if the word is not listed.
    func entry(_ word: WordKey) -> ListedWord? { words.value(word.value).map { ListedWord(bits: $0) } }

    /// Returns the natural logarithm of a listed word's probability; nil if the word is not listed.
    func logProbability(_ word: WordKey) -> Float? { entry(word)?.logProbability }

    /// Returns the bigram's entry for the tokens that follow this one; nil if there is no entry.
    func history(_ token: WordKey) -> History? {
        bigrams?.value(History.pair(token.value, WordKey().value)).map { History(token: token.value, backoff: -Float($0) / 16) }
    }

    /// Returns the log-probability of a token after another one; nil if the pair is not listed.
    func logProbability(_ token: WordKey, after history: History) -> Float? {
        bigrams?.value(History.pair(history.token, token.value)).map { -Float($0) / 16 }
    }
}

/// A word of the list.
struct ListedWord {
    /// The log-probability of the word among all listed words.
    let logProbability: Float
    /// The fraction of occurrences within a sentence that begin with a capital; nil if unknown.
    let capital: Float?

    /// The number of steps in which a slot stores `capital`.
    private static let steps: Float = 14

    /// Decodes the value of a slot: eight bits of a logarithm in multiples of 1/16; above them four bits: 0 if unknown, otherwise 1 plus
    /// the fraction of capitals in multiples of 1/14.
    init(bits: UInt32) {
        logProbability = -Float(bits & 0xFF) / 16
        let code = bits >> 8 & 0xF
        capital = code > 0 ? Float(code - 1) / Self.steps : nil
    }
}

/// The token before a word, if the bigram of words lists it.
struct History {
    /// The token before the first one of a sentence.
    static let sentence: WordKey = WordKey("<s>")

    /// The key of the token.
    fileprivate let token: UInt64
    /// Natural logarithm of the back-off weight of the word list, for words that have no pair with this token.
    let backoff: Float

    /// Returns the key of a pair.
    fileprivate static func pair(_ token: UInt64, _ word: UInt64) -> UInt64 { (token &* 0x9E37_79B9_7F4A_7C15) ^ word }
}

/// The weights of a language model in decoding, chosen on held-out ink (training/README.md, "Language").
struct LanguageWeights: Sendable, Hashable, Decodable {
    /// The factor of the language's logarithms relative to the network's.
    var language: Float
    /// A term added for every character except the space, which compensates for the language's cost of each character.
    var length: Float
    /// A term added for every space.
    var space: Float
    /// The weight of the word list in a word's probability; the rest is the weight of the n-gram.
    var lexicon: Float
    /// The log-probability that a word consists of any letters in any case.
    var code: Float
    /// The interpolation weight of the bigram in the probability of a word of the list; nil in files without bigrams.
    var bigram: Float?
    /// The probability that a word within a sentence begins with a capital; nil to use that of English.
    var capital: Float?
    /// The fraction of the total probability below which the best reading gets a second view (`SecondView`); nil to disable it.
    var doubt: Float?

    /// Refuses weights that are not finite or out of range.
    ///
    /// - Throws: `metadata`.
    func check() throws(RecognitionError) {
        let possible = [
            (0...10).contains(language), (-10...10).contains(length), (-10...10).contains(space), (0.01...0.99).contains(lexicon),
            (-20...0).contains(code), (0...0.99).contains(bigram ?? 0), (0.01...0.99).contains(capital ?? 0.5),
            (0...1).contains(doubt ?? 0),
        ]
        guard possible.allSatisfy(\.self) else {
            throw .metadata(key: "weights", problem: "are implausibly large")
        }
    }
}

/// A word as a number: FNV-1a of 64 bits (Fowler, Noll and Vo) over its code points.
struct WordKey: Hashable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the key of the empty word.
    init() {}

    /// Creates the key of a word.
    init(_ word: some StringProtocol) {
        for character in word.unicodeScalars { append(character) }
    }

    /// Appends a character to the word.
    mutating func append(_ character: Unicode.Scalar) {
        value = (value ^ UInt64(character.value)) &* 0x100_0000_01B3
    }
}
