internal import CLinux
internal import Glibc

/// An eventfd: a counter that threads increment, with a descriptor that is readable while the counter is not 0.
public final class EventCounter: Sendable {
    /// The semantics of reading the counter.
    public enum Kind: Sendable {
        /// Reads the whole counter; `take` waits while it is 0.
        case waiting
        /// Reads the whole counter; `take` never waits.
        case nonBlocking
        /// Decrements the counter by 1; `take` waits while it is 0.
        case semaphore
    }

    /// The descriptor for `poll`; closed with this object.
    public let descriptor: Int32

    /// Creates a counter.
    /// - Throws: if the process has no more descriptors.
    public init(_ kind: Kind = .waiting, initial: UInt32 = 0) throws(SystemError) {
        let flags: Int32 =
            switch kind {
            case .waiting: 0
            case .nonBlocking: Int32(EFD_NONBLOCK)
            case .semaphore: Int32(EFD_SEMAPHORE)
            }
        descriptor = eventfd(initial, flags | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError("create an eventfd") }
    }

    deinit { close(descriptor) }

    /// Increments the counter; wakes threads that wait for it.
    public func add(_ count: UInt64 = 1) { eventfd_write(descriptor, count) }

    /// Reads and clears the counter; decrements a semaphore.
    ///
    /// - Returns: the number read; 0 if a non-blocking counter was 0.
    @discardableResult
    public func take() -> UInt64 {
        var count: eventfd_t = 0
        return retrying { eventfd_read(descriptor, &count) } == 0 ? count : 0
    }

    /// Waits until the counter is not 0, without changing it.
    ///
    /// - Parameter deadline: microseconds of CLOCK_MONOTONIC; nil waits forever.
    /// - Returns: whether the counter is not 0.
    public func wait(until deadline: UInt64? = nil) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard let deadline else { return retrying { ppoll(&request, 1, nil, nil) } > 0 }
        return retrying {
            let now = MonotonicClock.microseconds
            let left = deadline > now ? deadline - now : 0
            var time = timespec(tv_sec: Int(left / 1_000_000), tv_nsec: Int(left % 1_000_000) * 1000)
            return ppoll(&request, 1, &time, nil)
        } > 0
    }
}

/// CLOCK_MONOTONIC: the time since boot, not including sleep.
public enum MonotonicClock {
    /// The time in microseconds, as in the timestamps of input events.
    public static var microseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }
}
