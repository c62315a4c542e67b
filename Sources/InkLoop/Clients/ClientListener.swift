internal import Glibc
internal import InkWorkspace
internal import Logging

/// Accepts connections, a few per iteration of the loop. When descriptors run out, pauses instead of retrying at once. Loop thread only.
final class ClientListener {
    private let loop: EventLoop
    private let shared: SharedState
    private var listener: Listener?
    private var source: EventSource?
    /// Ends the pause. Armed while no connection is accepted.
    private var pause: EventSource?
    private var admit: ((Int32) -> Void)?
    private var hasLoggedLimit = false

    /// Maximum number of connections accepted before pens are served.
    private static let connectionsPerTurn = 16
    /// Microseconds until connections are accepted again after descriptors ran out.
    private static let pauseLength: UInt64 = 500_000

    init(loop: EventLoop, shared: SharedState) {
        self.loop = loop
        self.shared = shared
    }

    /// Creates the socket, or adopts systemd's.
    /// - Parameter admit: called with the descriptor of each connection.
    func open(at path: String, _ admit: @escaping (Int32) -> Void) throws(DaemonError) {
        let listener = try Listener(path: path)
        let descriptor = listener.descriptor
        self.listener = consume listener
        self.admit = admit
        source = try loop.watch(descriptor, events: .readable) { [unowned self] _ in accept() }
        pause = try loop.timer { [unowned self] in source?.wait(for: .readable) }
    }

    func close() {
        source?.disable()
        (source, pause) = (nil, nil)
        listener = nil
    }

    private func accept() {
        for _ in 0..<Self.connectionsPerTurn {
            switch listener?.accept() {
            case .connection(let descriptor): admit?(descriptor)
            case .exhausted:
                logLimit("no file descriptors left: new connections wait", causedBy: nil)
                source?.wait(for: [])
                pause?.fire(at: loop.now &+ Self.pauseLength)
                return
            case .nothing, nil: return
            }
        }
    }

    /// Accepts connections again, because a client has disconnected.
    func resume() {
        hasLoggedLimit = false
        source?.wait(for: .readable)
    }

    /// Logs a refused connection, but only the first one until a client disconnects.
    /// - Parameter user: the user whose connection was refused; nil if the system allows no more connections.
    func logLimit(_ reason: String, causedBy user: UInt32?) {
        defer { hasLoggedLimit = true }
        guard !hasLoggedLimit else { return }
        if let user { shared.notice(.warning, causedBy: user, reason) } else { shared.notices.log(.warning, about: .daemon, reason) }
    }
}
