import InkProtocol
import Testing

@testable import inkd_settings

@Suite struct LanguagesStateTests {
    private static func model(
        _ tag: String, _ kind: ModelsInterface.Kind = .language, _ origin: ModelsInterface.Origin = .system, user: Int? = nil
    ) -> ModelsInterface.Model {
        .init(
            tag: tag, kind: kind, format: 1, size: 5, origin: origin, user: user, inUse: false, attribution: "", licence: "", metadata: [:])
    }

    private static func offer(_ tag: String, _ size: Int = 4_559_608) -> String {
        #"{"tag":"\#(tag)","version":"1","file":"a","size":\#(size),"sha256":"","licence":"CC BY-SA 4.0"}"#
    }

    private static var few: LanguagesState {
        var state = LanguagesState()
        state.read([
            model("fr", .language, .own, user: 1000), model("en"), model("mul-Latn", .text), model("de", .language, .own),
            model("ja-x-char", .characters),
        ])
        return state
    }

    @Test func `Installed languages say where they are from, and one's own can be removed`() {
        let state = Self.few
        #expect(state.lines.map(\.title) == ["English", "French", "German"])
        #expect(state.lines.map(\.text) == ["Installed with inkd's packages", "Installed by you", "Installed for all users"])
        #expect(state.lines.map(\.action) == [.none, .remove, .none])
        #expect(state.remark.isEmpty)
    }

    @Test func `What a repository has besides can be added`() {
        var state = Self.few
        state.begin("Asking …")
        #expect(state.work != nil && state.remark == "Asking …")
        state.offered(["de", "it", "mul-Latn", "zxx-Zsym-x-shapes", "en-x-gesture"].map { Self.offer($0) }.joined(separator: "\n") + "\n")
        #expect(state.work == nil && state.lines.last == .init(tag: "it", text: "4.6 MB · CC BY-SA 4.0", action: .add))
        #expect(state.lines.count == 4 && state.remark.isEmpty)
        #expect(state.added("it: installed for you alone, 4.6 MB\n") == nil)
        state.read([Self.model("it", .language, .own, user: 1000)])
        #expect(state.lines.map(\.tag) == ["it", "de"] && state.lines.first?.action == .remove)
    }

    @Test func `What inkctl says is wrong is told`() {
        var state = Self.few
        state.offered("inkctl: no repository of models is set: give one\n")
        #expect(state.remark == "No repository of models is set: give one" && state.lines.count == 3)
        state.offered(Self.offer("it") + "\nnonsense\n")
        #expect(state.remark == "Nonsense" && state.lines.count == 3)
        state.offered(nil)
        #expect(state.remark.contains("inkd-tools"))
        #expect(state.added("inkctl: it: broke off\n") == "It: broke off")
        state.offered(Self.offer("de"))
        #expect(state.remark == "The repository has no other languages.")
    }
}
