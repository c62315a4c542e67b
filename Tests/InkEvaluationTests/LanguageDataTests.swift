import InkEvaluation
import Testing

@Suite("Language data")
struct LanguageDataTests {
    @Test("what there are no data for is named with its package, or as it is")
    func missing() {
        #expect(throws: EvaluationError.self) { try ModelSelection(model: "/nowhere/a.safetensors").languageModel("tlh") }
        #expect(
            "\(EvaluationError.noLanguage(tag: "de", searched: ["a", "b"]))"
                == "There is no language data at a or b. Install the package inkd-models-de.")
        #expect(
            "\(EvaluationError.noLanguage(tag: "tlh", searched: ["a"]))"
                == "There is no language data at a. Use a file of language data, or none.")
    }
}
