import CBenchmark
import Dispatch
import Foundation
import Glibc
import Synchronization

/// A loop under measurement: frames go into its pipe, and its messages come out of a socket.
struct MeasuredLoop {
    /// The writing end of the pipe of frames.
    let pipe: Int32
    /// When they went by.
    let track: Track
    /// The loop's thread.
    let thread: UInt
    /// The client's end of the socket.
    let socket: Int32

    /// A pipe for frames; its reading end does not block.
    static func makePipe() throws(BenchmarkError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else { throw .system(operation: "make a pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return (ends[0], ends[1])
    }

    /// The loop in C on a thread of its own.
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

    /// Has a thread receive messages from now on, as they come.
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

/// One value that a thread hands to another.
final class Handover<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    /// Hands it over; once.
    func give(_ new: Value) {
        value.withLock { $0 = new }
        isThere.signal()
    }

    /// Waits for it; once.
    func take() -> Value {
        while true {
            isThere.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}

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

    /// Nanoseconds from writing a frame to the end of the `send` that reported it; nil if none did.
    func sendLatency(of frame: Int) -> UInt64? { latency(pointer.pointee.sent, frame) }

    /// Nanoseconds from writing a frame to its arrival at the client; nil if it did not arrive.
    func receiveLatency(of frame: Int) -> UInt64? { latency(pointer.pointee.received, frame) }

    private func latency(_ times: UnsafeMutablePointer<UInt64>, _ frame: Int) -> UInt64? {
        guard frame < pointer.pointee.capacity, times[frame] != 0 else { return nil }
        return times[frame] - pointer.pointee.written[frame]
    }
}
