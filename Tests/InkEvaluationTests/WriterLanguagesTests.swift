import InkEvaluation
import Recognition
import Testing

@Suite("Whose ink is in which language")
struct WriterLanguagesTests {
    private let languages: [LanguageModel]

    init() throws {
        languages = try ["en", "de"].map { try LanguageModel(path: "models/language/\($0).safetensors") }
    }

    @Test("a writer's language is the one that lists most of the writer's words")
    func most() {
        var writers = WriterLanguages(languages)
        writers.count("Besprechung", of: "Anna")
        writers.count("Mittwoch ,", of: "Anna")
        writers.count("the hotel", of: "Anna")
        writers.count("Besprechung", of: "Ben")
        writers.count("somewhere yesterday, although", of: "Ben")
        #expect(writers.index(of: "Anna") == 1)
        #expect(writers.index(of: "Ben") == 0)
    }

    @Test(
        "words of both languages, letters, numbers and unknown words leave the first",
        arguments: ["hotel", "x y z", "12.30", "qwxz", ""])
    func first(label: String) {
        var writers = WriterLanguages(languages)
        writers.count(label, of: nil)
        #expect(writers.index(of: nil) == 0)
        #expect(writers.index(of: "of whom nothing is known") == 0)
    }

    @Test("a word is listed in whatever case it is written")
    func cases() {
        #expect(languages[1].lists("Mittwoch") && languages[1].lists("MITTWOCH") && languages[1].lists("mittwoch"))
        #expect(!languages[0].lists("Besprechung"))
    }
}
