import InkProtocol
import Testing

@testable import inkd_settings

@Suite struct WritingStateTests {
    private static func setting(
        _ key: String, _ value: EditorInterface.Value.Content, _ source: EditorInterface.Source
    ) -> EditorInterface.Setting {
        .init(key: key, value: .init(value), own: source == .user || source == .session, summary: "", source: source)
    }

    private static let language = WritingKey(key: "text.configuration.language", title: "Language", text: "", kind: .language)
    private static let pause = WritingKey(key: "recognition.pause", title: "Pause", text: "", kind: .number(50...5000, step: 50))

    @Test func `A key says its value and where that comes from`() {
        var state = WritingState()
        #expect(state.value(of: Self.pause) == nil && state.origin(of: Self.pause).isEmpty)
        state.read([Self.setting("recognition.pause", .number(800), .user)], languages: [])
        #expect(state.value(of: Self.pause) == .number(800))
        #expect(state.origin(of: Self.pause) == "Set by you" && state.isOwn(Self.pause))
        state.read([Self.setting("recognition.pause", .number(400), .daemon)], languages: [])
        #expect(state.origin(of: Self.pause) == "Set in /etc/inkd/inkd.yaml" && !state.isOwn(Self.pause))
    }

    @Test func `Languages are those that there are models for`() {
        var state = WritingState()
        state.read([Self.setting("text.configuration.language", .text("de"), .user)], languages: ["fr", "de", "x-own"])
        let (options, chosen) = state.options(of: Self.language)
        #expect(options.map(\.value) == ["", "de", "fr", "x-own"])
        #expect(options.map(\.title) == ["Default", "German", "French", "x-own"])
        #expect(chosen == 1)
    }

    @Test func `A value that is none of the usual is one more`() {
        var state = WritingState()
        state.read([Self.setting("text.configuration.language", .text("de-CH"), .daemon)], languages: ["de"])
        let (options, chosen) = state.options(of: Self.language)
        #expect(options.map(\.title) == ["Default", "German", "de-CH"] && chosen == 2)
        #expect(LanguageName.of("de-AT") == "German (de-AT)")
    }

    @Test func `No key is there twice`() {
        let keys = WritingState.sections.flatMap(\.keys).map(\.key)
        #expect(Set(keys).count == keys.count)
    }
}
