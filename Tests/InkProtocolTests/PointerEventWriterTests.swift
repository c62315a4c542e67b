import Ink
import InkTestSupport
import Testing

@testable import InkProtocol

@Suite struct PointerEventWriterTests {
    private func random(_ generator: inout SeededGenerator) -> PointerEvent {
        var event = PointerEvent(
            phase: PointerPhase.allCases.randomElement(using: &generator) ?? .move,
            tool: PointerTool.allCases.randomElement(using: &generator) ?? .pen, device: DeviceID(3),
            pointer: Int32.random(in: -5...70000, using: &generator),
            time: Instant(microseconds: Int64.random(in: 0...1_000_000_000_000, using: &generator)))
        event.rawX = Int32(truncatingIfNeeded: generator.next())
        event.rawY = Int32(truncatingIfNeeded: generator.next())
        event.x = Double.random(in: -500...500, using: &generator)
        event.y = Double.random(in: -0.001...0.001, using: &generator)
        event.force = Float.random(in: 0...1, using: &generator)
        event.distance = Float.random(in: 0...1, using: &generator)
        event.azimuth = Float.random(in: 0...6.28, using: &generator)
        event.altitude = Float.random(in: 0...1.57, using: &generator)
        event.rotation = Float.random(in: 0...6.28, using: &generator)
        event.wheel = Bool.random(using: &generator) ? Float.random(in: 0...1, using: &generator) : nil
        event.buttons = PointerButtons(rawValue: UInt8.random(in: 0...7, using: &generator))
        event.serial = UInt32(truncatingIfNeeded: generator.next())
        event.toolID = UInt32(truncatingIfNeeded: generator.next())
        event.followsGap = Bool.random(using: &generator)
        return event
    }

    private func written(
        _ events: [PointerEvent], sequence: Int64 = 1, clock: ClockOffset = ClockOffset(microseconds: 0),
        contact: PointerInterface.Contact? = nil
    ) -> [UInt8] {
        var bytes: [UInt8] = [1, 2, 3]
        PointerEventWriter.write(events.span, of: DeviceID(3), clock: clock, contact: contact, into: &bytes)
        PointerEventWriter.number(sequence, after: bytes.count, in: &bytes)
        return bytes
    }

    @Test("the bytes of a batch are these")
    func golden() {
        var event = PointerEvent(phase: .down, tool: .eraser, device: DeviceID(3), pointer: 0, time: Instant(microseconds: 5_000_250))
        event.rawX = -12
        event.x = 10.25
        event.y = -0.00004
        event.force = 0.5
        event.buttons = [.lower, .third]
        event.serial = .max
        event.followsGap = true
        #expect(
            String(decoding: written([event], sequence: 42, clock: ClockOffset(microseconds: 1_700_000_000_000_000)), as: UTF8.self)
                == #"{"continues":true,"parameters":{"device":3,"events":[{"phase":"down","tool":"eraser","pointer":0,"time":1700000005000.25,"#
                + #""rawX":-12,"rawY":0,"x":10.25,"y":0,"force":0.5,"distance":0,"azimuth":0,"altitude":1.5708,"rotation":0,"#
                + #""buttons":["lower","third"],"serial":4294967295,"toolId":0,"gap":true}],"sequence":42}}"# + "\0")
    }

    @Test("the state of a contact is written for events of a contact alone")
    func contact() throws {
        for (contact, name) in [(.points, "points"), (.undecided, "undecided"), (.writes, "writes")] as [(PointerInterface.Contact, String)]
        {
            for phase in [PointerPhase.down, .move, .up, .cancel] {
                let event = PointerEvent(phase: phase, tool: .pen, device: DeviceID(3), time: Instant(microseconds: 5))
                let text = String(decoding: written([event], contact: contact), as: UTF8.self)
                #expect(text.contains(#""gap":false,"contact":"\#(name)"}]"#))
            }
            let hover = PointerEvent(phase: .hover, tool: .pen, device: DeviceID(3), time: Instant(microseconds: 5))
            #expect(written([hover], contact: contact) == written([hover]))
        }
    }

    @Test("what is the same for all is written once, and each gets a number of its own")
    func numbers() {
        let event = PointerEvent(phase: .move, tool: .pen, device: DeviceID(3), time: Instant(microseconds: 5))
        var bytes: [UInt8] = []
        PointerEventWriter.write([event].span, of: DeviceID(3), clock: ClockOffset(microseconds: 0), into: &bytes)
        let common = bytes.count
        for sequence: Int64 in [1, 123_456, 7] {
            PointerEventWriter.number(sequence, after: common, in: &bytes)
            #expect(bytes == written([event], sequence: sequence))
        }
    }

    @Test("random batches fit the interface and decode to the same events")
    func decodes() throws {
        var generator = SeededGenerator(seed: 3)
        let clock = ClockOffset(microseconds: 1_700_000_000_123_456)
        let interface = try #require(Interfaces.definitions["org.inkd.Pointer"])
        for _ in 0..<300 {
            let events = (0..<Int.random(in: 0...6, using: &generator)).map { _ in random(&generator) }
            let reply = try Reply(decoding: written(events, sequence: 9, clock: clock).dropLast())
            #expect(reply.continues && reply.error == nil)
            #expect(interface.check(message: reply.parameters, as: .output(of: "Watch")) == nil)
            let decoded = try reply.parameters(as: PointerInterface.Watch.Reply.self)
            #expect(decoded.sequence == 9 && decoded.device == 3 && decoded.events.count == events.count)
            for (event, found) in zip(events, decoded.events) {
                var expected = PointerInterface.Event(event, clock: clock)
                for (path, tolerance) in Self.rounded {
                    #expect(abs(expected[keyPath: path] - found[keyPath: path]) <= tolerance)
                    expected[keyPath: path] = found[keyPath: path]
                }
                #expect((expected.wheel == nil) == (found.wheel == nil))
                #expect(abs((expected.wheel ?? 0) - (found.wheel ?? 0)) <= 0.500001e-5)
                expected.wheel = found.wheel
                #expect(expected == found)
            }
        }
    }

    private static var rounded: [(WritableKeyPath<PointerInterface.Event, Double>, Double)] {
        [
            (\.x, 0.500001e-4), (\.y, 0.500001e-4), (\.force, 0.500001e-5), (\.distance, 0.500001e-5), (\.azimuth, 0.500001e-4),
            (\.altitude, 0.500001e-4), (\.rotation, 0.500001e-4), (\.time, 0.0003),
        ]
    }

    @Test("numbers that JSON lacks are written as 0, and huge ones are cut")
    func extremes() throws {
        var event = PointerEvent(phase: .move, tool: .pen, device: DeviceID(3), pointer: .min, time: Instant(microseconds: .max))
        (event.rawX, event.rawY) = (.min, .max)
        (event.x, event.y, event.force) = (.nan, .greatestFiniteMagnitude, -.infinity)
        let reply = try Reply(decoding: written([event], sequence: .min, clock: ClockOffset(microseconds: .max)).dropLast())
        let decoded = try reply.parameters(as: PointerInterface.Watch.Reply.self)
        let found = try #require(decoded.events.first)
        #expect(decoded.sequence == .min && found.pointer == Int(Int32.min))
        #expect(found.x == 0 && found.y > 8e14 && found.force == 0 && found.rawX == Int(Int32.min) && found.time > 9e15)
    }

    @Test(
        "decimals are rounded and have no zeros at the end",
        arguments: [
            (0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (-0.5, "-0.5"), (0.00005, "0.0001"), (0.00004, "0"), (-0.00004, "0"),
            (12.3456, "12.3456"), (99.99996, "100"), (0.0101, "0.0101"), (1e300, "900000000000000"),
        ] as [(Double, String)])
    func decimals(number: Double, text: String) {
        var bytes: [UInt8] = []
        DecimalWriter.append(number, places: 4, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test("a buffer that is large enough is used again")
    func reusesBuffer() {
        var generator = SeededGenerator(seed: 5)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8192)
        let address = bytes.withUnsafeBytes { $0.baseAddress }
        for sequence: Int64 in 0..<100 {
            let events = (0..<8).map { _ in random(&generator) }
            PointerEventWriter.write(events.span, of: DeviceID(1), clock: ClockOffset(microseconds: 0), into: &bytes)
            PointerEventWriter.number(sequence, after: bytes.count, in: &bytes)
            #expect(bytes.withUnsafeBytes { $0.baseAddress } == address)
        }
    }

    @Test("only a batch of mere movement is motion")
    func classes() {
        func batch(_ phases: PointerPhase..., gap: Bool = false) -> MessageClass {
            var events = phases.map { PointerEvent(phase: $0, tool: .pen, device: DeviceID(1), time: Instant(microseconds: 0)) }
            if gap { events[0].followsGap = true }
            return PointerEventWriter.messageClass(of: events.span)
        }
        #expect(batch(.hover, .move) == .motion)
        #expect(batch(.move, gap: true) == .boundary)
        for phase in PointerPhase.allCases where phase != .hover && phase != .move { #expect(batch(.move, phase, .move) == .boundary) }
    }
}
