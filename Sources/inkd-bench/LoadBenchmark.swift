import CBenchmark
import Evdev
import Foundation
import Glibc
import Histogram
import Ink
import InkProtocol
import InkTestSupport
import PenLog
import Synchronization
import Tablet

/// Measures frame latency, and counts losses, under full load: many pens, many watching clients of which some never read, a recording,
/// recognition, and other programs on every core. A loop in C, with one pen and one watcher, runs at the same time.
struct LoadBenchmark {
    let modelPath: String
    let seconds: Int

    private static let pens = 16
    private static let watchers = 64
    private static let idleWatchers = 8
    private static let hertz = 1000

    struct Outcome: Encodable {
        var pens = LoadBenchmark.pens
        var hertz = LoadBenchmark.hertz
        var seconds: Int
        var watchers = LoadBenchmark.watchers
        var idleWatchers = LoadBenchmark.idleWatchers
        /// The latency from a frame of a pen to a client that watches only this pen, in microseconds.
        var received: LatencyBenchmark.Percentiles
        /// The latency of the same kind through the loop in C, in microseconds.
        var reference: LatencyBenchmark.Percentiles
        /// The number of frames that all pens wrote to their pipes.
        var written: Int
        /// The number of frames for which a pipe had no room. The kernel would drop such frames, and report the loss.
        var refused: Int
        /// The number of frames in the log.
        var recorded: Int
        /// The number of frames that the log reports as lost.
        var unrecorded: Int
        /// The number of pen logs that ended before the pen did, as stated in the log. If the recording thread is too slow, it ends a pen's
        /// log, and resumes only when the pen is at rest.
        var endedLogs: Int
        /// The number of strokes formed by the log's frames.
        var loggedStrokes: Int
        /// The distinct numbers of strokes that were reported to watchers. There is only one number if all watchers agree.
        var toldStrokes: [Int]
        /// The number of messages to all watchers that read, without the idle watchers.
        var messages: Int
        /// The number of messages that were left out for watchers that read, but were too slow.
        var thinned: Int
        /// The number of watchers that were disconnected although they read.
        var hungUp: Int
        /// The resident memory in MiB before the first frame, and after each tenth of the time. The memory for the times of the measured
        /// frames is included from the start.
        var resident: [Double]
        /// The number of lines that were recognized for another client during the measurement.
        var lines: Int

        /// Whether no data is missing. Every reading client must have been notified of each stroke. Every frame must be in the log, be
        /// counted there as lost, or come after the end of the pen's log.
        var isWhole: Bool {
            guard toldStrokes.count == 1, hungUp == 0 else { return false }
            guard endedLogs == 0 else { return true }
            return recorded + unrecorded == written && (unrecorded > 0 || toldStrokes == [loggedStrokes])
        }
    }

    func run() throws -> Outcome {
        let frames = Self.hertz * seconds
        let pipes = try (1..<Self.pens).map { _ in try MeasuredLoop.makePipe() }
        let subject = try DaemonUnderTest(frames: frames + 1, isRecording: true, model: modelPath, otherPens: pipes.map(\.reading))
        defer { subject.stop() }
        let reference = try MeasuredLoop.reference(frames: frames + 1)
        defer { close(reference.pipe) }
        subject.measured.receiveInBackground()
        reference.receiveInBackground()
        let crowd = try Crowd(path: subject.socketPath, reading: Self.watchers - Self.idleWatchers - 1, idle: Self.idleWatchers)
        let reader = try busyRecognizer(path: subject.socketPath)
        let noise = StopFlag()
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { Thread.detachNewThread { while !noise.isSet {} } }
        let pens = PenCrowd(pipes.map(\.writing))
        for pipe in pipes { guard bench_write_proximity(pipe.writing) else { throw BenchmarkError.interrupted("a pen has no reader") } }
        let writers = [pace(subject.measured, frames), pace(reference, frames), pens.write(ticks: frames, hertz: Self.hertz)]
        var resident = [Self.residentMemory()]
        for part in 1...10 {
            Thread.sleep(forTimeInterval: Double(seconds) / 10)
            resident.append(Self.residentMemory())
            FileHandle.standardError.write(Data("load: \(10 * part) %, \(Int(resident[part])) MiB\n".utf8))
        }
        for writer in writers where !writer.take() { throw BenchmarkError.interrupted("frames could not be written") }
        noise.set()
        let lines = try reader.stop()
        let told = crowd.finish()
        var log = LogTally()
        try subject.forEachRecordedFile { for record in $0 { log.take(record) } }
        let counted = pens.counted
        return Outcome(
            seconds: seconds, received: percentiles(subject.measured, frames), reference: percentiles(reference, frames),
            // the count includes the frame that brought each pen into proximity
            written: counted.written + frames + Self.pens, refused: counted.lost, recorded: log.recorded.frames,
            unrecorded: log.recorded.lost,
            endedLogs: log.endedLogs, loggedStrokes: log.strokes, toldStrokes: Set(told.map { Int($0.downs) }).sorted(),
            messages: told.reduce(0) { $0 + Int($1.messages) }, thinned: told.reduce(0) { $0 + Int($1.missing) },
            hungUp: told.count { $0.ended }, resident: resident, lines: lines)
    }

    /// Writes a pen's frames on a separate thread; the result is whether all could be written.
    private func pace(_ loop: MeasuredLoop, _ frames: Int) -> Handover<Bool> {
        let outcome = Handover<Bool>()
        let slice = Self.hertz / 4
        Thread.detachNewThread {
            var next = 1
            while next <= frames {
                let count = min(slice, frames + 1 - next)
                guard bench_write_paced(loop.pipe, loop.track.pointer, next, count, count * 8 / 10, 1_000_000_000 / UInt64(Self.hertz))
                else {
                    return outcome.give(false)
                }
                next += count
            }
            outcome.give(true)
        }
        return outcome
    }

    private func percentiles(_ loop: MeasuredLoop, _ frames: Int) -> LatencyBenchmark.Percentiles {
        var received = Histogram<UInt64>(highestTrackableValue: 60_000_000_000, numberOfSignificantValueDigits: .three)
        for frame in 1...frames { if let latency = loop.track.receiveLatency(of: frame) { received.record(latency) } }
        return .init(received)
    }

    /// Starts a client that requests recognition of a line repeatedly.
    private func busyRecognizer(path: String) throws -> Repeater {
        var hand = Handwriting()
        hand.width = 1000
        let strokes = try hand.strokes(writing: "a small boat crossed the wide bay before the storm").map { stroke in
            RecognizerInterface.Ink(x: stroke.points.map(\.x), y: stroke.points.map(\.y))
        }
        return Repeater(
            try BenchmarkClient(path: path), [try Call.encode(RecognizerInterface.Recognize.self, .init(strokes: strokes), more: false)])
    }

    /// Returns the resident memory in MiB.
    private static func residentMemory() -> Double {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst().first.flatMap {
            Double($0)
        }
        return (pages ?? 0) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }
}

/// Counts the records of a log.
private struct LogTally {
    private(set) var recorded = RecordingBenchmark.Recorded()
    /// The number of strokes formed by the frames.
    private(set) var strokes = 0
    private var pens: [Int: PenTracker] = [:]
    private var events: [PointerEvent] = []
    private var removals: [Instant] = []
    private var end = Instant(microseconds: 0)

    /// The number of pen logs that ended more than a second before the end of the whole log.
    var endedLogs: Int { removals.count { end.since($0) > 1_000_000 } }

    mutating func take(_ record: LogRecord) {
        recorded.take(record)
        switch record {
        // a log's later files repeat the list of devices
        case .device(let device) where pens[device.number] == nil:
            pens[device.number] = PenTracker(description: device.description, device: DeviceID(UInt32(clamping: device.number)))
        case .frame(let device, let frame):
            pens[device]?.process(frame, into: &events)
            strokes += events.count { $0.phase == .down }
            events.removeAll(keepingCapacity: true)
            end = max(end, frame.time)
        case .removed(_, let time):
            removals.append(time)
            end = max(end, time)
        default: break
        }
    }
}

/// Clients that watch all pointers. One thread reads the messages of most of them; the others never read.
private final class Crowd {
    private let watchers: UnsafeMutableBufferPointer<bench_watcher>
    private let stop: UnsafeMutablePointer<Int32>
    private let done = Handover<Void>()
    private let idle: [Int32]

    init(path: String, reading: Int, idle: Int) throws {
        func connect() throws -> Int32 {
            let socket = bench_connect(path, #"{"method":"org.inkd.Pointer.Watch","more":true}"#)
            guard socket >= 0 else { throw BenchmarkError.system(operation: "connect to \(path)", code: errno) }
            return socket
        }
        self.idle = try (0..<idle).map { _ in try connect() }
        watchers = .allocate(capacity: reading)
        watchers.initialize(repeating: bench_watcher())
        stop = .allocate(capacity: 1)
        stop.initialize(to: 0)
        for index in watchers.indices { watchers[index].socket = try connect() }
        // only the new thread uses the watchers until it signals its end
        nonisolated(unsafe) let (watchers, stop) = (watchers, stop)
        Thread.detachNewThread { [done] in
            bench_watch(watchers.baseAddress, watchers.count, stop)
            done.give(())
        }
    }

    /// Waits until no more messages arrive, and returns the readers' counts.
    func finish() -> [bench_watcher] {
        bench_set(stop)
        done.take()
        for socket in idle + watchers.map(\.socket) { close(socket) }
        return Array(watchers)
    }

    deinit {
        watchers.deallocate()
        stop.deallocate()
    }
}

/// Pens that write at the same time, on one thread.
private final class PenCrowd {
    private let pens: UnsafeMutableBufferPointer<bench_pen>

    init(_ pipes: [Int32]) {
        pens = .allocate(capacity: pipes.count)
        pens.initialize(repeating: bench_pen())
        for (index, pipe) in pipes.enumerated() {
            _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
            pens[index].pipe = pipe
        }
    }

    deinit { pens.deallocate() }

    func write(ticks: Int, hertz: Int) -> Handover<Bool> {
        let outcome = Handover<Bool>()
        // other threads read the pens only after the outcome is set
        nonisolated(unsafe) let pens = pens
        Thread.detachNewThread { outcome.give(bench_write_load(pens.baseAddress, pens.count, ticks, 1_000_000_000 / UInt64(hertz))) }
        return outcome
    }

    /// The number of frames written to the pipes, and the number of frames for which a pipe had no room.
    var counted: (written: Int, lost: Int) { (pens.reduce(0) { $0 + $1.written }, pens.reduce(0) { $0 + $1.lost }) }
}
