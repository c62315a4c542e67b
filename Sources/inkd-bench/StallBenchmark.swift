import CBenchmark
import Foundation
import Glibc
import Histogram
import InkProtocol

/// Measures the latency of frames while another client repeats a costly call, compared with the idle daemon.
struct StallBenchmark {
    /// The number of frames per second.
    let hertz: Int
    /// The duration in seconds for each call, and for the idle daemon.
    let seconds: Int

    /// The latency of frames while a call was repeated.
    struct Row: Encodable {
        /// The name of the call; "quiet" for the idle daemon.
        var name: String
        var frames: Int
        /// The number of frames for which no message reached the client.
        var untold: Int
        /// The number of calls answered meanwhile.
        var calls: Int
        /// The latency from the frame to its client, in microseconds.
        var received: LatencyBenchmark.Percentiles
    }

    /// The results of the idle daemon, and for each call.
    struct Outcome: Encodable {
        var hertz: Int
        var quiet: Row
        var rows: [Row]
    }

    private var framesPerRow: Int { hertz * seconds }

    private static let warmUp = 1000

    func run() throws -> Outcome {
        let calls = StallCall.all
        let subject = try DaemonUnderTest(frames: 1 + Self.warmUp + framesPerRow * (calls.count + 1))
        defer { subject.stop() }
        subject.measured.receiveInBackground()
        var next = 1
        _ = try write(Self.warmUp, "", subject.measured, &next)
        let quiet = try write(framesPerRow, "quiet", subject.measured, &next)
        var rows: [Row] = []
        for call in calls {
            let client = try BenchmarkClient(path: subject.socketPath)
            let editor = try client.newEditor(named: "stall\(rows.count)")
            let prepared = try call.prepare(client, editor)
            let repeater = Repeater(client, prepared)
            var row = try write(framesPerRow, call.name, subject.measured, &next)
            row.calls = try repeater.stop()
            rows.append(row)
        }
        return Outcome(hertz: hertz, quiet: quiet, rows: rows)
    }

    /// Writes frames in slices of a quarter of a second: a stroke for eight tenths of the slice, then hovering.
    private func write(_ count: Int, _ name: String, _ loop: MeasuredLoop, _ next: inout Int) throws -> Row {
        let slice = max(1, hertz / 4)
        let first = next
        while next < first + count {
            let frames = min(slice, first + count - next)
            guard bench_write_paced(loop.pipe, loop.track.pointer, next, frames, frames * 8 / 10, 1_000_000_000 / UInt64(hertz)) else {
                throw BenchmarkError.interrupted("frames could not be written")
            }
            next += frames
        }
        // wait for the last frames, which are still in transit
        usleep(100_000)
        var received = Histogram<UInt64>(highestTrackableValue: 60_000_000_000, numberOfSignificantValueDigits: .three)
        var untold = 0
        for frame in first..<next {
            if let latency = loop.track.receiveLatency(of: frame) { received.record(latency) } else { untold += 1 }
        }
        return Row(name: name, frames: count, untold: untold, calls: 0, received: .init(received))
    }
}

/// Repeats calls on a separate thread, each after the reply to the previous one.
final class Repeater {
    private let isStopping = StopFlag()
    private let outcome = Handover<Result<Int, any Error>>()

    init(_ client: BenchmarkClient, _ messages: [[UInt8]]) {
        Thread.detachNewThread { [isStopping, outcome] in
            outcome.give(
                Result {
                    var count = 0
                    while !isStopping.isSet {
                        for message in messages { _ = try client.call(message) }
                        count += 1
                    }
                    return count
                })
        }
    }

    /// Stops after the current call; returns the number of calls answered.
    func stop() throws -> Int {
        isStopping.set()
        return try outcome.take().get()
    }
}
