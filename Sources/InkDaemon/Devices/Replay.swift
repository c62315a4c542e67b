internal import Evdev
internal import PenLog

/// A recording that takes the place of hardware.
public struct Replay: Sendable {
    let recording: Recording
    let options: ReplayOptions

    /// Reads a recording: evemu, libinput-record YAML or ink JSON lines.
    /// - Throws: `DaemonError.replay` that says what is wrong with it.
    public init(path: String, options: ReplayOptions = ReplayOptions()) throws(DaemonError) {
        do {
            recording = try Recording.read(path)
        } catch {
            throw .replay(path: path, reason: "\(error)")
        }
        self.options = options
    }

    init(recording: Recording, options: ReplayOptions = ReplayOptions()) {
        self.recording = recording
        self.options = options
    }
}

/// How recordings are played.
public struct ReplayOptions: Sendable {
    /// How many times as fast as it was written; greater than 0.
    public var speed = 1.0
    /// Begin only when a client watches.
    public var waitsForClient = false
    /// End the daemon when all has been played and read.
    public var endsDaemon = false
    /// A pipe that the recorded pen's events come from, as they are written into it; what was recorded is not played then.
    public var feed: String?

    /// At the speed of writing, at once, and the daemon stays.
    public init() {}
}

/// A recorded device while it plays.
final class ReplaySource {
    let frames: [Frame]
    let timer: EventSource
    var next = 0
    /// Added to recorded times, in microseconds.
    var shift: Int64 = 0

    init(frames: [Frame], timer: EventSource) {
        self.frames = frames
        self.timer = timer
    }

    var isFinished: Bool { next >= frames.count }
}
