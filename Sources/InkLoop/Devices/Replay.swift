internal import Evdev
public import InkWorkspace
internal import PenLog

/// A recording that replaces hardware.
public struct Replay: Sendable {
    let recording: Recording
    let options: ReplayOptions
    /// The path of the recording, for messages.
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
    /// Number of times the recording is played; nil repeats it until the daemon ends.
    public var rounds: Int? = 1
    /// The descriptor that controls playing step by step: each line read from it plays one proximity session of the pen, and its end stops
    /// the daemon. If nil, everything is played.
    public var steps: Int32?
    /// Whether playing starts only when a client watches.
    public var waitsForClient = false
    /// Number of watching clients that must be connected before playing starts, if `waitsForClient` is true.
    public var watches = 1
    /// Whether the daemon ends when everything has been played and recognized.
    public var endsDaemon = false
    /// Microseconds after which the replay no longer waits for a watching client that does not read.
    public var patience: UInt64 = 10_000_000
    /// The path of a pipe from which the events of the recorded pen are read as they are written; nil to play the recorded frames.
    public var feed: String?

    /// Creates options for the original speed, an immediate start, and a daemon that continues afterwards.
    public init() {}
}

/// The frames of a recorded device while the device is played.
final class ReplaySource {
    let frames: [Frame]
    /// Number of frames that have been played.
    var next = 0
    /// The frame that resets the device to its first state before another round; nil if it is not needed.
    let rewind: Frame?

    init(frames: [Frame], rewind: Frame? = nil) {
        self.frames = frames
        self.rewind = rewind
    }
}
