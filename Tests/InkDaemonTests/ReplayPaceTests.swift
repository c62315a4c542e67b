import Evdev
import Glibc
import Ink
import InkProtocol
import PenLog
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("The pace of what is played")
struct ReplayPaceTests {
    private let client = ClientID(value: 1)

    @Test("it waits while something is read, however slowly, and goes on when nothing waits")
    func waiting() {
        var pace = ReplayPace(patience: 1_000_000)
        let begin = pace.mayGoOn(0, [], at: 0)
        // a byte in 0.9 s
        let meanwhile = (0..<100).map { pace.mayGoOn(100_000 - $0, [client], at: UInt64($0) * 900_000) }
        let end = pace.mayGoOn(0, [], at: 90_000_001)
        #expect(begin && !meanwhile.contains(true) && end && pace.abandoned.isEmpty)
    }

    @Test("who reads nothing for as long as the patience lasts is not waited for any more")
    func patience() {
        var pace = ReplayPace(patience: 1_000_000)
        let steps = [(500, 10), (600, 1_000_009), (600, 1_000_010)].map { pace.mayGoOn($0, [client], at: UInt64($1)) }
        #expect(steps == [false, false, true] && pace.abandoned == [client])
    }
}

extension DaemonTests {
    @Suite("A recording that is played fast")
    struct FastReplayTests {
        @Test("every event reaches a watcher that reads slowly, and none is marked as missing", arguments: [50.0, 1000])
        func everything(speed: Double) throws {
            var recording = try Recording.read(samplePath)
            // ten times as long as the queue of a client
            let frames = recording.devices[0].frames
            let length = try #require(frames.last).time.since(frames[0].time) + 500_000
            for round in 1..<10 {
                recording.devices[0].frames += frames.map { frame in
                    Frame(
                        time: frame.time.advanced(byMicroseconds: Int64(round) * length),
                        events: frame.events.map {
                            InputEvent(
                                time: $0.time.advanced(byMicroseconds: Int64(round) * length), type: $0.type, code: $0.code, value: $0.value
                            )
                        })
                }
            }
            recording.order = []
            let expected = try Self.count(recording)
            let daemon = try RunningDaemon([recording], speed: speed)
            let watch = try daemon.watchPointers()
            try daemon.play(when: 1)
            var events: [PointerInterface.Event] = []
            let end = ContinuousClock.now + .patience
            while events.count < expected, ContinuousClock.now < end {
                events += try watch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
                usleep(2000)
            }
            #expect(events.count == expected && !events.contains { $0.gap })
            #expect(try daemon.onLoop { $0.parts.clients.missedMotion } == 0)
        }

        /// The events that a tracker makes of the frames.
        private static func count(_ recording: Recording) throws -> Int {
            let device = try #require(recording.devices.first)
            var tracker = PenTracker(description: device.description, device: DeviceID(1))
            var events: [PointerEvent] = []
            for frame in device.frames { tracker.process(frame, into: &events) }
            tracker.disconnect(at: try #require(device.frames.last).time, into: &events)
            return events.count
        }

        @Test("played twice, every event comes twice, and times go on")
        func twice() throws {
            let recording = try Recording.read(samplePath)
            let once = try Self.count(recording)
            let daemon = try RunningDaemon([recording], speed: 200, rounds: 2)
            let watch = try daemon.watchPointers()
            try daemon.play(when: 1)
            var events: [PointerInterface.Event] = []
            let end = ContinuousClock.now + .patience
            while events.count < 2 * once, ContinuousClock.now < end {
                events += try watch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
                usleep(2000)
            }
            #expect(events.count == 2 * once)
            let places = events.map { [$0.rawX, $0.rawY] }
            #expect(Array(places.prefix(once)) == Array(places.suffix(once)))
            #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
        }
    }
}
