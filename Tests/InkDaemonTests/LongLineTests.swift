import Editing
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("A line that is too long to be read")
    struct LongLineTests {
        private static let tiny = projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors"

        @Test("is refused with an event that says so, its editor becomes idle, and the next line is read")
        func lineTooLong() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            try daemon.wait("the recognizer") { $0.shared.models.problem == nil }
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

    @Suite("Ink that nobody opened a package for")
    struct ForgottenInkTests {
        @Test("is kept up to ink.limit; above it watchers are told how much of the oldest is gone")
        func forgotten() throws {
            let daemon = try RunningDaemon()
            let pen = try TestPen(in: daemon)
            let client = try daemon.connect()
            let editor = try #require(try client.editors().first?.editor)
            try client.setConfiguration("ink.limit", to: .number(1000), of: editor)
            let watch = try daemon.connect().watchEditors(editor)
            #expect(try watch.next(timeout: .patience)?.change == .present)
            // corners cannot be left out of a path
            let zigzag = (0..<30).map { (x: 10 + Double($0) * 2, y: $0 % 2 == 0 ? 20.0 : 30) }
            var (drawn, problem) = (0, EditorInterface.Problem?.none)
            while problem == nil, drawn < 100 {
                try pen.come()
                try pen.draw(zigzag)
                try pen.go()
                drawn += 1
                // its editor has taken it in, and the loop has sent what came of it
                _ = try pen.strokes()
                try daemon.onLoop { _ in }
                while let event = try watch.nextIfAvailable() { problem = problem ?? event.error }
            }
            let count = try #require(problem?.count)
            #expect(problem?.reason == "InkForgotten" && count > 0 && count < drawn)
            #expect(try client.editors().first?.strokes == drawn - count)
        }

        @Test("is shared by the pens of a user where there are more than four, and each has all of it again when the others have gone")
        func shared() throws {
            let daemon = try RunningDaemon()
            func limits() throws -> [Int?] { try daemon.penInks().map(\.configuration.limits.ink) }
            let pens = try (0..<4).map { _ in try TestPen(in: daemon) }
            #expect(try limits() == Array(repeating: 250_000, count: 4))
            let more = try (0..<4).map { _ in try TestPen(in: daemon) }
            #expect(try limits() == Array(repeating: 125_000, count: 8))
            try daemon.onLoop { loop in for pen in more { loop.parts.devices.remove(pen.id) } }
            #expect(try limits() == Array(repeating: 250_000, count: 4))
            #expect(pens.count == 4)
        }
    }
}
