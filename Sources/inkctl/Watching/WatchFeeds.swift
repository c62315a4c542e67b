internal import Glibc
internal import InkClient
internal import InkProtocol

/// One of several watches, with its type erased.
final class Feed {
    /// The descriptor that becomes readable when replies arrive.
    let descriptor: Int32
    /// Whether no more replies will come.
    private(set) var isFinished = false

    private let takeAll: () throws -> Bool

    /// Forwards each reply to `take`.
    init<M: StreamingVarlinkMethod>(_ watch: Watch<M>, _ take: @escaping (M.Reply) throws -> Void) {
        descriptor = watch.fileDescriptor
        takeAll = {
            while let reply = try watch.nextIfAvailable() { try take(reply) }
            return watch.isFinished
        }
    }

    /// Forwards each reply to `take` without decoding it, together with the interface's name.
    init<M: StreamingVarlinkMethod>(_ watch: Watch<M>, _ take: @escaping (String, JSONValue) throws -> Void) {
        let interface = M.name.split(separator: ".").dropLast().joined(separator: ".")
        descriptor = watch.fileDescriptor
        takeAll = {
            while let reply = try watch.nextUntypedIfAvailable() { try take(interface, reply) }
            return watch.isFinished
        }
    }

    /// Forwards all available replies. If the daemon closes the connection or ends, this is a normal end of the feed.
    ///
    /// - Throws: The daemon's refusal, the connection's failure, or the errors of `take`.
    func takeAvailable() throws {
        do {
            isFinished = try takeAll()
        } catch ClientError.connectionLost(errno: let code) where code == 0 || code == ECONNRESET {
            isFinished = true
        }
    }
}

/// Waits for several watches in one thread.
enum WatchLoop {
    /// Handles replies until all feeds have ended. Calls `afterEach` each time that all available replies are handled.
    ///
    /// - Throws: The errors of a feed or of `afterEach`; `InkctlError.waiting`.
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

/// A watch as JSON lines.
struct WatchRecords {
    /// Writes one reply.
    ///
    /// - Throws: `unwritable`.
    func write(_ interface: String, _ reply: JSONValue) throws(InkctlError) {
        try StandardOutput.writeLine(Self.line(interface, reply))
    }

    /// Returns `{"interface":"org.inkd.Editor","reply":{…}}`.
    static func line(_ interface: String, _ reply: JSONValue) -> String {
        JSONValue.object(["interface": .string(interface), "reply": reply]).description
    }
}
