import ArgumentParser
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
        #expect(DevicesCommand.lines([]) == ["No tablets. Plug one in; `inkctl watch` shows it when it appears."])
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

    @Test("an editor need not be named if it is the only one")
    func onlyEditor() throws {
        #expect(try EditorOptions.only(["pen0"]) == "pen0")
        #expect(throws: InkctlError.noEditor) { try EditorOptions.only([]) }
        #expect(throws: InkctlError.severalEditors(["pen0", "pen1"])) { try EditorOptions.only(["pen0", "pen1"]) }
    }

    @Test("refusals are explained")
    func refusals() {
        let error = ClientError.refused(name: EditorInterface.NothingToUndo.name, parameters: .object(["editor": .string("pen0")]))
        #expect(error.explanation == "pen0 has nothing to undo")
    }

    @Test("--json and --plain exclude each other, and counts have limits")
    func validation() {
        #expect(throws: (any Error).self) { try WatchCommand.parse(["--json", "--plain"]) }
        #expect(throws: (any Error).self) { try RecognizeCommand.parse(["--alternatives", "0"]) }
        #expect(throws: (any Error).self) { try EvaluateCommand.parse(["--limit", "0", "file"]) }
    }
}
