internal import Foundation
internal import Glibc
internal import Synchronization
public import Varlink

/// A Varlink server on its own socket that answers each call with the bytes of a script.
public final class ScriptedServer: Sendable {
    /// The answer to a call.
    public struct Answer: Sendable {
        /// The bytes to send, including the zero byte that ends a message, if any.
        public var bytes: [UInt8]
        /// Whether the connection is closed afterwards.
        public var closes: Bool

        /// Creates an answer; the connection stays open unless `closes` is true.
        public init(bytes: [UInt8], closes: Bool = false) {
            self.bytes = bytes
            self.closes = closes
        }
    }

    /// A function that answers a call. If it throws an error, the server closes the connection of the call.
    public typealias Script = @Sendable (Call) throws -> Answer

    private struct State {
        var calls: [Call] = []
        var isListening = true
        var peers: [Int32] = []
        /// The last connection that called each method.
        var callers: [String: Int32] = [:]
    }

    /// The socket's path.
    public let path: String
    private let listener: Int32
    private let pieceSize: Int
    private let script: Script
    private let state = Mutex(State())

    /// The calls received.
    public var received: [Call] { state.withLock { $0.calls } }

    /// Creates a server that sends its answers in pieces of `pieceSize` bytes. After it has accepted `connections` connections, it accepts
    /// no more, and removes its socket.
    /// - Throws: `POSIXError` if the socket cannot be created at the path.
    public init(
        path: String? = nil, connections: Int = 1, pieceSize: Int = .max, _ script: @escaping Script
    ) throws {
        let path = path ?? NSTemporaryDirectory() + "inkd-\(UUID().uuidString.prefix(8)).sock"
        (self.path, self.pieceSize, self.script) = (path, pieceSize, script)
        unlink(path)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard bound == 0, listen(listener, 8) == 0 else { throw POSIXError(.EADDRINUSE) }
        Thread { [self] in accept(connections) }.start()
    }

    /// Stops accepting connections, and closes the existing ones: as if the server were killed.
    public func close() {
        stopListening()
        state.withLock { for peer in $0.peers { shutdown(peer, Int32(SHUT_RDWR)) } }
    }

    /// Sends unsolicited bytes to the last connection that called a method.
    public func send(_ bytes: [UInt8], toCallerOf method: String) {
        if let peer = state.withLock({ $0.callers[method] }) { _ = send(bytes, to: peer) }
    }

    private func stopListening() {
        guard
            state.withLock({ state in
                defer { state.isListening = false }
                return state.isListening
            })
        else { return }
        unlink(path)
        shutdown(listener, Int32(SHUT_RDWR))
        Glibc.close(listener)
    }

    private func accept(_ connections: Int) {
        for _ in 0..<connections {
            let peer = Glibc.accept(listener, nil, nil)
            guard peer >= 0 else { return }
            state.withLock { $0.peers.append(peer) }
            Thread { [self] in
                serve(peer)
                state.withLock { $0.peers.removeAll { $0 == peer } }
                Glibc.close(peer)
            }.start()
        }
        stopListening()
    }

    private func serve(_ peer: Int32) {
        var framer = MessageFramer()
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(peer, &chunk, chunk.count, 0)
            guard count > 0 else { return }
            framer.append(Array(chunk[..<count]))
            while let message = try? framer.next() {
                guard let call = try? Call(decoding: message) else { return }
                state.withLock { $0.callers[call.method] = peer }
                guard let answer = try? script(call) else { return }
                state.withLock { $0.calls.append(call) }
                guard send(answer.bytes, to: peer), !answer.closes else { return }
            }
        }
    }

    private func send(_ bytes: [UInt8], to peer: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.prefix(pieceSize).withUnsafeBytes { Glibc.send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }
}
