internal import Evdev
public import InkWorkspace
internal import PenLog

/// A recording that replaces hardware.
public struct Replay: Sendable {
    let recording: Recording
    let options: ReplayOptions
    /// The file, for messages.
    package let path: String

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

    /// Descriptions of the missing parts of a damaged file, as sentences.
    public var leftOut: [String] { recording.leftOut }
}

/// Options of playing recordings.
public struct ReplayOptions: Sendable {
    /// Speed relative to the original; greater than 0.
    public var speed = 1.0
    /// Number of times it is played; nil repeats it until the daemon ends.
    public var rounds: Int? = 1
    /// A descriptor: each line read from it plays one visit of the pen, and its end stops the daemon; nil plays everything.
    public var steps: Int32?
    /// Whether playing starts only when a client watches.
    public var waitsForClient = false
    /// Number of watches required before it starts, if it waits.
    public var watches = 1
    /// Whether the daemon ends when everything has been played and read.
    public var endsDaemon = false
    /// Microseconds for which a watching client may read nothing before the recording continues without waiting for it.
    public var patience: UInt64 = 10_000_000
    /// A pipe that supplies the recorded pen's events as they are written into it; the recorded frames are not played then.
    public var feed: String?

    /// Creates options for the original speed, an immediate start, and a daemon that continues afterwards.
    public init() {}
}

/// A recorded device while it plays.
final class ReplaySource {
    let frames: [Frame]
    /// Number of frames that have been played.
    var next = 0
    /// A frame that resets the device to its first state before another round.
    let rewind: Frame?

    init(frames: [Frame], rewind: Frame? = nil) {
        self.frames = frames
        self.rewind = rewind
    }
}
