import Dispatch
import Evdev
import Foundation
import Glibc
import Ink
import InkClient
import InkProtocol
import PenLog
import System
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("What was finished when its field lost the focus", .enabled(if: hasModel, "no model: set INKD_MODEL to a .safetensors file"))
    struct LateReadingTests {
        private static let sentence = sampleText.trimmingCharacters(in: .whitespacesAndNewlines)

        @Test("is read and told to the session that had the field alone, without the stroke under way")
        func told() throws {
            let desk = try Desk()
            let other = try Method(desk.daemon, name: "other")
            let watch = try desk.daemon.connect().watchTextInput()
            let field = try #require(try desk.method.focus(.text).field)
            let gate = try Gate(desk.daemon)
            try desk.write()
            try desk.pen.come()
            try desk.pen.move([(60, 40), (62, 46)])
            _ = try desk.method.unfocus()
            #expect(try desk.pen.strokes() == [0, 0])
            try desk.pen.lift()
            gate.open()
            let late = try #require(try desk.method.next(.lateReading))
            let reading = try #require(late.reading)
            #expect(late.field == field && reading.final && reading.text == Self.sentence)
            #expect(reading.strokes == Array(1...desk.strokeCount))
            #expect(Set(reading.words.flatMap(\.strokes)) == Set(reading.strokes))
            #expect(reading.words.allSatisfy { $0.candidates.first == $0.text })
            #expect(try desk.pen.strokes() == [0, 0] && desk.waiting() == 0)
            _ = try other.focus(.email)
            let isEmail = { (event: TextInputInterface.Event) in event.status?.purpose == .email }
            #expect(try other.events(until: .status, where: isEmail).allSatisfy { $0.change != .lateReading })
            var seen: [TextInputInterface.Event] = []
            while seen.last.map(isEmail) != true, let event = try watch.next(timeout: .patience) { seen.append(event) }
            #expect(seen.allSatisfy { $0.change != .lateReading && $0.reading == nil })
        }

        @Test("and is read already is told once more")
        func readAlready() throws {
            let desk = try Desk()
            let field = try desk.method.focus(.text).field
            try desk.write()
            let final = try #require(try desk.method.next(.reading, where: { $0.reading?.final == true })?.reading)
            _ = try desk.method.unfocus()
            let late = try #require(try desk.method.next(.lateReading))
            #expect(late.field == field && late.reading == final)
            // what was taken is not
            _ = try desk.method.focus(.text)
            try desk.write()
            try desk.method.take(try #require(try desk.method.next(.reading, where: { $0.reading?.final == true })?.reading), keep: true)
            _ = try desk.method.unfocus()
            #expect(try desk.eventsOfNextField().allSatisfy { $0.change != .lateReading })
        }

        @Test("comes into no other field, nor to the same one: what is written there is read alone")
        func nextField() throws {
            let desk = try Desk()
            let first = try desk.method.focus(.text).field
            let gate = try Gate(desk.daemon)
            try desk.write()
            _ = try desk.method.unfocus()
            let second = try desk.method.focus(.text).field
            try desk.write()
            gate.open()
            let events = try desk.method.events(until: .reading) { $0.reading?.final == true }
            let late = try #require(events.first { $0.change == .lateReading })
            #expect(late.field == first && late.reading?.strokes == Array(1...desk.strokeCount))
            #expect(events.count { $0.change == .lateReading } == 1)
            let readings = events.filter { $0.change == .reading }
            #expect(readings.allSatisfy { $0.field == second && $0.reading?.line != late.reading?.line })
            #expect(readings.last?.reading?.text == Self.sentence)
            #expect(readings.last?.reading?.strokes == Array(desk.strokeCount + 1...2 * desk.strokeCount))
        }

        @Test("is of one field at most, the last that was written in")
        func twoFields() throws {
            let desk = try Desk()
            let gate = try Gate(desk.daemon)
            var fields: [Int?] = []
            for _ in 0..<2 {
                fields.append(try desk.method.focus(.text).field)
                try desk.write()
                _ = try desk.method.unfocus()
            }
            // nothing is written there
            _ = try desk.method.focus(.text)
            _ = try desk.method.unfocus()
            _ = try desk.pen.strokes()
            #expect(try desk.waiting() == 1)
            gate.open()
            #expect(try desk.eventsOfNextField().filter { $0.change == .lateReading }.map(\.field) == [fields[1]])
        }

        /// What may happen around the loss of the focus.
        enum Event: CaseIterable { case password, nothing, lock, lockBefore, switchOff, end, time, user }

        @Test(
            "is not read for passwords, behind a lock, with the switch off, for others, nor for long",
            arguments: Event.allCases)
        func forgotten(event: Event) throws {
            let desk = try Desk()
            let daemon = desk.daemon
            var writer: Method? = try Method(daemon, name: "writer")
            if event == .time { try daemon.onLoop { $0.parts.text.lateTime = 0 } }
            try desk.change(owner: getuid())
            _ = try writer?.focus(.text)
            let gate = try Gate(daemon)
            try desk.write()
            switch event {
            case .password: _ = try writer?.focus(.password)
            case .nothing: _ = try writer?.focus(.none)
            case .lockBefore: try desk.lock(.locked)
            default: break
            }
            _ = try writer?.unfocus()
            _ = try desk.pen.strokes()
            if [.lock, .switchOff, .end, .user].contains(event) { #expect(try desk.waiting() == 1) }
            switch event {
            case .lock: try desk.lock(.locked)
            case .switchOff: _ = try writer?.client.setPen(enabled: false)
            case .end: writer = nil
            case .user: try desk.change(owner: 4711)
            default: break
            }
            // of the ink nothing waits any more, before the recognizer comes to it
            try daemon.wait("an empty queue") { $0.shared.recognizer.shares(of: nil).values.allSatisfy { $0.waiting.lines == 0 } }
            gate.open()
            if event == .lock || event == .lockBefore { try desk.lock(.unlocked) }
            if event == .switchOff { _ = try desk.method.client.setPen(enabled: true) }
            guard let writer, event != .user else { return }
            _ = try writer.focus(.text)
            try desk.write()
            #expect(try writer.events(until: .reading) { $0.reading?.final == true }.allSatisfy { $0.change != .lateReading })
        }
    }
}

/// A pen, an input method, and a sentence that the one writes for the other.
private struct Desk {
    let daemon: RunningDaemon
    let pen: TestPen
    let method: Method
    private let frames: [Frame]

    init() throws {
        daemon = try DaemonTests.TextInputReadingTests.start()
        // however slow the machine is
        try daemon.onLoop { $0.parts.text.lateTime = 60_000_000 }
        pen = try TestPen(in: daemon)
        method = try Method(daemon)
        frames = try Recording.read(samplePath).devices[0].frames
    }

    /// The strokes of the sentence.
    var strokeCount: Int { frames.flatMap(\.events).count { $0.type == EventType.key && $0.code == Key.touch && $0.value == 0 } }

    func write() throws { try pen.play(frames) }

    /// The lines that wait to be read.
    func waiting() throws -> Int {
        try daemon.onLoop { $0.shared.recognizer.shares(of: nil).values.reduce(0) { $0 + $1.waiting.lines } }
    }

    /// The events until a sentence is read that is written into another field.
    func eventsOfNextField() throws -> [TextInputInterface.Event] {
        _ = try method.focus(.text)
        try write()
        return try method.events(until: .reading) { $0.reading?.final == true }
    }

    func lock(_ lock: SeatState.Lock) throws {
        try daemon.onLoop { daemon in
            for seat in daemon.parts.text.seats.all.values { daemon.parts.text.update(seat) { seat.take(lock) } }
        }
    }

    func change(owner: UInt32) throws {
        try daemon.onLoop { daemon in
            for session in daemon.parts.deviceRegistry.sessions.values { daemon.parts.owners.changeOwner(of: session, to: owner) }
        }
    }
}

/// Keeps the recognizer from reading.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    init(_ daemon: RunningDaemon) throws {
        let isClosed = DispatchSemaphore(value: 0)
        try daemon.onLoop { [semaphore] daemon in
            daemon.shared.recognizer.perform { _ in
                isClosed.signal()
                semaphore.wait()
            }
        }
        _ = isClosed.wait(timeout: .now() + 60)
    }

    func open() { semaphore.signal() }

    deinit { open() }
}
