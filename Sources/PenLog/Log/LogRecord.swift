public import Evdev
internal import Glibc
public import Ink

/// A record of a pen log. Times are on CLOCK_MONOTONIC.
public enum LogRecord: Sendable, Hashable {
    /// The beginning of a file.
    case began(LogHeader)
    /// A device is present from now on.
    case device(LoggedDevice)
    /// A device was removed or is no longer recorded; its strokes in progress ended without a report.
    case removed(device: Int, at: Instant)
    /// A raw frame of a device. `followsDrop`: the kernel's buffer overflowed before it (SYN_DROPPED).
    case frame(device: Int, Frame)
    /// The number of frames that came too fast to be written and are missing here.
    case lost(frames: Int, at: Instant)
    /// The readings of the clocks.
    case anchor(TimeAnchor)
    /// A stroke was finished. `isText`: in the editor of an input method, whose strokes are numbered separately.
    case stroke(device: Int, number: UInt64, isText: Bool, at: Instant)
    /// A pen entered the proximity of a touchscreen, or left it. With `isBlocked`, touches are ignored from now on.
    case arbitration(device: Int, isBlocked: Bool, at: Instant)
    /// An annotation.
    case annotation(Annotation)
    /// Recording is paused.
    case paused(reason: String, at: Instant)
    /// Recording resumes.
    case resumed(at: Instant)
    /// The file was closed; a file without this record was interrupted.
    case ended(at: Instant)
}

/// The header of a log file.
public struct LogHeader: Sendable, Hashable, Codable {
    /// The newest version of the format that is read and written.
    public static let currentVersion = 1
    /// The version of the format.
    public var version = LogHeader.currentVersion
    /// The name and version of the writing program.
    public var program: String
    /// The kernel's release.
    public var kernel: String
    /// The boot identifier: times of two files are comparable if they are from the same boot.
    public var boot: String
    /// The name of the session.
    public var session: String
    /// The number of the file in its session, from 1.
    public var part: Int
    /// The readings of the clocks.
    public var anchor: TimeAnchor

    /// Creates a header of the current version.
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
    /// CLOCK_MONOTONIC, the clock of all records. It stops while the machine is suspended.
    public var monotonic: Int64
    /// CLOCK_BOOTTIME. It continues while the machine is suspended.
    public var boot: Int64
    /// CLOCK_REALTIME, since 1970. It can be set.
    public var wall: Int64

    /// Creates an anchor.
    public init(monotonic: Int64, boot: Int64, wall: Int64) {
        self.monotonic = monotonic
        self.boot = boot
        self.wall = wall
    }

    /// Returns the time during which the machine was suspended since an earlier anchor, in microseconds.
    public func slept(since earlier: TimeAnchor) -> Int64 {
        (boot &- monotonic) &- (earlier.boot &- earlier.monotonic)
    }

    /// Returns the amount by which the wall clock was set since an earlier anchor, in microseconds.
    public func wallWasSet(since earlier: TimeAnchor) -> Int64 {
        (wall &- boot) &- (earlier.wall &- earlier.boot)
    }
}

/// An annotation: `label`, `prompt`, `accepted`, `repeated`, `skipped`, `writer`, or any other key.
public struct Annotation: Sendable, Hashable, Codable {
    /// The kind of annotation.
    public var key: String
    /// The text of the annotation.
    public var text: String
    /// The time in microseconds of CLOCK_MONOTONIC.
    public var time: Int64

    /// Creates an annotation at a time.
    public init(key: String, text: String, at time: Instant) {
        self.key = key
        self.text = text
        self.time = time.microseconds
    }
}

extension TimeAnchor {
    /// The current moment.
    public static var now: TimeAnchor {
        func microseconds(_ clock: clockid_t) -> Int64 {
            var time = timespec()
            clock_gettime(clock, &time)
            return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
        }
        return TimeAnchor(
            monotonic: microseconds(CLOCK_MONOTONIC), boot: microseconds(CLOCK_BOOTTIME), wall: microseconds(CLOCK_REALTIME))
    }

    /// The moment on the clock of the recorded devices.
    public var instant: Instant { Instant(microseconds: monotonic) }
}

extension LogHeader {
    /// Returns the header of a file that begins now on this machine.
    public static func here(program: String, session: String, part: Int) -> LogHeader {
        var system = utsname()
        uname(&system)
        let kernel = withUnsafeBytes(of: &system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let boot = (try? LogFile.contents(of: "/proc/sys/kernel/random/boot_id")) ?? []
        return LogHeader(
            program: program, kernel: kernel, boot: String(decoding: boot.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self),
            session: session, part: part, anchor: .now)
    }
}
