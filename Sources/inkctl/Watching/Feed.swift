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

    /// Hands over all replies that have come. That the daemon closes the connection is an end like any other.
    ///
    /// - Throws: What the daemon refused, how the connection failed, or what `take` throws.
    func takeAvailable() throws {
        do {
            isFinished = try takeAll()
        } catch ClientError.connectionLost(errno: 0) {
            isFinished = true
        }
    }
}
