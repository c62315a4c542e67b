internal import Glibc
internal import InkClient
internal import InkProtocol

/// One watch among several, its type forgotten.
final class Feed {
    /// To wait for.
    let descriptor: Int32
    /// No reply comes any more.
    private(set) var isFinished = false

    private let takeAll: () throws -> Bool

    /// Hands each reply to `take`.
    init<M: StreamingVarlinkMethod>(_ watch: Watch<M>, _ take: @escaping (M.Reply) throws -> Void) {
        descriptor = watch.fileDescriptor
        takeAll = {
            while let reply = try watch.nextIfAvailable() { try take(reply) }
            return watch.isFinished
        }
    }

    /// Hands each reply to `take` as it came, together with the interface's name.
    init<M: StreamingVarlinkMethod>(_ watch: Watch<M>, _ take: @escaping (String, JSONValue) throws -> Void) {
        let interface = M.name.split(separator: ".").dropLast().joined(separator: ".")
        descriptor = watch.fileDescriptor
        takeAll = {
            while let reply = try watch.nextUntypedIfAvailable() { try take(interface, reply) }
            return watch.isFinished
        }
    }

    /// Hands over all replies that have come. That the daemon closes the connection, or is ended, is an end like any other.
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
    /// Takes replies until all feeds have ended; calls `afterEach` when all that had arrived are taken.
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

/// A watch as JSON lines.
struct WatchRecords {
    /// Writes one reply.
    ///
    /// - Throws: `unwritable`.
    func write(_ interface: String, _ reply: JSONValue) throws(InkctlError) {
        try StandardOutput.writeLine(Self.line(interface, reply))
    }

    /// `{"interface":"org.inkd.Editor","reply":{…}}`.
    static func line(_ interface: String, _ reply: JSONValue) -> String {
        JSONValue.object(["interface": .string(interface), "reply": reply]).description
    }
}
