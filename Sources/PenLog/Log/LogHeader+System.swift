internal import Glibc
public import Ink

extension TimeAnchor {
    /// This moment.
    public static var now: TimeAnchor {
        func microseconds(_ clock: clockid_t) -> Int64 {
            var time = timespec()
            clock_gettime(clock, &time)
            return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
        }
        return TimeAnchor(
            monotonic: microseconds(CLOCK_MONOTONIC), boot: microseconds(CLOCK_BOOTTIME), wall: microseconds(CLOCK_REALTIME))
    }

    /// On the clock of what is recorded.
    public var instant: Instant { Instant(microseconds: monotonic) }
}

extension LogHeader {
    /// Of a file that begins now on this machine.
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
