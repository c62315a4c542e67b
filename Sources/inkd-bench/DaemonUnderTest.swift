import CBenchmark
import Foundation
import Glibc
import InkDaemon
import InkLoop
import InkWorkspace
import InkTestSupport
import Logging
import PenLog

/// A daemon in this process, with a simulated pen, a client that watches its pointer and one that watches its editor.
///
/// The daemon has no model by default: recognition runs on a separate thread, and is measured separately.
final class DaemonUnderTest {
    /// The daemon's loop, with its pipe of frames and its socket of messages.
    let measured: MeasuredLoop
    /// The path of the daemon's socket.
    let socketPath: String
    private let loop: EventLoop
    private let daemon: Daemon
    private let directory: URL
    private var hasEnded = false

    private struct Running: Sendable {
        let loop: EventLoop
        let daemon: Daemon
        let thread: UInt
    }

    /// Starts a daemon and waits until it serves.
    /// - Parameters:
    ///   - isRecording: whether the daemon records the pens, too.
    ///   - model: the path of the recognizer's model; empty for no recognition.
    ///   - otherPens: the read ends of the pipes of additional pens.
    init(frames: Int, isRecording: Bool = false, model: String = "", otherPens: [Int32] = []) throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("inkd-bench-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        let pipe = try MeasuredLoop.makePipe()
        let track = try Track(frames: frames)
        var settings = Settings()
        settings.socket = directory.appendingPathComponent("socket").path
        settings.model = model
        socketPath = settings.socket
        settings.state = directory.appendingPathComponent("state").path
        // some calls add data, so repeating them until the time is over would exceed the default quota
        settings.quotas.disk = 1 << 20
        settings.runtime = directory.appendingPathComponent("runtime").path
        settings.editorPause = 100
        // all clients of the load benchmark belong to one user
        settings.clientsMaximum = 256
        (settings.quotas.connections, settings.quotas.watches) = (128, 128)
        let handover = Handover<Result<Running, DaemonError>>()
        Thread.detachNewThread { [settings] in Self.serve(settings, [pipe.reading] + otherPens, track, handover) }
        let running = try handover.take().get()
        (loop, daemon) = (running.loop, running.daemon)
        let socket = bench_connect(settings.socket, #"{"method":"org.inkd.Pointer.Watch","parameters":{"device":1},"more":true}"#)
        guard socket >= 0 else { throw BenchmarkError.system(operation: "connect to \(settings.socket)", code: errno) }
        let editorSocket = bench_connect(settings.socket, #"{"method":"org.inkd.Editor.Watch","more":true}"#)
        guard editorSocket >= 0 else { throw BenchmarkError.system(operation: "connect to \(settings.socket)", code: errno) }
        let unused = try Track(frames: 1)
        Thread.detachNewThread { _ = bench_receive(editorSocket, unused.pointer, .max) }
        if isRecording {
            let recorder = bench_connect(settings.socket, #"{"method":"org.inkd.Recorder.Start","parameters":{}}"#)
            guard recorder >= 0 else { throw BenchmarkError.system(operation: "connect to \(settings.socket)", code: errno) }
        }
        measured = MeasuredLoop(pipe: pipe.writing, track: track, thread: running.thread, socket: socket)
        // wait until the daemon has read both calls, because it does not send earlier frames to a client
        usleep(200_000)
        guard bench_write_proximity(pipe.writing) else { throw BenchmarkError.interrupted("the daemon does not read its pipe") }
    }

    /// Ends the daemon and returns the records of the recording.
    func recorded() throws -> [LogRecord] {
        end()
        return try RecordedReplay.records(below: directory)
    }

    /// Ends the daemon and passes the records of the recording to `body`, file by file.
    func forEachRecordedFile(_ body: ([LogRecord]) -> Void) throws {
        end()
        try RecordedReplay.forEachFile(below: directory, body)
    }

    /// Ends the daemon and removes its socket.
    func stop() {
        end()
        try? FileManager.default.removeItem(at: directory)
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        loop.post { [daemon] in daemon.assumeIsolated { $0.stop() } }
        usleep(500_000)
    }

    private static func serve(_ settings: Settings, _ pipes: [Int32], _ track: Track, _ handover: Handover<Result<Running, DaemonError>>) {
        do throws(DaemonError) {
            let loop = try EventLoop()
            let daemon = try Daemon(loop: loop, settings: settings, logger: Logger(label: "inkd") { _ in SwiftLogNoOpLogHandler() })
            try daemon.start(reading: pipes, of: SamplePen.description)
            bench_track_sends_of_this_thread(track.pointer)
            bench_count_allocations_of_this_thread()
            handover.give(.success(Running(loop: loop, daemon: daemon, thread: bench_this_thread())))
            try loop.run()
        } catch {
            handover.give(.failure(error))
        }
    }
}
