import Foundation
import Glibc
import InkProtocol
import InkTestSupport
import InputMethod
import Testing

@Suite(.timeLimit(.minutes(MachineSpeed.limit))) struct SessionTests {
    /// A session, and its results.
    private final class Front {
        private(set) var text = ""
        private(set) var messages: [String] = []
        private(set) var errors = 0
        private(set) var session: InputMethodSession?

        init(_ path: String, displays: (any DisplaySource)? = nil) {
            let session = InputMethodSession(name: "test", socket: path, displays: displays) { [unowned self] action in
                switch action {
                case .commit(let text): self.text += text
                case .showMessage(let message): messages.append(message)
                case .call: Issue.record("a call to inkd came to the front end")
                default: break
                }
            }
            session.onError = { [unowned self] _ in errors += 1 }
            self.session = session
        }

        /// Runs it until a condition holds, for at most a minute.
        func run(until isSo: () -> Bool) {
            let end = InputMethodSession.now + MachineSpeed.scaled(.seconds(60))
            while !isSo(), InputMethodSession.now < end {
                session?.process()
                usleep(2000)
            }
            #expect(isSo())
        }
    }

    private static func path() -> String { NSTemporaryDirectory() + "inkd-\(UUID().uuidString.prefix(8)).sock" }

    private static func reading(_ text: String, final: Bool = true) -> TextInputInterface.Event {
        .init(sequence: 2, change: .reading, reading: .sample(text, strokes: [1, 2], final: final))
    }

    @Test func `A word goes from inkd into the field, and inkd is told`() throws {
        let daemon = try DaemonDouble(path: Self.path())
        defer { daemon.kill() }
        let front = Front(daemon.path)
        front.session?.handle(.focusIn(.text))
        front.run { daemon.calls.contains("Focus -") }
        #expect(front.session?.status?.enabled == true)
        front.session?.handle(.surroundingText("", cursor: 0, anchor: 0))
        try daemon.tell(Self.reading("hello"))
        front.run { daemon.calls.last == "Take 'hello'" }
        #expect(front.text == "hello")
    }

    /// A desktop with one display.
    private final class Desktop: DisplaySource {
        var degrees: Int?
        var fileDescriptors: [Int32] { [] }
        func rotation() -> Int? { degrees }
        func locateWindow() {}
        func places() -> DesktopPlaces? { nil }
    }

    @Test func `inkd receives the rotation of the built-in display when it changes, and again after a restart`() throws {
        let path = Self.path()
        let (daemon, desktop) = (try DaemonDouble(path: path), Desktop())
        let front = Front(path, displays: desktop)
        front.run { front.session?.status != nil }
        for degrees in [0, 0, 90, 90, 270] {
            desktop.degrees = degrees
            front.run { daemon.calls.last == "SetDisplayRotation \(degrees)" }
        }
        #expect(daemon.calls.count { $0.hasPrefix("SetDisplayRotation") } == 3)
        daemon.kill()
        front.run { front.session?.status == nil }
        let next = try DaemonDouble(path: path)
        defer { next.kill() }
        front.run { next.calls.contains("SetDisplayRotation 270") }
    }

    @Test func `Of a field that has lost the focus only what is read late is heard`() throws {
        let daemon = try DaemonDouble(path: Self.path())
        defer { daemon.kill() }
        let front = Front(daemon.path)
        front.session?.handle(.focusIn(.text))
        front.run { daemon.calls.contains("Focus -") }
        front.session?.handle(.focusOut)
        try daemon.tell(.init(sequence: 2, change: .reading, reading: .sample("quick", strokes: [1, 2]), field: 1))
        try daemon.tell(.init(sequence: 3, change: .lateReading, reading: .sample("fox", strokes: [1, 2]), field: 1))
        front.run { front.session?.hasLost == true }
        front.session?.handle(.focusIn(.text))
        front.run { front.messages.last?.contains("“fox”") == true }
        #expect(front.text.isEmpty)
    }

    @Test func `A language that inkd does not know is left out`() throws {
        let daemon = try DaemonDouble(path: Self.path(), languages: ["de"])
        defer { daemon.kill() }
        let front = Front(daemon.path)
        front.session?.handle(.language("xx"))
        front.session?.handle(.focusIn(.text))
        front.run { daemon.calls.suffix(2) == ["Focus xx", "Focus -"] }
        front.session?.handle(.language("de"))
        front.run { daemon.calls.last == "Focus de" }
        #expect(front.errors == 0)
    }

    @Test func `inkd may come later, go in the middle of a word, and come back`() throws {
        let path = Self.path()
        let front = Front(path)
        front.session?.handle(.focusIn(.text))
        front.run { front.errors == 1 }
        #expect(front.session?.fileDescriptors.isEmpty == true)

        let first = try DaemonDouble(path: path)
        front.run { first.calls.contains("Focus -") }
        try first.tell(Self.reading("hel", final: false))
        front.run { front.session?.isComposing == true }
        first.kill()
        front.run { front.session?.status == nil }
        #expect(front.text == "hel", "it is what the user saw")
        #expect(front.messages.last?.contains("inkd stopped") == true)

        let second = try DaemonDouble(path: path)
        defer { second.kill() }
        front.run { second.calls == ["Attach", "Focus -"] }
        try second.tell(Self.reading(" world"))
        front.run { front.text == "hel world" }
        #expect(front.errors == 2)
    }

    @Test func `Keys do not wait for an inkd that has stopped`() throws {
        let daemon = try DaemonDouble(path: Self.path())
        defer { daemon.kill() }
        let front = Front(daemon.path)
        front.session?.handle(.focusIn(.text))
        front.run { daemon.calls.contains("Focus -") }
        try daemon.tellPen(isNear: true)
        front.run { front.session?.status?.near == true }
        daemon.isStopped = true
        // fewer calls than its socket holds: more of them end the session, which holds up no key either
        for count in 1...40 {
            front.session?.setCaret(.init(x: count, y: 2, width: 0, height: 9))
            front.session?.showCandidates(["a", "b"], selected: 0)
            front.session?.setPen(enabled: nil)
            #expect(front.session?.press(.character("a")) == false)
            front.session?.handle(.surroundingText(String(repeating: "a", count: count), cursor: count, anchor: count))
        }
        // each call would have waited for the one before, and the first of them would have been given up
        #expect(front.session?.status != nil && front.errors == 0)
        #expect(!daemon.calls.contains("SetContext"))
        daemon.isStopped = false
        front.run { daemon.calls.count { $0 == "SetCaret" } == 40 && daemon.calls.contains("SetContext") }
        #expect(front.errors == 0)
    }

    @Test func `Typing calls inkd for nothing while no pen is near`() throws {
        let daemon = try DaemonDouble(path: Self.path())
        defer { daemon.kill() }
        let front = Front(daemon.path)
        front.session?.handle(.focusIn(.text))
        front.run { daemon.calls.contains("Focus -") }
        let calls = daemon.calls
        for count in 1...40 {
            #expect(front.session?.press(.character("a")) == false)
            front.session?.handle(.surroundingText(String(repeating: "a", count: count), cursor: count, anchor: count))
            front.session?.setCaret(.init(x: count, y: 2, width: 0, height: 9))
            front.session?.process()
        }
        front.session?.setPen(enabled: nil)
        front.run { daemon.calls.contains("SetEnabled") }
        #expect(daemon.calls == calls + ["SetEnabled"])
    }

    @Test func `An answer that is overdue ends the session, and another begins when inkd goes on`() throws {
        let daemon = try DaemonDouble(path: Self.path())
        defer { daemon.kill() }
        let front = Front(daemon.path)
        front.session?.handle(.focusIn(.text))
        front.run { daemon.calls.contains("Focus -") }
        daemon.isStopped = true
        front.session?.handle(.focusOut)
        front.run { front.session?.status == nil }
        #expect(front.errors == 1)
        daemon.isStopped = false
        front.run { front.session?.status != nil }
    }

    @Test func `What comes while the focus changes is heard once inkd has said which field it is for`() throws {
        let daemon = try DaemonDouble(path: Self.path())
        defer { daemon.kill() }
        let front = Front(daemon.path)
        front.session?.handle(.focusIn(.text))
        front.run { daemon.calls.contains("Focus -") }
        daemon.isStopped = true
        front.session?.handle(.focusIn(.text))
        front.session?.handle(.surroundingText("", cursor: 0, anchor: 0))
        try daemon.tell(.init(sequence: 2, change: .reading, reading: .sample("hello", strokes: [1, 2]), field: 1))
        try daemon.tell(.init(sequence: 3, change: .reading, reading: .sample("other", line: 2, strokes: [3, 4]), field: 9))
        for _ in 0..<50 { front.session?.process() }
        #expect(front.text.isEmpty)
        daemon.isStopped = false
        front.run { front.text == "hello" }
    }

    @Test func `The caret's place is sent when a pen is near, and the last one alone`() throws {
        let daemon = try DaemonDouble(path: Self.path())
        defer { daemon.kill() }
        let front = Front(daemon.path)
        front.session?.handle(.focusIn(.text))
        front.run { daemon.calls.contains("Focus -") }
        for x in 1...20 { front.session?.setCaret(.init(x: x, y: 0, width: 0, height: 9)) }
        front.session?.handle(.focusIn(.text))
        front.run { daemon.calls.count { $0 == "Focus -" } == 2 }
        #expect(!daemon.calls.contains("SetCaret"))
        try daemon.tellPen(isNear: true)
        front.run { daemon.calls.contains("SetCaret") }
        #expect(daemon.calls.count { $0 == "SetCaret" } == 1)
    }
}
