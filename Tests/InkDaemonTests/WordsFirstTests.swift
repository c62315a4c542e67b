import Ink
import Recognition
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("Candidates for a field")
struct WordsFirstTests {
    /// The English that comes with the project.
    private static func english() throws -> LanguageModel { try LanguageModel(path: projectRoot + "/models/language/en.safetensors") }

    private static func candidates(_ texts: [String]) -> [Candidate] {
        texts.enumerated().map { Candidate(text: $0.element, score: -Double($0.offset)) }
    }

    @Test("have the words of the language before all others, each kind in the order of the reading")
    func order() throws {
        let word = TranscribedWord(
            text: "private", box: nil, ranges: [],
            candidates: Self.candidates(["private", "priVate", "primate", "prixvate", "Private", "pr1xvate", "pirate"]))
        let read = Transcript(candidates: Self.candidates(["my private", "my priVate", "my primate"]), words: [word])
        let sorted = read.wordsFirst(in: try Self.english())
        #expect(sorted.words[0].candidates.map(\.text) == ["private", "primate", "Private", "pirate", "priVate", "prixvate", "pr1xvate"])
        // of the whole line, which is chosen from where no word has another candidate
        #expect(sorted.candidates.map(\.text) == ["my private", "my primate", "my priVate"])
        #expect(sorted.words[0].text == "private" && sorted.text == read.text)
        #expect(Set(sorted.words[0].candidates.map(\.score)) == Set(word.candidates.map(\.score)))
    }

    @Test("begin with what was read, a word or not, and with nothing else that is none")
    func first() throws {
        let word = TranscribedWord(
            text: "Krzx", box: nil, ranges: [], candidates: Self.candidates(["Krzx", "Krzk", "Kraz", "Crux", "Kr2x", "crux"]))
        let sorted = Transcript(candidates: [], words: [word]).wordsFirst(in: try Self.english())
        let texts = sorted.words[0].candidates.map(\.text)
        #expect(texts.first == "Krzx" && Set(texts) == Set(word.candidates.map(\.text)))
        let language = try Self.english()
        let known = texts.dropFirst().map { language.isWord($0) }
        #expect(known.contains(true) && known.contains(false))
        // no word behind one that is none
        #expect(!zip(known, known.dropFirst()).contains { !$0 && $1 })
    }

    @Test("are words with their signs, in small letters, with a capital, or in capitals alone; what has no letters stands as it is")
    func words() throws {
        let language = try Self.english()
        for text in ["private", "Private", "PRIVATE", "private,", "“private”", "12.5", "a", "!", "well-known"] {
            #expect(language.isWord(text), "\(text)")
        }
        for text in ["priVate", "pRIVATE", "prixvate", "private-prixvate"] { #expect(!language.isWord(text), "\(text)") }
        let empty = Transcript(candidates: [], words: [TranscribedWord(text: "", box: nil, ranges: [])])
        #expect(empty.wordsFirst(in: language) == empty)
    }
}
