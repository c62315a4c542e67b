import Foundation
import Glibc
import InkProtocol
import Synchronization

/// Answers as inkd does on a socket of its own: attaches every client, takes all calls, and sends the events of a test.
final class DaemonDouble: Sendable {
    let path: String
    private let listener: Int32
    private let languages: Set<String>
    private let state = Mutex(State())

    private struct State {
        var calls: [String] = []
        var peers: [Int32] = []
        var stream: Int32?
    }

    private static let status = TextInputInterface.Status(seat: "seat0", enabled: true, captured: false, passing: false, locked: false)

    /// The names of the called methods, with their relevant parameters.
    var calls: [String] { state.withLock { $0.calls } }

    init(path: String, languages: Set<String> = []) throws {
        self.path = path
        self.languages = languages
        unlink(path)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard bound == 0, listen(listener, 8) == 0 else { throw POSIXError(.EADDRINUSE) }
        Thread { [self] in accept() }.start()
    }

    /// Dies, as by `kill -9`.
    func kill() {
        unlink(path)
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        state.withLock { for peer in $0.peers { shutdown(peer, Int32(SHUT_RDWR)) } }
    }

    func tell(_ event: TextInputInterface.Event) throws {
        let bytes = try Reply.encode(TextInputInterface.Attach.self, event, continues: true)
        if let stream = state.withLock({ $0.stream }) { write(bytes, to: stream) }
    }

    private func accept() {
        while true {
            let peer = Glibc.accept(listener, nil, nil)
            guard peer >= 0 else { return }
            state.withLock { $0.peers.append(peer) }
            Thread { [self] in serve(peer) }.start()
        }
    }

    private func serve(_ peer: Int32) {
        var framer = MessageFramer()
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(peer, &chunk, chunk.count, 0)
            guard count > 0 else { return }
            framer.append(Array(chunk[..<count]))
            while let message = try? framer.next() {
                guard let call = try? Call(decoding: message), let answer = try? answer(call, peer) else { return }
                write(answer, to: peer)
            }
        }
    }

    private func answer(_ call: Call, _ peer: Int32) throws -> [UInt8] {
        var note = call.method.split(separator: ".").last.map(String.init) ?? ""
        defer { state.withLock { $0.calls.append(note) } }
        switch call.method {
        case TextInputInterface.Attach.name:
            state.withLock { $0.stream = peer }
            let event = TextInputInterface.Event(sequence: 1, change: .present, session: 7, status: Self.status)
            return try Reply.encode(TextInputInterface.Attach.self, event, continues: true)
        case TextInputInterface.Focus.name:
            let focus = try call.parameters(as: TextInputInterface.Focus.Parameters.self)
            note += " \(focus.language ?? "-")"
            if let language = focus.language, !languages.contains(language) {
                return try Reply.encode(TextInputInterface.UnknownLanguage(language: language))
            }
            return try Reply.encode(TextInputInterface.Focus.self, .init(status: Self.status, field: 1))
        case TextInputInterface.Take.name:
            note += " '\(try call.parameters(as: TextInputInterface.Take.Parameters.self).text)'"
            return try Reply.encode(TextInputInterface.Take.self, .init())
        default: return try Reply.encode(TextInputInterface.SetContext.self, .init())
        }
    }

    private func write(_ bytes: [UInt8], to peer: Int32) { _ = send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
}
