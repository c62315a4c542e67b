import CLibevdev
import Evdev
import Glibc
import Ink
import InkTestSupport
import Tablet
import Testing

@Suite("A stream of raw events gives the frames a device would")
struct RawEventStreamTests {
    @Test("frames come whole however the bytes are cut")
    func cuts() throws {
        let events = pen(frames: 20)
        let bytes = events.flatMap(Self.bytes)
        for step in [1, 7, 24, 25, 1000] {
            let pipe = try Pipe()
            let stream = RawEventStream(reading: pipe.reading, description: DeviceDescription(name: "pen"))
            var frames: [Frame] = []
            for start in stride(from: 0, to: bytes.count, by: step) {
                pipe.write(bytes[start..<min(start + step, bytes.count)])
                #expect(stream.readFrames { frames.append($0) } == .drained)
            }
            #expect(frames.count == 20)
            #expect(frames.flatMap(\.events) == events.filter { $0.type != EventType.syn })
            #expect(frames.map(\.time.microseconds) == (0..<20).map { 1_000_000 + $0 * 5000 })
        }
    }

    @Test("the end of the stream is the device's going, after all that came before")
    func end() throws {
        let pipe = try Pipe()
        pipe.write(pen(frames: 3).flatMap(Self.bytes)[...])
        pipe.closeWriting()
        let stream = RawEventStream(reading: pipe.reading, description: DeviceDescription(name: "pen"))
        var count = 0
        #expect(stream.readFrames { _ in count += 1 } == .gone)
        #expect(count == 3)
    }

    @Test("a flood gives the loop its turn and loses nothing")
    func flood() throws {
        let pipe = try Pipe()
        let stream = RawEventStream(reading: pipe.reading, description: DeviceDescription(name: "pen"))
        // 2600 empty frames are just below a pipe's 64 KiB.
        let report = InputEvent(time: Instant(microseconds: 1), type: EventType.syn, code: Sync.report, value: 0)
        pipe.write((0..<2600).flatMap { _ in Self.bytes(report) }[...])
        var count = 0
        var outcomes: [ReadOutcome] = []
        repeat { outcomes.append(stream.readFrames { _ in count += 1 }) } while outcomes.last == .more
        #expect(count == 2600)
        #expect(outcomes.count > 1 && outcomes.last == .drained)
    }

    @Test("one storage serves all frames")
    func storage() throws {
        let pipe = try Pipe()
        let stream = RawEventStream(reading: pipe.reading, description: DeviceDescription(name: "pen"))
        pipe.write(pen(frames: 200).flatMap(Self.bytes)[...])
        var places: Set<UnsafePointer<InputEvent>?> = []
        _ = stream.readFrames { frame in places.insert(frame.events.withUnsafeBufferPointer(\.baseAddress)) }
        #expect(places.count == 1)
    }

    @Test("garbage never crashes it, and every event it gives was in the stream")
    func fuzz() throws {
        let good = pen(frames: 40).flatMap(Self.bytes)
        try Fuzz.run(seconds: 2, seed: 7) { random in
            var bytes = good
            for _ in 0..<Int.random(in: 0..<40, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(.random(in: 0...255, using: &random), at: place)
                default: bytes.replaceSubrange(place..<bytes.count, with: bytes[place...].shuffled(using: &random))
                }
            }
            let pipe = try Pipe()
            let stream = RawEventStream(reading: pipe.reading, description: DeviceDescription(name: "pen"))
            pipe.write(bytes[...])
            pipe.closeWriting()
            var events = 0
            var outcome = ReadOutcome.more
            while outcome == .more { outcome = stream.readFrames { events += $0.events.count + 1 } }
            #expect(outcome == .gone)
            #expect(events <= bytes.count / MemoryLayout<input_event>.stride)
        }
    }

    private func pen(frames: Int) -> [InputEvent] {
        (0..<frames).flatMap { index in
            let time = Instant(microseconds: 1_000_000 + Int64(index) * 5000)
            return [
                InputEvent(time: time, type: EventType.abs, code: Axis.x, value: Int32(index)),
                InputEvent(time: time, type: EventType.abs, code: Axis.pressure, value: Int32(100 + index)),
                InputEvent(time: time, type: EventType.syn, code: Sync.report, value: 0),
            ]
        }
    }

    private static func bytes(_ event: InputEvent) -> [UInt8] {
        var raw = input_event()
        raw.time.tv_sec = Int(event.time.microseconds / 1_000_000)
        raw.time.tv_usec = Int(event.time.microseconds % 1_000_000)
        raw.type = event.type
        raw.code = event.code
        raw.value = event.value
        return withUnsafeBytes(of: raw) { Array($0) }
    }
}

/// A pipe whose reading end does not block.
private final class Pipe {
    let reading: Int32
    private var writing: Int32

    struct Failure: Error {
        let errno: Int32
    }

    init() throws {
        var ends: [Int32] = [-1, -1]
        // no program that another test starts has the writing end
        guard pipe(&ends) == 0, fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0, fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0,
            fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0
        else { throw Failure(errno: errno) }
        (reading, writing) = (ends[0], ends[1])
    }

    func write(_ bytes: ArraySlice<UInt8>) {
        let count = bytes.withUnsafeBytes { Glibc.write(writing, $0.baseAddress, $0.count) }
        #expect(count == bytes.count)
    }

    func closeWriting() {
        close(writing)
        writing = -1
    }

    deinit {
        close(reading)
        if writing >= 0 { close(writing) }
    }
}
