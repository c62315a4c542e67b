import CBenchmark
import Glibc

/// When each frame was written, sent and received.
final class Track: Sendable {
    // Safe to share: each array has one writing thread, which stores atomically, and is read when that thread has nothing to do.
    nonisolated(unsafe) let pointer: UnsafeMutablePointer<bench_track>

    /// Room for so many frames.
    init(frames: Int) throws(BenchmarkError) {
        guard let pointer = bench_track_new(frames) else { throw .system(operation: "hold \(frames) frames", code: ENOMEM) }
        self.pointer = pointer
    }

    deinit { bench_track_free(pointer) }

    /// Nanoseconds from writing a frame to the end of the `send` that told of it; nil if none did.
    func sendLatency(of frame: Int) -> UInt64? { latency(pointer.pointee.sent, frame) }

    /// Nanoseconds from writing a frame to its arrival at the client; nil if it did not arrive.
    func receiveLatency(of frame: Int) -> UInt64? { latency(pointer.pointee.received, frame) }

    private func latency(_ times: UnsafeMutablePointer<UInt64>, _ frame: Int) -> UInt64? {
        guard frame < pointer.pointee.capacity, times[frame] != 0 else { return nil }
        return times[frame] - pointer.pointee.written[frame]
    }
}
