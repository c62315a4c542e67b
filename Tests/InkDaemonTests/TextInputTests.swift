import Editing
import Evdev
import Foundation
import Ink
import InkClient
import InkProtocol
import InkTestSupport
import ModelStore
import PenLog
import Recognition
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Text for the field that has the focus")
    struct TextInputTests {
        typealias Interface = TextInputInterface
        /// Reads, if nothing sensible.
        static let tiny = projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors"

        @Test("takes the pen while the field has the focus, and gives it back after that")
        func capture() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            _ = try TestPen(in: daemon)
            let method = try Method(daemon)
            #expect(method.status.enabled && !method.status.captured && method.status.inputMethod == nil)
            let focused = try method.focus(.text)
            #expect(focused.captured && focused.inputMethod == "test" && focused.purpose == .text)
            #expect(try method.next(.status)?.status == focused)
            #expect(try method.client.setPen(enabled: false).captured == false)
            #expect(try method.client.setPen(enabled: nil).captured)
            #expect(try method.unfocus().captured == false)
            for purpose in [Interface.Purpose.password, .none] { #expect(try method.focus(purpose).captured == false) }
            #expect(try method.capture(.exclusive).captured)
            #expect(try method.unfocus().captured)
            #expect(try method.capture(.passive).captured == false)
        }

        @Test("says when a pen is near")
        func near() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            #expect(method.status.near == false)
            _ = try method.focus(.terminal)
            try pen.come()
            #expect(try method.next(.status) { $0.status?.near == true } != nil)
            try pen.go()
            #expect(try method.next(.status) { $0.status?.near == false } != nil)
            // whatever has the focus, and whether the pen writes or points
            _ = try method.unfocus()
            try pen.come()
            #expect(try method.next(.status) { $0.status?.near == true } != nil)
            #expect(try daemon.connect().textInputStatus().near == true)
        }

        @Test("takes nothing of a stroke that is void, nor of its rest")
        func cancelled() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            try pen.come()
            try pen.stroke()
            try pen.move([(30, 20), (32, 26)])
            _ = try method.client.call(Interface.CancelStroke.self, .init(session: method.session))
            try pen.move([(32, 26), (34, 20)])
            try pen.lift()
            #expect(try pen.strokes() == [0, 1])
            try pen.stroke()
            try pen.go()
            #expect(try pen.strokes() == [0, 2])
        }

        @Test("tells of long strokes as of keys, and keeps nothing of them; what is switched off is ink")
        func longStrokes() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            let strokes: [(kind: String, corners: [(x: Double, y: Double)])] = [
                ("space", [(30, 30), (70, 31)]), ("backspace", [(70, 30), (30, 29)]), ("newline", [(70, 20), (69, 40), (40, 41)]),
                ("undo", [(80, 30), (40, 31), (78, 32)]),
            ]
            for (kind, corners) in strokes {
                try pen.come()
                try pen.draw(corners)
                try pen.go()
                let gesture = try #require(try method.next(.gesture)?.gesture)
                #expect(gesture.kind == kind && gesture.taken && gesture.words.isEmpty)
                #expect(try pen.strokes() == [0, 0])
            }
            try method.switchOff("gesture.undo", in: daemon)
            try pen.come()
            try pen.draw(strokes[3].corners)
            try pen.go()
            #expect(try pen.strokes() == [0, 1])
        }

        @Test("is written with a pen that comes while its field has the focus", .timeLimit(.minutes(30)))
        func newPen() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            let pen = try TestPen(in: daemon)
            // as a live pen does once it is read
            try daemon.onLoop { daemon in
                if let session = daemon.parts.deviceRegistry[pen.id] { daemon.parts.text.followSeat(session) }
            }
            try pen.come()
            try pen.draw([(30, 30), (70, 31)])
            try pen.go()
            #expect(try method.next(.gesture)?.gesture?.kind == "space")
            #expect(try pen.strokes() == [0, 0])
        }

        @Test("gets nothing that was meant for the field before, nor anything behind a lock", .timeLimit(.minutes(30)))
        func stale() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            let method = try Method(daemon)
            /// The present target, and its field.
            func target() throws -> TextTarget {
                try #require(try daemon.onLoop { $0.parts.text.seats["seat0"]?.target })
            }
            /// As a workspace sends it that does not know of later changes.
            func send(_ kind: String, to target: TextTarget) throws {
                try daemon.onLoop {
                    let gesture = TextInputInterface.Gesture(kind: kind, words: [], taken: true)
                    let event = TextInputInterface.Event(sequence: 0, change: .gesture, gesture: gesture, field: target.field)
                    $0.parts.text.send(event, to: .field(target), on: "seat0", of: nil)
                }
            }
            func lock(_ isLocked: Bool) throws {
                try daemon.onLoop { daemon in
                    for seat in daemon.parts.text.seats.all.values { daemon.parts.text.update(seat) { seat.isLocked = isLocked } }
                }
            }
            _ = try method.focus(.text)
            let first = try target()
            _ = try method.unfocus()
            try send("unfocused", to: first)
            _ = try method.focus(.text)
            try send("before", to: first)
            let second = try target()
            try lock(true)
            try send("locked", to: second)
            try lock(false)
            try send("present", to: second)
            let gestures = try method.events(until: .gesture).filter { $0.change == .gesture }
            #expect(gestures.map(\.gesture?.kind) == ["present"] && gestures.first?.field == second.field)
        }

        @Test("knows its context and its caret until the focus goes, whoever asks", .timeLimit(.minutes(30)))
        func context() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            _ = try TestPen(in: daemon)
            let method = try Method(daemon)
            /// The text before the caret, as the pen's workspace uses it.
            func context() throws -> [String] {
                let editors: @Sendable (isolated Daemon) -> [EditorHandle] = {
                    $0.parts.deviceRegistry.sessions.values.compactMap(\.textEditor)
                }
                return try daemon.read(editors) { $0.reading.hints.preContext }
            }
            _ = try method.client.call(Interface.SetContext.self, .init(session: method.session, preContext: "nothing has the focus"))
            _ = try method.focus(.text, before: "Dear")
            #expect(try context() == ["Dear"])
            _ = try method.client.call(Interface.SetContext.self, .init(session: method.session, preContext: "Dear all"))
            #expect(try context() == ["Dear all"])
            _ = try method.client.call(
                Interface.Take.self, .init(session: method.session, editor: "none", strokes: [], text: ", hello", keep: false))
            #expect(try context() == ["Dear all, hello"])
            // another session has the seat now
            let other = try Method(daemon)
            _ = try other.focus(.email)
            _ = try method.client.call(Interface.SetContext.self, .init(session: method.session, preContext: "unseen"))
            #expect(try context() == [""])
            _ = try other.unfocus()
            #expect(try context() == ["unseen"])
        }

        /// The models that come with inkd.
        private static let models = projectRoot + "/models"
        private static let hasModels = FileManager.default.fileExists(atPath: models + "/characters/ja.safetensors")

        @Test(
            "is read as characters, or as emoji, where the field's language says so, and its ink goes when it is taken",
            .enabled(if: hasModels, "needs the models that come with inkd"))
        func charactersAndEmoji() throws {
            let daemon = try RunningDaemon(model: Self.tiny) { $0.models = Self.models }
            try daemon.wait("models") { !$0.shared.models.catalog.tags.isEmpty }
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            func write(_ strokes: [[(x: Double, y: Double)]]) throws -> Interface.Reading? {
                try pen.come()
                for stroke in strokes { try pen.draw(stroke) }
                try pen.go()
                return try method.next(.reading) { $0.reading?.final == true && $0.reading?.text.isEmpty == false }?.reading
            }
            _ = try method.focus(.text, language: "ja")
            // 三, whose bars are far from one another, and 日
            let three: [[(x: Double, y: Double)]] = [[(22, 20), (28, 20)], [(23, 25), (27, 25)], [(20, 31), (30, 31)]]
            let sun: [[(x: Double, y: Double)]] = [
                [(36, 20), (36, 32)], [(36, 20), (44, 20), (44, 32)], [(36, 26), (44, 26)], [(36, 31), (44, 31)],
            ]
            let reading = try #require(try write(three + sun))
            #expect(reading.text == "三日" && reading.words.map(\.text) == ["三", "日"] && reading.strokes == Array(1...7))
            #expect(reading.words.allSatisfy { $0.candidates.count == 10 } && reading.words.map(\.strokes) == [[1, 2, 3], [4, 5, 6, 7]])
            try method.take(reading, keep: true)
            #expect(try pen.strokes() == [0, 0])
            // in the same place: it carries nothing on
            #expect(try write(three)?.text == "三")

            _ = try method.unfocus()
            _ = try method.focus(.text, language: "zxx-Zsye-x-emoji")
            var ladder: [[(x: Double, y: Double)]] = [[(30, 20), (30, 62)], [(42, 20), (42, 62)]]
            for rung in 1...5 {
                let y = 20 + Double(rung) * 7
                ladder.append([(30, y), (42, y)])
            }
            let emoji = try #require(try write(ladder))
            #expect(emoji.words.count == 1 && emoji.words.first?.candidates.count == 5)
            #expect(emoji.words.first?.candidates.contains("🪜") == true)
        }
    }
}
