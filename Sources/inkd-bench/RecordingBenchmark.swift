import Evdev
import Foundation
import Ink
import InkDaemon
import InkLoop
import InkWorkspace
import InkTestSupport
import Logging
import PenLog

/// Measures the cost of recording: compared with a daemon that does not record, and with several pens at once.
struct RecordingBenchmark {
    let hertz: Int
    let seconds: Int

    /// The frames recorded and lost.
    struct Recorded: Encodable {
        var frames = 0
        var lost = 0

        init(_ records: [LogRecord] = []) { for record in records { take(record) } }

        mutating func take(_ record: LogRecord) {
            switch record {
            // frames without events come from the daemon itself, and are not counted
            case .frame(_, let frame): frames += frame.events.isEmpty ? 0 : 1
            case .lost(let count, _): lost += count
            default: break
            }
        }
    }

    /// The results for several pens that write at the same time.
    struct Many: Encodable {
        var devices = 4
        var hertz = 1000
        var seconds = 60
        /// The speed of the replay, as a multiple of the original.
        var speed = 6.0
        var frames = 0
        var recorded = Recorded()
        var bytesPerFrame = 0.0
    }

    struct Outcome: Encodable {
        var latency: LatencyBenchmark.Outcome
        var recorded: Recorded
        var many: Many
        var allocations: AllocationBenchmark.Outcome
    }

    func run() throws -> Outcome {
        let benchmark = LatencyBenchmark(hertz: hertz, seconds: seconds)
        let recording = try DaemonUnderTest(frames: benchmark.frames, isRecording: true)
        defer { recording.stop() }
        let other = try DaemonUnderTest(frames: benchmark.frames)
        defer { other.stop() }
        let latency = try benchmark.compare(recording.measured, with: other.measured)
        let recorded = Recorded(try recording.recorded())
        return Outcome(
            latency: latency, recorded: recorded, many: try many(), allocations: try AllocationBenchmark(isRecording: true).run())
    }

    /// Replays several pens into a daemon that records them. The replayed frames enter the daemon in the same way as frames of real pens.
    private func many() throws -> Many {
        var many = Many()
        let recordings = (0..<many.devices).map { number in
            let frames = self.frames(of: number, many)
            many.frames += frames.count
            return RecordedDevice(description: SamplePen.description, frames: frames)
        }
        let records = try RecordedReplay.records(Recording(devices: recordings), speed: many.speed)
        many.recorded = Recorded(records)
        var encoder = LogEncoder()
        var bytes: [UInt8] = []
        for record in records {
            guard case .frame = record else { continue }
            try encoder.encode(record, to: &bytes)
        }
        encoder.close(&bytes)
        many.bytesPerFrame = Double(bytes.count) / Double(max(1, many.recorded.frames))
        return many
    }

    /// Returns the frames of a pen that constantly changes position, pressure and tilt, and leaves proximity briefly every ten seconds.
    private func frames(of number: Int, _ many: Many) -> [Frame] {
        var random = SeededGenerator(seed: UInt64(number) + 1)
        return (0..<many.hertz * many.seconds).map { index in
            let time = Instant(microseconds: Int64(index) * 1_000_000 / Int64(many.hertz))
            let phase = Double(index) / Double(many.hertz)
            let visit = index % (10 * many.hertz)
            func event(_ type: UInt16, _ code: UInt16, _ value: Double) -> InputEvent {
                InputEvent(time: time, type: type, code: code, value: Int32(value))
            }
            var events = [
                event(EventType.abs, Axis.x, 20_000 + 9000 * sin(phase) + .random(in: -2...2, using: &random)),
                event(EventType.abs, Axis.y, 12_000 + 3000 * sin(9 * phase) + .random(in: -2...2, using: &random)),
                event(EventType.abs, Axis.pressure, 2000 + 500 * sin(7 * phase) + .random(in: -9...9, using: &random)),
            ]
            if visit == 0 { events.append(event(EventType.key, Key.toolPen, 1)) }
            if visit == 10 { events.append(event(EventType.key, Key.touch, 1)) }
            if visit == 10 * many.hertz - 20 { events.append(event(EventType.key, Key.touch, 0)) }
            if visit == 10 * many.hertz - 10 { events.append(event(EventType.key, Key.toolPen, 0)) }
            return Frame(time: time, events: events)
        }
    }
}
