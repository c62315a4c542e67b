import CBenchmark
import Foundation
import Glibc
import InkDaemon
import InkLoop
import InkWorkspace
import Logging
import PenLog

/// A daemon in this process that replays a recording and records it.
enum RecordedReplay {
    /// Returns the daemon's records after the replay.
    static func records(_ recording: Recording, speed: Double) throws -> [LogRecord] {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "inkd-bench-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appendingPathComponent("pens.inklog").path
        let header = LogHeader.here(program: "inkd-bench", session: "pens", part: 1)
        let writer = try LogWriter(creating: file, header)
        for record in recording.records(header).dropFirst() { try writer.append(record) }
        try writer.flush()
        var settings = Settings()
        settings.socket = directory.appendingPathComponent("socket").path
        settings.state = directory.appendingPathComponent("state").path
        settings.model = ""
        var options = ReplayOptions()
        options.speed = speed
        options.waitsForClient = true
        options.endsDaemon = true
        let replay = try Replay(path: file, options: options)
        let ended = Handover<DaemonError?>()
        let started = Handover<Void>()
        Thread.detachNewThread { [settings] in
            do throws(DaemonError) {
                let loop = try EventLoop()
                let logger = Logger(label: "inkd") { _ in SwiftLogNoOpLogHandler() }
                let daemon = try Daemon(loop: loop, settings: settings, replays: [replay], logger: logger)
                try daemon.start()
                started.give(())
                try loop.run()
                ended.give(nil)
            } catch {
                started.give(())
                ended.give(error)
            }
        }
        started.take()
        // the replay begins with the first watch, so the recording must start before
        for call in [
            #"{"method":"org.inkd.Recorder.Start","parameters":{}}"#, #"{"method":"org.inkd.Editor.Watch","more":true}"#,
        ] {
            guard bench_connect(settings.socket, call) >= 0 else { throw BenchmarkError.system(operation: "connect to inkd", code: errno) }
            usleep(300_000)
        }
        if let error = ended.take() { throw error }
        return try records(below: directory)
    }

    /// Returns all records that daemons have written below a folder.
    static func records(below directory: URL) throws -> [LogRecord] {
        var records: [LogRecord] = []
        try forEachFile(below: directory) { records += $0 }
        return records
    }

    /// Passes the records of one file at a time to `body`, because the records of a long recording do not fit into memory.
    ///
    /// The daemon may compress the last full file during this call, so the plain file, the compressed file, or both may exist.
    static func forEachFile(below directory: URL, _ body: ([LogRecord]) -> Void) throws {
        let files = FileManager.default.enumerator(at: directory.appendingPathComponent("state"), includingPropertiesForKeys: nil)
        let paths = (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { $0.hasSuffix(".inklog") || $0.hasSuffix(".inklog.zst") }
        let plain = Set(paths.map { $0.hasSuffix(".zst") ? String($0.dropLast(4)) : $0 })
        for path in plain.sorted() {
            let log: LogFile
            do {
                log = try LogFile(path: path)
            } catch {
                log = try LogFile(path: path + ".zst")
            }
            body(log.records)
        }
    }
}
