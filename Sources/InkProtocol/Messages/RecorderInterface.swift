public import Varlink

/// The messages of org.inkd.Recorder.
public enum RecorderInterface {
    /// Why nothing is recorded for the moment.
    public enum Pause: String, Codable, Sendable, Hashable {
        /// The user's session is locked.
        case locked
        /// Somebody else's session is active on the seat.
        case otherUser
        /// A field for passwords has the focus.
        case password
        /// There is no device to record.
        case noDevice
    }

    /// How recording stands.
    public struct State: Codable, Sendable, Hashable {
        /// What goes on; nil: nothing is recorded.
        public var recording: String?
        /// Whose it is.
        public var user: Int?
        /// Milliseconds since 1970.
        public var since: Int?
        /// Why nothing is recorded for the moment.
        public var paused: Pause?
        /// Devices that are recorded now.
        public var devices: [Int]
        /// Written so far.
        public var frames: Int
        /// Frames that came faster than they could be written.
        public var lost: Int
        /// Before packing.
        public var bytes: Int

        /// With all its fields.
        public init(
            recording: String? = nil, user: Int? = nil, since: Int? = nil, paused: Pause? = nil, devices: [Int], frames: Int, lost: Int,
            bytes: Int
        ) {
            self.recording = recording
            self.user = user
            self.since = since
            self.paused = paused
            self.devices = devices
            self.frames = frames
            self.lost = lost
            self.bytes = bytes
        }
    }

    /// A recording as it is kept.
    public struct Recording: Codable, Sendable, Hashable {
        /// What it is called.
        public var name: String
        /// What was written.
        public var label: String?
        /// Who wrote.
        public var writer: String?
        /// Milliseconds since 1970.
        public var began: Int?
        /// Milliseconds since 1970; nil while it goes on, and if it was cut off.
        public var ended: Int?
        /// In order.
        public var files: [String]
        /// Of all files.
        public var bytes: Int
        /// It is being written.
        public var active: Bool
        /// Why it ended before it was to end.
        public var problem: String?

        /// With all its fields.
        public init(
            name: String, label: String? = nil, writer: String? = nil, began: Int? = nil, ended: Int? = nil, files: [String], bytes: Int,
            active: Bool, problem: String? = nil
        ) {
            self.name = name
            self.label = label
            self.writer = writer
            self.began = began
            self.ended = ended
            self.files = files
            self.bytes = bytes
            self.active = active
            self.problem = problem
        }
    }

    /// Nothing is recorded.
    public struct NotRecording: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.NotRecording"

        /// With all its fields.
        public init() {}
    }

    /// One recording at a time.
    public struct AlreadyRecording: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.AlreadyRecording"
        /// Of the one that goes on.
        public var name: String

        /// With all its fields.
        public init(name: String) {
            self.name = name
        }
    }

    /// The user has none of this name.
    public struct NoSuchRecording: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.NoSuchRecording"
        /// What was asked for.
        public var name: String

        /// With all its fields.
        public init(name: String) {
            self.name = name
        }
    }

    /// The recording has none of this name.
    public struct NoSuchFile: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.NoSuchFile"
        /// What was asked for.
        public var file: String

        /// With all its fields.
        public init(file: String) {
            self.file = file
        }
    }

    /// It is being written.
    public struct RecordingInUse: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.RecordingInUse"
        /// Of the recording.
        public var name: String

        /// With all its fields.
        public init(name: String) {
            self.name = name
        }
    }

    /// No more may be kept.
    public struct Full: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.Full"
        /// In bytes.
        public var limit: Int

        /// With all its fields.
        public init(limit: Int) {
            self.limit = limit
        }
    }

    /// It cannot be written or read here.
    public struct Unusable: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.Unusable"
        /// What is wrong.
        public var reason: String

        /// With all its fields.
        public init(reason: String) {
            self.reason = reason
        }
    }
}
