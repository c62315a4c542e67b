internal import Glibc

/// The file descriptors and times that a front end waits for in one call of `poll`.
public struct PollSet {
    /// The outcome of a wait.
    public enum Outcome: Sendable, Hashable {
        /// The descriptor that was added first has an event.
        case first
        /// Another descriptor is ready, a time has been reached, or a signal has arrived.
        case other
        case failed(errno: Int32)
    }

    private var requests: [pollfd] = []
    private var timeout: Int32 = -1

    /// Creates a set that waits forever.
    public init() {}

    /// Adds a file descriptor to read from.
    public mutating func add(fileDescriptor: Int32) { add(fileDescriptor: fileDescriptor, events: Int16(POLLIN)) }

    /// Adds a file descriptor with the events of `poll`.
    public mutating func add(fileDescriptor: Int32, events: Int16) {
        requests.append(pollfd(fd: fileDescriptor, events: events, revents: 0))
    }

    /// Adds a session with its deadline.
    public mutating func add(_ session: InputMethodSession) {
        for fileDescriptor in session.fileDescriptors { add(fileDescriptor: fileDescriptor) }
        add(timeout: session.pollTimeout)
    }

    /// Adds a time of the session's clock; nil adds no time.
    public mutating func add(deadline: Duration?) { add(timeout: InputMethodSession.pollTimeout(until: deadline)) }

    /// Adds a number of milliseconds from now; -1 adds no time.
    public mutating func add(timeout: Int32) {
        guard timeout >= 0 else { return }
        self.timeout = self.timeout < 0 ? timeout : min(self.timeout, timeout)
    }

    /// Waits for the first event or time.
    public mutating func wait() -> Outcome {
        guard poll(&requests, nfds_t(requests.count), timeout) >= 0 || errno == EINTR else { return .failed(errno: errno) }
        return requests.first.map { $0.revents != 0 } ?? false ? .first : .other
    }
}
