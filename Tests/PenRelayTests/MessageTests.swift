import Evdev
import Ink
import InkTestSupport
import PenRelay
import Testing

@Suite("Messages between the relay of a pen and inkd")
struct MessageTests {
    private let time = Instant(microseconds: 123_456_789_012)

    private func encoded(_ message: RelayMessage) -> [UInt8] {
        var writer = MessageWriter()
        writer.write(message, at: time)
        return writer.bytes
    }

    private func encoded(_ message: DaemonMessage) -> [UInt8] {
        var writer = MessageWriter()
        writer.write(message, at: time)
        return writer.bytes
    }

    @Test("a frame is its header and its events, little endian")
    func frameBytes() {
        var writer = MessageWriter()
        let frame = Frame(
            time: Instant(microseconds: 0x0102_0304), events: [InputEvent(time: time, type: 3, code: 0x18, value: -2)], followsDrop: true)
        writer.write(frame, .writes)
        #expect(
            writer.bytes == [2, 5, 1, 0, 0, 0, 0, 0, 4, 3, 2, 1, 0, 0, 0, 0, 3, 0, 0x18, 0, 0xfe, 0xff, 0xff, 0xff])
    }

    @Test("a frame comes back with its time, its events and the state of the contact")
    func frames() throws {
        var writer = MessageWriter()
        let events = (0..<40).map { InputEvent(time: time, type: 3, code: UInt16($0), value: Int32.min + Int32($0)) }
        let sent = Frame(time: time, events: events)
        var received = Frame(events: events, followsDrop: true)
        for status in [ContactStatus.passes, .held, .writes] {
            writer.write(sent, status)
            #expect(try RelayMessage.decode(writer.bytes[...], frame: &received) == .frame(status))
            #expect(received == sent)
        }
        writer.write(sent, .held, isComplete: true)
        #expect(try RelayMessage.decode(writer.bytes[...], frame: &received) == .frame(.held))
        #expect(received.followsDrop)
    }

    @Test("every other message comes back")
    func roundTrips() throws {
        var frame = Frame()
        let verdicts = [Verdict.passes, .tap, .writes, .writesAfterTap, .canceled].map {
            RelayMessage.verdict(ContactVerdict($0, began: time))
        }
        for message in verdicts + [.hello(version: 1, device: .max), .grab(isGrabbed: true), .grab(isGrabbed: false)] {
            #expect(try RelayMessage.decode(encoded(message)[...], frame: &frame) == message)
        }
        let settings = RelaySettings(
            mode: .decide, hold: 500, pending: .max, movement: DeviceLength(x: 200, y: 201), reach: DeviceLength(x: .max, y: -1),
            slop: DeviceLength(x: 800, y: 0))
        let fields = (0..<256).map { (index: Int32) -> FieldRectangle in
            let (low, high) = (DevicePoint(x: .min, y: index), DevicePoint(x: .max, y: 400))
            return FieldRectangle(low, high, isFocused: index % 2 == 0, isSecret: index % 3 == 0)
        }
        for message in [DaemonMessage.settings(settings), .fields([]), .fields(fields), .committed] {
            #expect(try DaemonMessage.decode(encoded(message)[...]) == message)
        }
    }

    @Test("more fields than the limit are left out")
    func tooManyFields() throws {
        let fields = [FieldRectangle](repeating: FieldRectangle(DevicePoint(x: 0, y: 0), DevicePoint(x: 1, y: 1)), count: 300)
        guard case .fields(let decoded) = try DaemonMessage.decode(encoded(.fields(fields))[...]) else {
            Issue.record("no fields")
            return
        }
        #expect(decoded.count == DaemonMessage.mostFields)
    }

    @Test("other kinds, lengths and values are errors")
    func errors() {
        var frame = Frame()
        #expect(throws: MessageError.length(actual: 0, expected: 16)) { try RelayMessage.decode([], frame: &frame) }
        #expect(throws: MessageError.unknownKind(99)) { try RelayMessage.decode([99] + [UInt8](repeating: 0, count: 15), frame: &frame) }
        #expect(throws: MessageError.unknownKind(18)) { try RelayMessage.decode(encoded(.committed)[...], frame: &frame) }
        #expect(throws: MessageError.unknownKind(4)) { try DaemonMessage.decode(encoded(.grab(isGrabbed: true))[...]) }
        #expect(throws: MessageError.length(actual: 17, expected: 16)) { try DaemonMessage.decode(encoded(.committed) + [0]) }
        var verdict = encoded(.verdict(ContactVerdict(.tap, began: time)))
        verdict[1] = 5
        #expect(throws: MessageError.invalidValue(5)) { try RelayMessage.decode(verdict[...], frame: &frame) }
        var settings = encoded(.settings(.standard(.decide, for: .display)))
        settings[16] = 3
        #expect(throws: MessageError.invalidValue(3)) { try DaemonMessage.decode(settings[...]) }
    }

    @Test("whatever comes is decoded or an error, and what was decoded is encoded to the same bytes")
    func fuzz() {
        var random = SeededGenerator.printingSeed()
        var writer = MessageWriter()
        writer.write(Frame(time: time, events: (0..<6).map { InputEvent(time: time, type: 3, code: $0, value: 9) }), .held)
        let good =
            [writer.bytes, encoded(.committed), encoded(.settings(.standard(.decide, for: .display)))]
            + [encoded(.fields([FieldRectangle(DevicePoint(x: 1, y: 2), DevicePoint(x: 3, y: 4), isSecret: true)]))]
            + [encoded(.hello(version: 1, device: 77)), encoded(.verdict(ContactVerdict(.tap, began: time)))]
        var (decoded, frame) = (0, Frame())
        let count = Fuzz.run(seed: random.next()) { random in
            let bytes = Fuzz.damaged(good.randomElement(using: &random) ?? [], using: &random)
            if let message = try? RelayMessage.decode(bytes[...], frame: &frame) {
                if case .frame(let status) = message {
                    writer.write(frame, status)
                } else {
                    writer.write(message, at: Instant(microseconds: bytes[8..<16].reversed().reduce(0) { $0 << 8 | Int64($1) }))
                }
                #expect(writer.bytes[16...] == bytes[16...])
                decoded += 1
            } else if let message = try? DaemonMessage.decode(bytes[...]) {
                writer.write(message, at: time)
                #expect((try? DaemonMessage.decode(writer.bytes[...])) == message)
                decoded += 1
            }
        }
        #expect(decoded > 0 && decoded < count)
    }
}
