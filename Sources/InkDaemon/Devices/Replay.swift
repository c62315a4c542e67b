internal import Evdev
internal import PenLog

/// A recording that takes the place of hardware.
public struct Replay: Sendable {
    let recording: Recording
    let options: ReplayOptions
    /// The file, for messages.
    let path: String

    /// Reads a recording: a pen log, evemu, libinput-record YAML or ink JSON lines.
    /// - Throws: `DaemonError.replay` with the cause.
    public init(path: String, options: ReplayOptions = ReplayOptions()) throws(DaemonError) {
        do {
            recording = try Recording.read(path)
        } catch {
            throw .replay(path: path, reason: "\(error)")
        }
        self.options = options
        self.path = path
    }

    init(recording: Recording, options: ReplayOptions = ReplayOptions()) {
        self.recording = recording
        self.options = options
        path = "a recording"
    }

    /// What is missing of a damaged file, in sentences.
    public var leftOut: [String] { recording.leftOut }
}

/// Options of playing recordings.
public struct ReplayOptions: Sendable {
    /// Times as fast as it was written; greater than 0.
    public var speed = 1.0
    /// How often it is played; nil plays it until the daemon ends.
    public var rounds: Int? = 1
    /// Play one visit of the pen for each line that can be read here, and end the daemon with that; nil plays all.
    public var steps: Int32?
    /// Begin only when a client watches.
    public var waitsForClient = false
    /// So many watches must there be before it begins, if it waits.
    public var watches = 1
    /// End the daemon when all has been played and read.
    public var endsDaemon = false
    /// Microseconds for which a client that watches may read nothing until the recording plays on without waiting for it.
    public var patience: UInt64 = 10_000_000
    /// A pipe that the recorded pen's events come from, as they are written into it; the recorded frames are not played then.
    public var feed: String?

    /// At the speed of writing, at once, and the daemon stays.
    public init() {}
}

/// A recorded device while it plays.
final class ReplaySource {
    let frames: [Frame]
    /// Number of them that have been played.
    var next = 0
    /// Brings the device back to its first state, before another round.
    let rewind: Frame?

    init(frames: [Frame], rewind: Frame? = nil) {
        self.frames = frames
        self.rewind = rewind
    }
}
