public import Evdev
public import Ink

/// One thing that a pen log tells. Times are of CLOCK_MONOTONIC.
public enum LogRecord: Sendable, Hashable {
    /// A file begins.
    case began(LogHeader)
    /// A device is there from now on.
    case device(LoggedDevice)
    /// A device has gone, or is not recorded any more; what it was doing ended without its saying so.
    case removed(device: Int, at: Instant)
    /// What a device reported, before anything was made of it. `followsDrop`: the kernel's buffer had overflowed before (SYN_DROPPED).
    case frame(device: Int, Frame)
    /// So many frames came too fast to be written, and are missing here.
    case lost(frames: Int, at: Instant)
    /// How the clocks stand.
    case anchor(TimeAnchor)
    /// A stroke was finished; `isText`: in the editor that input methods have, which counts its own.
    case stroke(device: Int, number: UInt64, isText: Bool, at: Instant)
    /// A pen came near a touchscreen (its contacts do not count from now on), or has gone.
    case arbitration(device: Int, isBlocked: Bool, at: Instant)
    /// Something that was said of what is written.
    case annotation(Annotation)
    /// Nothing is recorded for a while.
    case paused(reason: String, at: Instant)
    /// It goes on.
    case resumed(at: Instant)
    /// The file was closed; one without this was cut off.
    case ended(at: Instant)
}

/// What a log file says of itself.
public struct LogHeader: Sendable, Hashable, Codable {
    /// The format's version; this is the newest that is read and written.
    public static let currentVersion = 1
    /// Of the format.
    public var version = LogHeader.currentVersion
    /// The program that wrote it, with its version.
    public var program: String
    /// The kernel's release.
    public var kernel: String
    /// Times of two files can be compared if they are from the same boot.
    public var boot: String
    /// What the session is called.
    public var session: String
    /// The number of the file in its session, from 1 on.
    public var part: Int
    /// How the clocks stood.
    public var anchor: TimeAnchor

    /// A header of the present version.
    public init(program: String, kernel: String, boot: String, session: String, part: Int, anchor: TimeAnchor) {
        self.program = program
        self.kernel = kernel
        self.boot = boot
        self.session = session
        self.part = part
        self.anchor = anchor
    }
}

/// The same moment on three clocks, in microseconds.
public struct TimeAnchor: Sendable, Hashable, Codable {
    /// CLOCK_MONOTONIC, the clock of all that is recorded: it stands still while the machine sleeps.
    public var monotonic: Int64
    /// CLOCK_BOOTTIME: it does not.
    public var boot: Int64
    /// CLOCK_REALTIME, since 1970: it can be set.
    public var wall: Int64

    /// A moment.
    public init(monotonic: Int64, boot: Int64, wall: Int64) {
        self.monotonic = monotonic
        self.boot = boot
        self.wall = wall
    }

    /// How long the machine has slept between an earlier anchor and this, in microseconds.
    public func slept(since earlier: TimeAnchor) -> Int64 {
        (boot &- monotonic) &- (earlier.boot &- earlier.monotonic)
    }

    /// By how much the clock on the wall was set forward between an earlier anchor and this, in microseconds.
    public func wallWasSet(since earlier: TimeAnchor) -> Int64 {
        (wall &- boot) &- (earlier.wall &- earlier.boot)
    }
}

/// Something that was said of what is written: `label`, `prompt`, `accepted`, `repeated`, `skipped`, `writer`, or whatever somebody likes.
public struct Annotation: Sendable, Hashable, Codable {
    /// What kind of thing.
    public var key: String
    /// What was said.
    public var text: String
    /// Microseconds of CLOCK_MONOTONIC.
    public var time: Int64

    /// What was said at a time.
    public init(key: String, text: String, at time: Instant) {
        self.key = key
        self.text = text
        self.time = time.microseconds
    }
}
