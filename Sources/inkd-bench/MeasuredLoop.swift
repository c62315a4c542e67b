import CBenchmark
import Dispatch
import Foundation
import Glibc
import Synchronization

/// A loop under measurement: it reads frames from its pipe, and sends messages to a socket.
struct MeasuredLoop {
    /// The write end of the pipe of frames.
    let pipe: Int32
    /// The times of the frames.
    let track: Track
    /// The loop's thread.
    let thread: UInt
    /// The client's end of the socket.
    let socket: Int32

    /// Creates a pipe for frames; its read end does not block.
    static func makePipe() throws(BenchmarkError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else { throw .system(operation: "make a pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return (ends[0], ends[1])
    }

    /// Starts the loop in C on a separate thread.
    static func reference(frames: Int) throws(BenchmarkError) -> MeasuredLoop {
        let pipe = try makePipe()
        var sockets: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0 else {
            throw .system(operation: "make a socket", code: errno)
        }
        let track = try Track(frames: frames)
        let thread = Handover<UInt>()
        let server = sockets[0]
        Thread.detachNewThread {
            bench_track_sends_of_this_thread(track.pointer)
            thread.give(bench_this_thread())
            bench_reference_loop(pipe.reading, server)
            close(server)
        }
        return MeasuredLoop(pipe: pipe.writing, track: track, thread: thread.take(), socket: sockets[1])
    }

    /// Starts a thread that receives messages as they arrive.
    func receiveInBackground() {
        Thread.detachNewThread { [socket, track] in _ = bench_receive(socket, track.pointer, .max) }
    }

    /// Writes a frame and waits until the client has been notified of it.
    func step(_ number: Int, isTouching: Bool) throws(BenchmarkError) {
        guard bench_write_frame(pipe, track.pointer, number, isTouching), bench_receive(socket, track.pointer, number) else {
            throw .interrupted("the daemon did not tell of frame \(number)")
        }
    }
}

/// A value that one thread passes to another.
final class Handover<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    /// Sets the value; call it once.
    func give(_ new: Value) {
        value.withLock { $0 = new }
        isThere.signal()
    }

    /// Waits for the value; call it once.
    func take() -> Value {
        while true {
            isThere.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}

/// The times at which each frame was written, sent and received.
final class Track: Sendable {
    // Safe to share: each array is written by one thread, with atomic stores, and read only while that thread is idle.
    nonisolated(unsafe) let pointer: UnsafeMutablePointer<bench_track>

    /// Creates a track with room for this number of frames.
    init(frames: Int) throws(BenchmarkError) {
        guard let pointer = bench_track_new(frames) else { throw .system(operation: "hold \(frames) frames", code: ENOMEM) }
        self.pointer = pointer
    }

    deinit { bench_track_free(pointer) }

    /// Returns the nanoseconds from writing a frame until the `send` that reports it returns; nil if it was not reported.
    func sendLatency(of frame: Int) -> UInt64? { latency(pointer.pointee.sent, frame) }

    /// Returns the nanoseconds from writing a frame to its arrival at the client; nil if it did not arrive.
    func receiveLatency(of frame: Int) -> UInt64? { latency(pointer.pointee.received, frame) }

    private func latency(_ times: UnsafeMutablePointer<UInt64>, _ frame: Int) -> UInt64? {
        guard frame < pointer.pointee.capacity, times[frame] != 0 else { return nil }
        return times[frame] - pointer.pointee.written[frame]
    }
}
