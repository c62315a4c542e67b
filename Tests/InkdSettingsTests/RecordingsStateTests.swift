import InkProtocol
import Testing

@testable import inkd_settings

@Suite struct RecordingsStateTests {
    private static func recorder(_ name: String? = nil, paused: RecorderInterface.Pause? = nil) -> RecorderInterface.State {
        .init(recording: name, paused: paused, devices: [], frames: 0, lost: 0, bytes: 0)
    }

    private static func recording(_ name: String, active: Bool = false) -> RecorderInterface.Recording {
        .init(name: name, writer: "w7", files: [], bytes: 1_400_000, active: active)
    }

    @Test func `Nothing is recorded before somebody has agreed`() {
        var state = RecordingsState()
        state.hasConsent = true
        #expect(!state.canStart)
        state.read(Self.recorder(), others: 0)
        #expect(state.canStart && state.summary == "No recording is in progress.")
        state.hasConsent = false
        #expect(!state.canStart)
        state.hasConsent = true
        state.read(Self.recorder("now", paused: .password), others: 1)
        #expect(!state.canStart && state.isRecording)
        #expect(state.summary == "now: paused because a password is being entered. Another user records a tablet that you use.")
    }

    @Test func `The newest comes first, and not the one that goes on`() {
        var state = RecordingsState()
        state.read(
            .init(
                recordings: [Self.recording("a"), Self.recording("b"), Self.recording("c", active: true)], bytes: 2_800_000,
                limit: 1_000_000_000))
        #expect(state.kept.map(\.name) == ["b", "a"])
        #expect(state.usage == "3 MB of 1000 MB used.")
        #expect(RecordingsState.details(of: Self.recording("a")) == "1 MB · by w7")
    }

    @Test func `A recording is deleted when that was asked for twice`() {
        var state = RecordingsState()
        #expect(!state.delete("a") && state.doomed == "a")
        #expect(!state.delete("b") && state.doomed == "b")
        #expect(state.delete("b") && state.doomed == nil)
    }

    @Test func `Texts that are copied are noted as they are asked for, written, written again and left out`() {
        var state = RecordingsState()
        state.hasConsent = true
        #expect(state.began(nil).isEmpty && state.lesson == nil)
        #expect(state.began(["one", "two"]) == [.init(key: "prompt", text: "one")])
        #expect(state.accept().isEmpty)
        state.draw { sheet in
            sheet.begin(.init(x: 0, y: 0, time: 0))
            _ = sheet.end(at: 1)
        }
        #expect(state.again() == [.init(key: "repeated", text: "one"), .init(key: "prompt", text: "one")])
        state.draw { sheet in
            sheet.begin(.init(x: 0, y: 0, time: 2))
            _ = sheet.end(at: 3)
        }
        #expect(state.accept() == [.init(key: "accepted", text: "one"), .init(key: "prompt", text: "two")])
        #expect(state.skip() == [.init(key: "skipped", text: "two")])
        #expect(state.counts == .init(accepted: 1, skipped: 1) && state.lesson?.prompt == nil)
        #expect(state.skip().isEmpty && state.again().isEmpty)
        state.ended()
        #expect(state.lesson == nil && !state.hasConsent)
    }

    @Test(arguments: [(999, "999 bytes"), (1499, "1 kB"), (1_000_000, "1 MB")])
    func `Bytes are in the unit that suits them`(bytes: Int, text: String) { #expect(RecordingsState.size(bytes) == text) }
}
