import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("Whether an input method reads its events") struct ReadingPulseTests {
    private let second: UInt64 = 1_000_000

    @Test func `One that reads everything within five seconds is not stuck`() {
        var pulse = ReadingPulse()
        #expect(!pulse.isWaiting)
        for step in 0..<100 {
            let now = UInt64(step) * 3 * second
            pulse.sends(hasUnread: false, at: now)
            #expect(pulse.isWaiting)
            let isStuckAlready = pulse.look(hasUnread: true, patience: 5 * second, at: now + second)
            #expect(!isStuckAlready)
        }
        let hasRecovered = pulse.look(hasUnread: false, patience: 5 * second, at: 400 * second)
        #expect(!hasRecovered)
        #expect(!pulse.isStuck && !pulse.isWaiting)
    }

    @Test func `One that leaves an event unread for five seconds is stuck until it has read all`() {
        var pulse = ReadingPulse()
        pulse.sends(hasUnread: false, at: 10 * second)
        pulse.sends(hasUnread: true, at: 14 * second)
        let isEarly = pulse.look(hasUnread: true, patience: 5 * second, at: 15 * second - 1)
        #expect(!isEarly)
        let isDue = pulse.look(hasUnread: true, patience: 5 * second, at: 15 * second)
        #expect(isDue)
        #expect(pulse.isStuck)
        let isAgain = pulse.look(hasUnread: true, patience: 5 * second, at: 75 * second)
        #expect(!isAgain)
        #expect(pulse.isWaiting)
        let isBack = pulse.look(hasUnread: false, patience: 5 * second, at: 76 * second)
        #expect(isBack)
        #expect(!pulse.isStuck && !pulse.isWaiting)
    }
}

extension DaemonTests {
    @Suite("An input method that has stopped")
    struct StuckInputMethodTests {
        private static let tiny = projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors"

        @Test("loses the pen, and has it again when it reads")
        func stopped() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            #expect(try method.focus(.text).captured)
            // the status that came of the focus is unread
            try daemon.onLoop { $0.parts.pulses.patience = 1000 }
            let other = try daemon.connect()
            while try other.textInputStatus().captured {}
            #expect(try other.textInputStatus().inputMethod == nil)
            // the pen points: nothing is written with it
            try pen.visit(strokes: 1)
            #expect(try pen.strokes() == [0, 0])
            try daemon.onLoop { $0.parts.pulses.patience = .max / 2 }
            // the status of the focus, and then the one that it gets because it has read everything
            #expect(try method.next(.status) { $0.status?.captured == true } != nil)
            #expect(try method.next(.status) { $0.status?.captured == true } != nil)
            #expect(try other.textInputStatus().captured)
            try pen.visit(strokes: 1)
            #expect(try pen.strokes() == [0, 1])
        }
    }
}
