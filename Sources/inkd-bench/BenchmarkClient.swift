import CBenchmark
import Glibc
import InkProtocol
import Synchronization

/// A connection that makes one call at a time. Used by one thread at a time.
final class BenchmarkClient: Sendable {
    private let socket: Int32
    private let framer = Mutex(MessageFramer(limit: 64 << 20))

    /// Connects to a daemon's socket.
    init(path: String) throws {
        socket = bench_connect(path, #"{"method":"org.varlink.service.GetInfo"}"#)
        guard socket >= 0 else { throw BenchmarkError.system(operation: "connect to \(path)", code: errno) }
        _ = try call([])
    }

    deinit { close(socket) }

    /// Sends a message, including its NUL, and waits for its reply.
    /// - Throws: `BenchmarkError` if the daemon closes the connection.
    func call(_ message: [UInt8]) throws -> Reply {
        var rest = message[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { throw BenchmarkError.system(operation: "send a call", code: errno) }
            rest = rest.dropFirst(sent)
        }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            if let reply = try framer.withLock({ try $0.next() }) { return try Reply(decoding: reply) }
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { throw BenchmarkError.interrupted("the daemon hung up") }
            framer.withLock { $0.append(Array(buffer[..<count])) }
        }
    }

    /// Calls a method.
    /// - Throws: `BenchmarkError` if the call is refused.
    func call<M: VarlinkMethod>(_ method: M.Type, _ parameters: M.Parameters) throws -> M.Reply {
        let reply = try call(try Call.encode(method, parameters, more: false))
        if let error = reply.error { throw BenchmarkError.interrupted("\(M.self) was refused: \(error)") }
        return try reply.parameters(as: M.Reply.self)
    }

    /// Creates an editor with an empty part of a new package.
    func newEditor(named name: String) throws -> String {
        _ = try call(PackagesInterface.Open.self, .init(name: name, option: .create))
        let part = try call(PackagesInterface.CreatePart.self, .init(package: name, type: "Raw Content")).part
        let editor = try call(EditorInterface.Create.self, .init()).editor
        _ = try call(EditorInterface.SetViewSize.self, .init(editor: editor, width: 210, height: 297))
        _ = try call(EditorInterface.SetPart.self, .init(editor: editor, package: name, part: part.id))
        return editor
    }
}

/// A flag that any thread sets once.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
