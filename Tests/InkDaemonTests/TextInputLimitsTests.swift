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

extension DaemonTests.TextInputTests {
    @Test("keeps the ink of what is in the field until something else is written, or the field goes")
    func kept() throws {
        let daemon = try RunningDaemon(model: Self.tiny)
        let pen = try TestPen(in: daemon)
        let method = try Method(daemon)
        _ = try method.focus(.text)
        let name = try #require(
            try daemon.onLoop { daemon in daemon.parts.deviceRegistry.sessions.values.compactMap { $0.textEditor?.name }.first })
        func take(_ strokes: [Int], keep: Bool) throws {
            _ = try method.client.call(
                Interface.Take.self,
                .init(session: method.session, editor: name, strokes: strokes, text: keep ? "hi" : "", keep: keep))
        }
        func write(_ x: Double, _ y: Double = 20) throws {
            try pen.come()
            try pen.draw([(x, y), (x + 2, y + 6), (x + 4, y)])
            try pen.go()
        }
        try write(20)
        try take([1], keep: true)
        #expect(try pen.strokes() == [0, 1])
        // what stands to the right carries it on, what is written over it does not
        try write(26)
        #expect(try pen.strokes() == [0, 2])
        try take([2], keep: true)
        try write(20)
        #expect(try pen.strokes() == [0, 1])
        try take([3], keep: true)
        // of another line
        try write(20, 60)
        #expect(try pen.strokes() == [0, 2])
        try take([4], keep: true)
        #expect(try pen.strokes() == [0, 1])
        try take([4], keep: false)
        #expect(try pen.strokes() == [0, 0])
        try write(20)
        try take([5], keep: true)
        _ = try method.unfocus()
        #expect(try pen.strokes() == [0, 0])
    }

    @Test("gives the pen back when the input method's connection ends")
    func gone() throws {
        let daemon = try RunningDaemon(model: Self.tiny)
        _ = try TestPen(in: daemon)
        var method: Method? = try Method(daemon)
        #expect(try method?.focus(.text).captured == true)
        let session = try #require(method?.session)
        method = nil
        let client = try daemon.connect()
        try daemon.wait("release") {
            $0.parts.deviceRegistry.sessions.values.allSatisfy { !$0.service.capture.isCaptured && $0.textEditor == nil }
        }
        #expect(try client.textInputStatus().inputMethod == nil)
        #expect(refusal(Interface.NoSuchSession.self) { _ = try client.call(Interface.Unfocus.self, .init(session: session)) } != nil)
    }

    @Test("tells those who come later where the caret of the field is, as long as the field has the focus")
    func caret() throws {
        let daemon = try RunningDaemon(model: Self.tiny)
        let method = try Method(daemon)
        _ = try method.focus(.text)
        let caret = Interface.Caret(x: 270, y: 470, width: 1, height: 20)
        _ = try method.client.call(Interface.SetCaret.self, .init(session: method.session, caret: caret))
        // the same field is for something else now
        _ = try method.focus(.email)
        #expect(try daemon.connect().watchTextInput().next(timeout: .patience)?.caret == caret)
        _ = try method.unfocus()
        _ = try method.focus(.text)
        let present = try daemon.connect().watchTextInput().next(timeout: .patience)
        #expect(present?.change == .present && present?.caret == nil)
    }

    @Test("shows an input method's candidates to those who ask for them, and says whether there is one")
    func candidates() throws {
        let daemon = try RunningDaemon(model: Self.tiny)
        let method = try Method(daemon)
        _ = try method.focus(.text)
        func show(_ candidates: [String], session: Int) throws -> Bool {
            try method.client.call(Interface.ShowCandidates.self, .init(session: session, candidates: candidates, selected: 1)).shown
        }
        let other = try daemon.connect().watchTextInput()
        #expect(try other.next(timeout: .patience)?.change == .present)
        #expect(try !show(["we", "me"], session: method.session))
        let watch = try daemon.connect().watchTextInput(display: true)
        #expect(try watch.next(timeout: .patience)?.change == .present)
        #expect(try show(["we", "me"], session: method.session))
        let event = try watch.next(timeout: .patience)
        #expect(event?.change == .candidates && event?.candidates == ["we", "me"] && event?.selected == 1)
        // no more than keys can choose, and nothing that fills a screen
        #expect(try show(Array(repeating: String(repeating: "m", count: 1000), count: 500), session: method.session))
        #expect(try watch.next(timeout: .patience)?.candidates == Array(repeating: String(repeating: "m", count: 100), count: 9))
        #expect(try show([], session: method.session))
        #expect(try watch.next(timeout: .patience)?.candidates == [])
        func say(_ words: String) throws -> Bool {
            try method.client.call(Interface.ShowMessage.self, .init(session: method.session, message: words)).shown
        }
        #expect(try say("Only the last word can be edited."))
        let message = try watch.next(timeout: .patience)
        #expect(message?.change == .message && message?.text == "Only the last word can be edited.")
        #expect(try say(String(repeating: "a", count: 5000)))
        #expect(try watch.next(timeout: .patience)?.text?.count == 300)
        // of a session that has not the seat nothing is shown
        let second = try Method(daemon)
        _ = try second.focus(.text)
        #expect(try !show(["we"], session: method.session))
        #expect(throws: ClientError.self) { try show(["we"], session: second.session + 1) }
        _ = try method.focus(.text)
        // who did not ask got none
        var changes: [Interface.Change] = []
        while let event = try other.nextIfAvailable() { changes.append(event.change) }
        #expect(!changes.contains(.candidates) && !changes.contains(.message))
    }

    @Test("hears what the user wishes of it, and nobody does where no field has the focus")
    func wishes() throws {
        let daemon = try RunningDaemon(model: Self.tiny)
        let method = try Method(daemon)
        #expect(try daemon.connect().ask(.restore).purpose == nil)
        _ = try method.focus(.text)
        #expect(try daemon.connect().ask(.restore).purpose == .text)
        #expect(try method.next(.action)?.action == .restore)
        #expect(throws: ClientError.self) { try daemon.connect().ask(.undo, seat: "seat9") }
    }

    @Test("hears which candidate was clicked, while it has the seat")
    func choice() throws {
        let daemon = try RunningDaemon(model: Self.tiny)
        let method = try Method(daemon)
        let client = try daemon.connect()
        func choose(_ index: Int, on seat: String? = nil) throws -> Interface.Purpose? {
            try client.call(Interface.Choose.self, .init(seat: seat, index: index)).status.purpose
        }
        #expect(try choose(0) == nil)
        _ = try method.focus(.text)
        #expect(try choose(2) == .text)
        #expect(try method.next(.chosen)?.selected == 2)
        #expect(throws: ClientError.self) { try choose(1, on: "seat9") }
    }

    @Test("keeps nothing of what is written into a password, or where nothing has the focus")
    func secrets() throws {
        let daemon = try RunningDaemon(model: Self.tiny)
        let pen = try TestPen(in: daemon)
        let method = try Method(daemon)
        try pen.visit(strokes: 2)
        #expect(try pen.strokes() == [0, 0])
        _ = try method.focus(.password)
        try pen.visit(strokes: 2)
        #expect(try pen.strokes() == [0, 0])
        _ = try method.focus(.text)
        try pen.visit(strokes: 2)
        #expect(try pen.strokes() == [0, 2])
        #expect(try method.next(.strokeBegan) != nil)
        // what was meant for one field does not go into the next
        _ = try method.unfocus()
        #expect(try pen.strokes() == [0, 0])
    }

    @Test("takes no ink from a visit of the pen that began before the field had the focus")
    func clicked() throws {
        let daemon = try RunningDaemon(model: Self.tiny)
        let pen = try TestPen(in: daemon)
        let method = try Method(daemon)
        try pen.come()
        #expect(try method.focus(.text).captured == false)
        try pen.stroke()
        #expect(try pen.strokes() == [0, 0])
        try pen.go()
        #expect(try method.client.textInputStatus().captured)
        try pen.visit(strokes: 1)
        #expect(try pen.strokes() == [0, 1])
    }

    @Test("lets the pen point for one visit after its lower button was pressed")
    func button() throws {
        let daemon = try RunningDaemon(model: Self.tiny)
        let pen = try TestPen(in: daemon)
        let method = try Method(daemon)
        _ = try method.focus(.text)
        try pen.come()
        try pen.press()
        try pen.letGo()
        try pen.stroke()
        try pen.go()
        let status = try method.client.textInputStatus()
        #expect(status.passing && !status.captured)
        try pen.visit(strokes: 1)
        #expect(try pen.strokes() == [0, 0])
        #expect(try method.client.textInputStatus().captured)
        try pen.visit(strokes: 1)
        #expect(try pen.strokes() == [0, 1])
    }

    @Test("leaves the pen to everybody where nothing can be read")
    func unreadable() throws {
        let daemon = try RunningDaemon()
        _ = try TestPen(in: daemon)
        try daemon.wait("problem") { $0.shared.models.problem != nil }
        #expect(try Method(daemon).focus(.text).captured == false)
    }

    @Test("is in no editor that others see")
    func hidden() throws {
        let daemon = try RunningDaemon(model: Self.tiny)
        let pen = try TestPen(in: daemon)
        let method = try Method(daemon)
        _ = try method.focus(.text)
        try pen.visit(strokes: 1)
        let name = try #require(
            try daemon.onLoop { daemon in daemon.parts.deviceRegistry.sessions.values.compactMap { $0.textEditor?.name }.first })
        let client = try daemon.connect()
        #expect(try client.editors().map(\.editor).contains(name) == false)
        #expect(refusal(EditorInterface.NoSuchEditor.self) { _ = try client.state(of: name) } != nil)
    }

    @Test("of an unplugged tablet ends as it was read last; one plugged in later writes at once")
    func plugging() throws {
        let daemon = try RunningDaemon(model: Self.tiny)
        let method = try Method(daemon)
        #expect(try method.focus(.text).captured == false)
        let live = try LivePen(.pen, in: daemon)
        try daemon.wait("capture") { $0.parts.deviceRegistry.sessions.values.contains { $0.service.capture.isCaptured } }
        live.unplug()
        try daemon.wait("end") { $0.parts.deviceRegistry.sessions.isEmpty }
        #expect(try method.client.textInputStatus().captured == false)
    }

    @Test("is for one input method at a time: the one whose field got the focus last")
    func two() throws {
        let daemon = try RunningDaemon(model: Self.tiny)
        _ = try TestPen(in: daemon)
        let first = try Method(daemon, name: "first")
        let second = try Method(daemon, name: "second")
        #expect(try first.capture(.exclusive).inputMethod == "first")
        #expect(try second.focus(.text).inputMethod == "second")
        #expect(try first.focus(.email).inputMethod == "first")
        #expect(try first.unfocus().inputMethod == "second")
        #expect(try second.unfocus().inputMethod == "first")
    }

    @Test(
        "refuses sessions, seats and languages that are not there, and more sessions than a seat has room for"
    )
    func refusals() throws {
        let daemon = try RunningDaemon(model: Self.tiny)
        let method = try Method(daemon)
        let client = try daemon.connect()
        #expect(
            refusal(Interface.NoSuchSession.self) { _ = try client.call(Interface.Unfocus.self, .init(session: 99)) }?.session == 99)
        #expect(refusal(Interface.NoSuchSeat.self) { _ = try client.textInputStatus(seat: "../x") }?.seat == "../x")
        let unknown = refusal(Interface.UnknownLanguage.self) {
            _ = try client.call(Interface.Focus.self, .init(session: method.session, purpose: .text, language: "tlh"))
        }
        #expect(unknown?.language == "tlh")
        let others = try (1..<TextSeat.limit / 2).map { _ in try Method(daemon) }
        let crowd = try daemon.connect().attachInputMethod(named: "one more")
        #expect(refusal(Interface.TooManySessions.self) { _ = try crowd.next(timeout: .patience) }?.limit == others.count + 1)
    }
}
