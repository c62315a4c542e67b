import CBenchmark
import Glibc
import Histogram

/// Measures the latency of a frame from the pipe to the socket, and its cost, compared with a minimal program in C.
struct LatencyBenchmark {
    /// The number of frames per second.
    let hertz: Int
    /// The duration of the measurement of each of the two loops, in seconds.
    let seconds: Int

    /// The percentiles of one step, in microseconds.
    struct Percentiles: Encodable {
        let p50, p99, p999, max: Double

        init(_ histogram: Histogram<UInt64>) {
            func microseconds(_ percentile: Double) -> Double { Double(histogram.valueAtPercentile(percentile)) / 1000 }
            (p50, p99, p999, max) = (microseconds(50), microseconds(99), microseconds(99.9), microseconds(100))
        }
    }

    /// One loop's figures.
    struct Figures: Encodable {
        var frames: Int
        /// The number of frames for which no message reached the client.
        var untold: Int
        var sent: Percentiles
        var received: Percentiles
        /// The fraction of one processor core that the loop's thread used.
        var processorShare: Double
    }

    /// Both loops' figures.
    struct Outcome: Encodable {
        var hertz: Int
        var inkd: Figures
        var reference: Figures
    }

    private struct Tally {
        let loop: MeasuredLoop
        var next = 1
        var processorTime: UInt64 = 0
        var wallTime: UInt64 = 0
        var untold = 0
        var sent = Histogram<UInt64>(highestTrackableValue: 60_000_000_000, numberOfSignificantValueDigits: .three)
        var received = Histogram<UInt64>(highestTrackableValue: 60_000_000_000, numberOfSignificantValueDigits: .three)
    }

    private var framesPerSlice: Int { max(1, hertz / 4) }
    private var slices: Int { hertz * seconds / framesPerSlice }

    private static let warmUps = 4
    /// The total number of frames of a loop.
    var frames: Int { 1 + framesPerSlice * (slices + Self.warmUps) }

    /// Compares the daemon with the loop in C.
    func run() throws -> Outcome {
        let subject = try DaemonUnderTest(frames: frames)
        defer { subject.stop() }
        let reference = try MeasuredLoop.reference(frames: frames)
        defer { close(reference.pipe) }
        return try compare(subject.measured, with: reference)
    }

    /// Measures both loops alternately, a quarter of a second each, so that other load on the machine affects both equally.
    func compare(_ subject: MeasuredLoop, with other: MeasuredLoop) throws -> Outcome {
        var inkd = Tally(loop: subject)
        var reference = Tally(loop: other)
        inkd.loop.receiveInBackground()
        reference.loop.receiveInBackground()
        for number in 0..<(slices + Self.warmUps) {
            try slice(&inkd, isCounted: number >= Self.warmUps)
            try slice(&reference, isCounted: number >= Self.warmUps)
        }
        return Outcome(hertz: hertz, inkd: figures(inkd), reference: figures(reference))
    }

    /// Writes the frames of one slice: a stroke for eight tenths of the frames, then hovering.
    private func slice(_ tally: inout Tally, isCounted: Bool) throws {
        let loop = tally.loop
        let (processor, wall) = (bench_processor_time(loop.thread), bench_now())
        let interval = 1_000_000_000 / UInt64(hertz)
        guard bench_write_paced(loop.pipe, loop.track.pointer, tally.next, framesPerSlice, framesPerSlice * 8 / 10, interval) else {
            throw BenchmarkError.interrupted("frames could not be written")
        }
        // the wait for the last frame, which is still in transit, does not count
        let wallTime = bench_now() - wall
        usleep(20_000)
        let slice = tally.next..<(tally.next + framesPerSlice)
        tally.next = slice.upperBound
        guard isCounted else { return }
        tally.processorTime += bench_processor_time(loop.thread) - processor
        tally.wallTime += wallTime
        for frame in slice {
            guard let sent = loop.track.sendLatency(of: frame), let received = loop.track.receiveLatency(of: frame) else {
                tally.untold += 1
                continue
            }
            tally.sent.record(sent)
            tally.received.record(received)
        }
    }

    private func figures(_ tally: Tally) -> Figures {
        Figures(
            frames: framesPerSlice * slices, untold: tally.untold, sent: Percentiles(tally.sent), received: Percentiles(tally.received),
            processorShare: Double(tally.processorTime) / Double(max(1, tally.wallTime)))
    }
}
