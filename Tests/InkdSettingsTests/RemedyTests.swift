import InkClient
import InkProtocol
import Testing

@testable import inkd_settings

@Suite struct RemedyTests {
    @Test(arguments: [
        ("de", "No model is installed for de. Installed: en. Install the package inkd-models-de."),
        ("tlh", "No model is installed for tlh. Installed: en."),
    ])
    func `A language that is not installed is named with its package`(language: String, sentence: String) {
        let error = ClientError.refused(
            name: EditorInterface.NoLanguage.name,
            parameters: .object(["language": .string(language), "reason": .string(""), "available": .array([.string("en")])]))
        #expect(error.sentence == sentence)
    }
}
