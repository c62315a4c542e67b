internal import Glibc
internal import InkWorkspace
internal import PenLog
internal import Synchronization
internal import System

/// Progress of a recording.
struct RecordingProgress: Sendable, Equatable {
    /// Bytes written so far, in all files; for packed files their packed size.
    var bytes = 0
    var frames = 0
    /// Number of frames lost because the queue was full.
    var lost = 0
    /// The error that ended writing; nil without an error.
    var problem: String?
}

/// The thread that writes one recording. It writes the queued records into a file, syncs the file when a pen has left proximity and every
/// two seconds, and starts the next file when the current one is large or old.
final class RecordingThread: Sendable {
    let queue: LogQueue
    private let progress = Mutex(RecordingProgress())
    private let isEnding = Atomic<Bool>(false)
    /// Nonzero when the thread has ended.
    private let endSignal: EventCounter

    /// The interval at which the queue is polled while frames arrive, in microseconds.
    private static let pace: useconds_t = 25_000
    /// The maximum wait for the end, in microseconds.
    private static let patience: UInt64 = 10_000_000
    /// The maximum age of data that a power failure may lose, in microseconds.
    private static let syncInterval: Int64 = 2_000_000
    /// Microseconds between two time anchors.
    private static let anchorInterval: Int64 = 60_000_000
    /// The normal drift of the clocks between two anchors, in microseconds.
    private static let clockDrift: Int64 = 50_000

    /// Creates the first file and starts the thread.
    /// - Parameters:
    ///   - limit: the maximum size of all of the user's recordings, in bytes, of which other recordings use `kept`.
    ///   - names: pseudonyms for serial numbers.
    ///   - ended: called on the thread just before it ends.
    /// - Throws: `SystemError` if no thread can be started or no descriptors are left; `LogError` if the file cannot be written.
    init(
        folder: String, session: String, limit: Int, kept: Int, names: Pseudonym, opening records: [LogRecord],
        ended: @escaping @Sendable (RecordingProgress) -> Void
    ) throws {
        queue = try LogQueue()
        endSignal = try EventCounter()
        let parts = RecordingParts(folder: folder, session: session, names: names)
        try parts.begin()
        for record in records { try parts.append(record) }
        try parts.sync()
        let handover = Mutex<RecordingParts?>(parts)
        try startThread(named: "recording") { [self] in
            if let parts = handover.withLock({ $0.take() }) { run(parts, limit: limit, kept: kept) }
            // signal first, because a caller that is notified late may still check `hasEnded`
            endSignal.add()
            ended(now)
        }
    }

    /// The present progress.
    var now: RecordingProgress { progress.withLock { $0 } }

    /// Ends the recording, after all records that were appended before have been written.
    func end() {
        isEnding.store(true, ordering: .releasing)
        queue.push(.ended(at: TimeAnchor.now.instant))
    }

    /// Whether writing has ended.
    var hasEnded: Bool { endSignal.wait(until: 0) }

    /// Waits until the thread has ended, at most ten seconds.
    func waitForEnd() { _ = endSignal.wait(until: MonotonicClock.microseconds + Self.patience) }

    private func run(_ parts: RecordingParts, limit: Int, kept: Int) {
        do throws(LogError) {
            var synced = TimeAnchor.now
            var anchored = synced
            while true {
                let isLast = isEnding.load(ordering: .acquiring)
                let count = try queue.drain { record throws(LogError) in try parts.append(record) }
                try parts.flush()
                report(parts)
                let now = TimeAnchor.now
                let hasSlept = now.slept(since: anchored) > Self.clockDrift
                let wasSet = now.wallWasSet(since: anchored).magnitude > UInt64(Self.clockDrift)
                if hasSlept || wasSet || now.monotonic - anchored.monotonic > Self.anchorInterval, count > 0 || hasSlept || wasSet {
                    try parts.append(.anchor(now))
                    anchored = now
                }
                if isLast { return try parts.end() }
                if parts.wantsSync || now.monotonic - synced.monotonic > Self.syncInterval {
                    try parts.sync()
                    synced = now
                }
                guard kept + parts.bytes < limit else { throw .full(limit: limit) }
                try parts.rotateIfDue()
                if count > 0 { usleep(Self.pace) } else { queue.sleep(milliseconds: parts.isDirty ? 2000 : 60_000) }
            }
        } catch {
            progress.withLock { $0.problem = "\(error)" }
            // the records written before the failure form a complete file
            try? parts.end()
        }
    }

    private func report(_ parts: RecordingParts) {
        progress.withLock {
            $0.bytes = parts.bytes
            $0.frames = parts.frames
            $0.lost = parts.lost
        }
    }
}
