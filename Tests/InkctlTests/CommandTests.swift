import ArgumentParser
import Foundation
import Ink
import InkClient
import InkProtocol
import Recognition
import Testing

@testable import inkctl

@Suite("Commands")
struct CommandTests {
    @Test("without tablets the list says what to do")
    func noDevices() {
        #expect(DevicesCommand.lines([]) == ["No tablets. Plug one in; `inkctl watch` shows new tablets."])
    }

    @Test("devices are a table")
    func devices() {
        var touch = WatchFormatterTests.device(2, name: "Wacom One Finger", width: nil)
        touch.kind = .touch
        (touch.pressure, touch.tilt, touch.editor, touch.pairedWith) = (false, false, nil, 1)
        #expect(
            DevicesCommand.lines([WatchFormatterTests.device(1), touch]) == [
                "ID  KIND   NAME              SIZE          REPORTS         PAIRED WITH  EDITOR",
                " 1  pen    Wacom One         216 × 135 mm  pressure, tilt  –            pen0",
                " 2  touch  Wacom One Finger  size unknown  –               1            –",
            ])
    }

    @Test("of a pad the table has its controls, with the action that each has")
    func pad() {
        var pad = WatchFormatterTests.device(3, name: "Wacom One Pad", width: nil)
        (pad.kind, pad.pressure, pad.tilt, pad.editor, pad.pairedWith) = (.pad, false, false, nil, 1)
        pad.controls = [.init(name: "A", action: "undo"), .init(name: "B"), .init(name: "ring", action: "candidates")]
        #expect(DevicesCommand.lines([pad]).last == " 3  pad   Wacom One Pad  –     A: undo, B, ring: candidates  1            –")
        pad.controls = []
        #expect(DevicesCommand.lines([pad]).last == " 3  pad   Wacom One Pad  –     –        1            –")
    }

    @Test("which tablets are closed is told with the reason, and whether some are not known yet")
    func pauses() throws {
        let locked = DevicesInterface.Seat(name: "seat0", paused: .locked, unopened: 0)
        let text = "PAUSED: The tablets of seat0 are closed: the session is locked."
        #expect(DevicesCommand.lines([WatchFormatterTests.device(1)], [locked]).last == text)
        #expect(DevicesCommand.lines([WatchFormatterTests.device(1)], [.init(name: "seat0", unopened: 0)]).count == 2)
        #expect(
            DevicesCommand.lines([], [.init(name: "seat1", paused: .inactive, unopened: 1)]) == [
                "PAUSED: The tablets of seat1 are closed: your session is not active there. 1 device plugged in meanwhile will be identified afterwards."
            ])
        let state = RecorderInterface.State(devices: [], frames: 0, lost: 0, bytes: 0)
        let lines = StatusCommand.lines(.init(state: state, others: []), [], [locked], PenCommandTests.status())
        #expect(lines[1] == text)
        let json = try StatusCommand.text(
            .init(state: state, others: []), [WatchFormatterTests.device(1)], [locked], PenCommandTests.status())
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(Set(object.keys) == ["devices", "recorder", "seats", "textInput"])
        #expect((object["devices"] as? [[String: Any]])?.first?["id"] as? Int == 1 && (object["seats"] as? [Any])?.count == 1)
        #expect((object["textInput"] as? [String: Any])?["enabled"] as? Bool == true)
    }

    @Test("an editor need not be named if it is the only one")
    func onlyEditor() throws {
        #expect(try EditorOptions.only(["pen0"]) == "pen0")
        #expect(throws: InkctlError.noEditor) { try EditorOptions.only([]) }
        #expect(throws: InkctlError.severalEditors(["pen0", "pen1"])) { try EditorOptions.only(["pen0", "pen1"]) }
    }

    @Test("refusals are explained")
    func refusals() {
        let error = ClientError.refused(name: EditorInterface.NothingToUndo.name, parameters: .object(["editor": .string("pen0")]))
        #expect(error.explanation == "pen0 has nothing to undo.")
    }

    @Test("--json and --plain exclude each other, and counts have limits")
    func validation() {
        #expect(throws: (any Error).self) { try WatchCommand.parse(["--json", "--plain"]) }
        #expect(throws: (any Error).self) { try RecognizeCommand.parse(["--alternatives", "0"]) }
        #expect(throws: (any Error).self) { try EvaluateCommand.parse(["--limit", "0", "file"]) }
    }

    @Test("a bar is as long as it should be for any number", arguments: [-1, 0, 0.5, 1, 7, Double.nan, .infinity])
    func bar(fraction: Double) {
        #expect(ProgressBar.bar(fraction, width: 10).count == 10)
    }

    @Test("that something is recorded is the first thing told, in capitals")
    func recorder() {
        var state = RecorderInterface.State(devices: [], frames: 0, lost: 0, bytes: 0)
        #expect(RecorderFormatter(state).lines == ["Nothing is being recorded."])
        state.recording = "2026-11-22-101500"
        (state.frames, state.bytes, state.lost, state.paused) = (12, 4000, 1, .password)
        #expect(
            RecorderFormatter(state).lines == [
                "RECORDING: 2026-11-22-101500 (12 frames, 4 kB)", "Paused: a password field has the focus.",
                "Lost: 1 frame that arrived too fast.",
            ])
        let other = RecorderInterface.State(recording: "x", user: 1001, devices: [1], frames: 0, lost: 0, bytes: 0)
        #expect(
            RecorderFormatter.lines(.init(state: .init(devices: [], frames: 0, lost: 0, bytes: 0), others: [other])).last
                == "RECORDING: User 1001 is recording devices that you may use.")
    }
}
