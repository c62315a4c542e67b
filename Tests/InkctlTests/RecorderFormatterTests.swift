import InkProtocol
import Testing

@testable import inkctl

@Suite("The state of a recording")
struct RecorderFormatterTests {
    @Test("that something is recorded is the first thing told, in capitals")
    func story() {
        var state = RecorderInterface.State(devices: [], frames: 0, lost: 0, bytes: 0)
        #expect(RecorderFormatter(state).lines == ["Nothing is recorded."])
        state.recording = "2026-11-22-101500"
        (state.frames, state.bytes, state.lost, state.paused) = (12, 4000, 1, .password)
        #expect(
            RecorderFormatter(state).lines == [
                "RECORDING: 2026-11-22-101500 (12 frames, 4 kB)", "Paused: a field for a password has the focus.",
                "Missing: 1 frame that came too fast.",
            ])
        let other = RecorderInterface.State(recording: "x", user: 1001, devices: [1], frames: 0, lost: 0, bytes: 0)
        #expect(
            RecorderFormatter.lines(.init(state: .init(devices: [], frames: 0, lost: 0, bytes: 0), others: [other])).last
                == "RECORDING: user 1001 records devices that you may use.")
    }
}
