import Foundation
import Glibc
import InkProtocol
import Synchronization

/// Accepts one connection on a socket of its own and answers each call with the bytes that a script gives.
final class ScriptedServer: Sendable {
    /// The answer to a call, and whether the connection is closed afterwards.
    struct Answer: Sendable {
        var bytes: [UInt8]
        var closes = false
    }

    let path: String
    private let listener: Int32
    private let calls = Mutex<[Call]>([])

    /// The calls that came.
    var received: [Call] { calls.withLock { $0 } }

    /// A server that answers in pieces of `pieceSize` bytes.
    init(pieceSize: Int = .max, _ script: @escaping @Sendable (Call) throws -> Answer) throws {
        path = NSTemporaryDirectory() + "inkd-\(UUID().uuidString.prefix(8)).sock"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard bound == 0, listen(listener, 4) == 0 else { throw POSIXError(.EADDRINUSE) }
        let thread = Thread { [self] in serve(pieceSize, script) }
        thread.start()
    }

    private func serve(_ pieceSize: Int, _ script: (Call) throws -> Answer) {
        let peer = accept(listener, nil, nil)
        close(listener)
        unlink(path)
        defer { close(peer) }
        var framer = MessageFramer()
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(peer, &chunk, chunk.count, 0)
            guard count > 0 else { return }
            framer.append(Array(chunk[..<count]))
            while let message = try? framer.next() {
                guard let call = try? Call(decoding: message), let answer = try? script(call) else { return }
                calls.withLock { $0.append(call) }
                var rest = answer.bytes[...]
                while !rest.isEmpty {
                    let sent = rest.prefix(pieceSize).withUnsafeBytes { send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                    guard sent > 0 else { return }
                    rest = rest.dropFirst(sent)
                }
                if answer.closes { return }
            }
        }
    }
}
