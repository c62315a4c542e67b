import CBenchmark
import Glibc

/// Counts the loop thread's allocations per frame, within strokes and while hovering.
struct AllocationBenchmark {
    /// The number of strokes, and of hovering periods.
    var rounds = 4
    /// Whether the pen is also recorded.
    var isRecording = false
    /// The number of frames in each round. A stroke's storage holds 4096 samples before it must grow.
    var framesPerRound = 3500

    /// The counted allocations.
    struct Outcome: Encodable {
        var strokeFrames = 0
        var strokeAllocations: UInt64 = 0
        var hoverFrames = 0
        var hoverAllocations: UInt64 = 0

        /// Whether there were no allocations.
        var isClean: Bool { strokeAllocations == 0 && hoverAllocations == 0 }
    }

    /// Runs the benchmark: each frame is written after the client was notified of the previous one.
    func run() throws -> Outcome {
        let perHalf = framesPerRound + 200
        let subject = try DaemonUnderTest(frames: 1 + 2 * perHalf * (rounds + 1), isRecording: isRecording)
        defer { subject.stop() }
        var outcome = Outcome()
        var frame = 1
        // the first round warms up
        for round in 0...rounds {
            let stroke = try window(subject.measured, &frame, isTouching: true)
            let hover = try window(subject.measured, &frame, isTouching: false)
            guard round > 0 else { continue }
            outcome.strokeFrames += framesPerRound
            outcome.strokeAllocations += stroke
            outcome.hoverFrames += framesPerRound
            outcome.hoverAllocations += hover
        }
        return outcome
    }

    /// Returns the number of allocations for `framesPerRound` frames. Counting starts when the stroke has begun, or, while hovering, when
    /// the previous stroke has ended and was recognized.
    private func window(_ loop: MeasuredLoop, _ frame: inout Int, isTouching: Bool) throws -> UInt64 {
        for _ in 0..<100 { try step(loop, &frame, isTouching) }
        usleep(isTouching ? 5_000 : 400_000)
        let before = bench_allocations()
        for _ in 0..<framesPerRound { try step(loop, &frame, isTouching) }
        // the daemon's work for a frame continues after the client was notified
        usleep(5_000)
        return bench_allocations() - before
    }

    private func step(_ loop: MeasuredLoop, _ frame: inout Int, _ isTouching: Bool) throws {
        try loop.step(frame, isTouching: isTouching)
        frame += 1
    }
}
