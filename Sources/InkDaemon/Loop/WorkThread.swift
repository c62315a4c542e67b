internal import CLinux
internal import Glibc
internal import Synchronization

/// A thread that does one thing after the other for the loop, so that neither pens nor clients wait for it. What it works with is its own.
final class WorkThread<Own>: Sendable {
    typealias Work = @Sendable (Own) -> Void

    private struct Mailbox {
        var work: [Work] = []
        var end: End?
    }

    /// When the thread ends.
    private enum End {
        /// After what it is doing.
        case soon
        /// After everything that was asked for.
        case finished
    }

    private let mailbox = Mutex(Mailbox())
    private let wakeDescriptor: Int32
    /// Readable when the thread has ended.
    private let endDescriptor: Int32

    /// Starts the thread.
    /// - Parameter make: makes what the thread works with, on the thread.
    init(named name: String, _ make: @escaping @Sendable () -> Own) throws(DaemonError) {
        wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC))
        endDescriptor = eventfd(0, Int32(EFD_CLOEXEC))
        guard wakeDescriptor >= 0, endDescriptor >= 0 else { throw .system(operation: "make an eventfd", code: errno) }
        try startThread(named: name) { [self] in
            do {
                let own = make()
                while let work = next() { work(own) }
            }
            eventfd_write(endDescriptor, 1)
        }
    }

    deinit {
        close(wakeDescriptor)
        close(endDescriptor)
    }

    /// Has something done on the thread, after everything that was asked for before.
    func perform(_ work: @escaping Work) {
        mailbox.withLock { $0.work.append(work) }
        eventfd_write(wakeDescriptor, 1)
    }

    /// Ends the thread after what it is doing; what waits is not done.
    func stop() { end(.soon) }

    /// Ends the thread after everything that was asked for, and waits ten seconds for that: what was written must not be lost.
    func finish() {
        end(.finished)
        var end = pollfd(fd: endDescriptor, events: Int16(POLLIN), revents: 0)
        while poll(&end, 1, 10_000) < 0, errno == EINTR {}
    }

    private func end(_ end: End) {
        mailbox.withLock { $0.end = end }
        eventfd_write(wakeDescriptor, 1)
    }

    /// Waits for work; nil when the thread shall end.
    private func next() -> Work? {
        while true {
            let (work, end) = mailbox.withLock { ($0.work.isEmpty ? nil : $0.work.removeFirst(), $0.end) }
            if end == .soon { return nil }
            if let work { return work }
            if end == .finished { return nil }
            var count: eventfd_t = 0
            while eventfd_read(wakeDescriptor, &count) < 0, errno == EINTR {}
        }
    }
}
