internal import Glibc

/// Waits for several watches in one thread.
enum WatchLoop {
    /// Takes what comes until all feeds have ended; calls `afterEach` when all that had come is taken.
    ///
    /// - Throws: What a feed or `afterEach` throws; `InkctlError.waiting`.
    static func run(_ feeds: [Feed], afterEach: () throws -> Void = {}) throws {
        var open = feeds
        while !open.isEmpty {
            var requests = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            guard poll(&requests, nfds_t(requests.count), -1) >= 0 else {
                if errno == EINTR { continue }
                throw InkctlError.waiting(code: errno)
            }
            for (feed, request) in zip(open, requests) where request.revents != 0 { try feed.takeAvailable() }
            try afterEach()
            open.removeAll(where: \.isFinished)
        }
    }
}
