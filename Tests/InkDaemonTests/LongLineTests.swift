import Editing
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon

extension DaemonTests {
    @Suite("A line that is too long to be read")
    struct LongLineTests {
        private static let tiny = projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors"

        @Test("is refused with an event that says so, its editor becomes idle, and the next line is read")
        func lineTooLong() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            try daemon.wait("the recogniser") { $0.hubs.shared.models.problem == nil }
            let client = try daemon.connect()
            let editor = try client.newEditor(.text)
            let watch = try daemon.connect().watchEditors(editor)
            #expect(try watch.next(timeout: .patience)?.change == .present)
            // one line of three long strokes, each of which may be added; no sample can be left out where every one is a corner
            let strokes = (0..<3).map { number in
                InkInterface.NewStroke(
                    x: (0..<10_000).map { 5 + Double(number) / 4 + Double($0) / 64 }, y: (0..<10_000).map { 20 + Double($0 % 2) * 4 })
            }
            try client.addStrokes(strokes, to: editor)
            var problem: EditorInterface.Problem?
            while problem == nil, let event = try watch.next(timeout: .patience) { problem = event.error }
            #expect(problem?.reason == "LineTooLong")
            #expect(problem?.message.contains("20000 samples") == true)
            let state = try client.waitForIdle(editor, timeout: .patience)
            #expect(state.idle && state.strokes == 3 && state.text == "")
            // what is written elsewhere is read as ever
            try client.addStrokes([client.stroke(20, 150), client.stroke(24, 150)], to: editor)
            var line: EditorInterface.Line?
            while line == nil, let event = try watch.next(timeout: .patience) {
                if let read = event.line, read.box.y > 100 { line = read }
            }
            #expect(line != nil)
            #expect(try client.waitForIdle(editor, timeout: .patience).idle)
        }
    }
}
