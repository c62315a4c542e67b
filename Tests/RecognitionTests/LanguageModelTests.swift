import Foundation
import InkTestSupport
import System
import Testing

@testable import Recognition

@Suite("Language files")
struct LanguageModelTests {
    private static let english = Spelling.models.appending(path: "en.safetensors")

    /// Loads bytes through a file, as the program does; without the checksum, so that damage reaches the tables.
    private func load(_ bytes: [UInt8], verifying: Bool = false) throws -> LanguageModel {
        let file = FileManager.default.temporaryDirectory.appending(path: "inkd-language-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try LanguageModel(MappedFile.tensors(at: file.path), verifying: verifying)
    }

    private func changed(_ old: String, _ new: String) throws -> [UInt8] {
        try Golden.changed([UInt8](Data(contentsOf: Self.english)), old, new)
    }

    private func error(_ bytes: [UInt8]) -> RecognitionError? {
        do {
            _ = try load(bytes)
            return nil
        } catch {
            return error as? RecognitionError
        }
    }

    @Test(
        "every shipped language can be loaded and is small",
        arguments: ["cs", "da", "de", "el", "en", "es", "fi", "fr", "hu", "it", "nb", "nl", "pl", "pt", "ro", "ru", "sv", "tr", "uk"])
    func shipped(_ tag: String) throws {
        #expect(try Spelling.language(tag).language == tag)
        #expect(try Spelling.language(tag).script == ["el": "Grek", "ru": "Cyrl", "uk": "Cyrl"][tag])
        let size = try FileManager.default.attributesOfItem(atPath: Spelling.models.appending(path: "\(tag).safetensors").path)[.size]
        #expect(try #require(size as? Int) < 12_000_000)
    }

    @Test("common words are known by their share, others are not")
    func words() throws {
        let language = try Spelling.language()
        func share(_ word: String) -> Float? {
            var key = WordKey()
            for character in word.unicodeScalars { key.append(character) }
            return language.logProbability(key)
        }
        // 53.7 million of 10⁹ words
        #expect(abs(try #require(share("the")) + 2.9) < 0.3)
        #expect(try #require(share("house")) < #require(share("the")))
        #expect(share("zqxv") == nil && share("") == nil)
    }

    @Test("the sigma that ends a Greek word is the same letter as the one within, in whatever case")
    func sigma() throws {
        let greek = try Spelling.language("el")
        for word in ["λόγος", "λόγοσ", "ΛΌΓΟΣ", "Λόγος"] { #expect(greek.lists(word), "\(word)") }
        #expect(!greek.lists("λόγοζ"))
    }

    @Test("a Turkish capital I is the letter without a dot, and one with a dot is i")
    func dots() throws {
        let turkish = try Spelling.language("tr")
        for word in ["ışık", "IŞIK", "Işık", "istanbul", "İstanbul", "İSTANBUL"] { #expect(turkish.lists(word), "\(word)") }
        for word in ["işik", "İŞIK"] { #expect(!turkish.lists(word), "\(word)") }
        #expect(try Spelling.language().lists("IT"))
    }

    @Test("names are known by their capitals, other words by their small letters")
    func capitals() throws {
        let language = try Spelling.language()
        func capital(_ word: String) -> Float? { language.entry(WordKey(word))?.capital }
        for name in ["london", "i", "monday", "england"] { #expect(try #require(capital(name)) > 0.9, "\(name)") }
        for word in ["the", "house", "went"] { #expect(try #require(capital(word)) < 0.1, "\(word)") }
        #expect(try Spelling.language("fr").entry(WordKey("maison"))?.capital == nil)
        #expect(try Spelling.language("de").entry(WordKey("zeitung"))?.capital == 1)
    }

    @Test("words that follow one another are more probable then, others less")
    func bigrams() throws {
        let language = try Spelling.language()
        func probability(_ word: String, after before: String) throws -> Float {
            let history = try #require(language.history(WordKey(before)))
            let alone = try #require(language.logProbability(WordKey(word)))
            return language.logProbability(WordKey(word), after: history) ?? history.backoff + alone
        }
        #expect(try probability("the", after: "of") > probability("the", after: "the") + 3)
        #expect(try probability("is", after: "it") > #require(language.logProbability(WordKey("is"))))
        #expect(try probability("he", after: "<s>") > probability("he", after: "of"))
        #expect(language.history(WordKey("zqxv")) == nil)
        #expect(try Spelling.language("fr").history(WordKey("de")) == nil)
        // the words after one token have no more than all probability
        let some = try ["the", "a", "his", "this", "course", "all", "it", "my", "their", "which"].map {
            try exp(probability($0, after: "of"))
        }
        #expect(some.reduce(0, +) < 1 && some.reduce(0, +) > 0.3)
    }

    @Test("a file without word pairs is read as well")
    func withoutPairs() throws {
        let language = try load(changed(#""bigrams":{"#, #""bigramz":{"#))
        #expect(language.history(WordKey("of")) == nil)
        #expect(try Spelling.read("th[ec]", language: language).first == "the")
    }

    @Test("after any beginning the n-gram's probabilities add up to one")
    func sums() throws {
        let model = try Spelling.language().characters
        for beginning in ["", "t", "th", "hous", "zqx", "'"] {
            var context = CharacterModel.Context()
            let language = try Spelling.language()
            for character in beginning.unicodeScalars { model.advance(&context, past: try #require(language.symbol(character))) }
            model.settle(&context)
            let sum = (2..<30).reduce(Float(0)) { $0 + exp(model.logProbability(UInt64($1), after: context)) }
            // sixteenths, and 27 letters and signs
            #expect(abs(sum - 1) < 0.06, "\(beginning): \(sum)")
        }
    }

    @Test("a text network is no language, and a language no text network")
    func kinds() throws {
        #expect(throws: RecognitionError.metadata(key: "kind", problem: "is text, expected language")) {
            _ = try LanguageModel(path: Golden.tinyModel.path)
        }
        #expect(throws: RecognitionError.self) { _ = try Recognizer(modelPath: Self.english.path) }
        #expect(throws: RecognitionError.unreadable(path: "/nonexistent", code: ENOENT)) { _ = try LanguageModel(path: "/nonexistent") }
    }

    @Test("what cannot be is named")
    func refused() throws {
        #expect(try error(changed(#""order":"6""#, #""order":"7""#)) == .metadata(key: "order", problem: "is not a number from 2 to 6"))
        #expect(try error(changed(#""graphemes""#, #""graphemez""#)) == .metadata(key: "graphemes", problem: "is missing"))
        #expect(
            try error(changed(#""symbols":"'a"#, #""symbols":"''"#))
                == .metadata(key: "symbols", problem: "are not 1 to 200 different characters"))
        #expect(try error(changed(#"\"lexicon\": 0."#, #"\"lexicon\": 7."#)) == .metadata(key: "weights", problem: "are implausibly large"))
        #expect(try error(changed(#"\"lexicon\""#, #"\"lexicom\""#)) == .metadata(key: "weights", problem: "are not the expected JSON"))
        #expect(
            try error(changed(#""word_bits":"20""#, #""word_bits":"33""#))
                == .metadata(key: "word_bits", problem: "is 33, not a number from 16 to 24"))
        #expect(try error(changed(#"\"bigram\": 0."#, #"\"bigram\": 9."#)) == .metadata(key: "weights", problem: "are implausibly large"))
        #expect(try error(changed(#""words":{"#, #""wordz":{"#)) == .missingTensor("words"))
        var bytes = [UInt8](try Data(contentsOf: Self.english))
        bytes[bytes.count - 5] ^= 1
        #expect(throws: RecognitionError.checksum) { _ = try load(bytes, verifying: true) }
        #expect(throws: RecognitionError.self) { _ = try load(Array(bytes.prefix(bytes.count - 9))) }
    }

    @Test("no damage to a language file stops the program", .timeLimit(.minutes(MachineSpeed.limit)))
    func fuzz() throws {
        let good = [UInt8](try Data(contentsOf: Self.english))
        let header = 8 + good.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        var (refused, read) = (0, 0)
        Fuzz.run(seconds: 2, seed: 6) { random in
            var bytes = good
            // a header that lies, or tables of noise, full ones too
            if Bool.random(using: &random) {
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let at = Int.random(in: 0..<header, using: &random)
                    bytes[at] =
                        Bool.random(using: &random) ? .random(in: 0...255, using: &random) : UInt8.random(in: 48...57, using: &random)
                }
            } else {
                let start = Int.random(in: header..<(bytes.count - 8), using: &random)
                let fill: UInt8 = .random(in: 0...255, using: &random)
                for at in start..<min(bytes.count, start + Int.random(in: 1...400_000, using: &random)) { bytes[at] = fill }
            }
            do {
                let language = try load(bytes)
                #expect(
                    try !Spelling.read("[Tt]h[ec] w[oa]rld's 12[.,]", hints: RecognitionHints(preContext: "so"), language: language).isEmpty
                )
                read += 1
            } catch {
                #expect(error is RecognitionError)
                refused += 1
            }
        }
        #expect(refused > 0 && read > 0)
    }
}
