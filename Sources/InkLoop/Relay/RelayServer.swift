internal import Evdev
internal import Glibc
internal import InkWorkspace
internal import Logging
internal import PenRelay
internal import System

/// Follows relays that grab pens.
protocol RelayObserver: AnyObject {
    /// Handles a relay whose grab of its device was refused, because inkd or another program has grabbed the device.
    func relayRefused(_ number: UInt64)
    /// Handles a relay that has left before it grabbed its device.
    func relayLeft(_ number: UInt64)
    /// Handles the relay of a device that has grabbed it. From now on the connection from ``RelayServer/take(_:)`` delivers the frames.
    func relayGrabbed(_ number: UInt64)
}

/// Accepts connections from relays of pens (`inkd-pen`), and retains each until its relay has grabbed the pen. Loop thread only.
///
/// A relay says which pen it has. If inkd reads that pen, it sends the rules that permit the grab. The relay grabs the pen as soon as no
/// tool is in proximity. From then on the connection is the source of the pen's frames.
final class RelayServer {
    /// A connection that is no source of frames yet.
    private struct Waiting {
        let connection: RelayConnection
        let source: EventSource
        /// The device number (`dev_t`) of the pen's node; nil until the relay has sent it.
        var device: UInt64?
        var isGrabbed = false
    }

    /// Maximum number of waiting connections; more than a machine has pens.
    private static let limit = 64

    private let loop: EventLoop
    private let shared: SharedState
    weak var observer: (any RelayObserver)?
    private var listener: Descriptor?
    private var listenerSource: EventSource?
    private var waiting: [UInt64: Waiting] = [:]
    private var last: UInt64 = 0
    /// The pens that inkd reads, by the number of their nodes.
    private var open: [UInt64: DeviceDescription] = [:]

    init(loop: EventLoop, shared: SharedState) {
        self.loop = loop
        self.shared = shared
    }

    /// Accepts connections of systemd's socket from now on; does nothing without one.
    func start() throws(DaemonError) {
        guard let handed = HandedSockets.pens else { return }
        try start(taking: handed)
    }

    /// Accepts connections of a listening socket from now on.
    func start(taking descriptor: Int32) throws(DaemonError) {
        guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0 else {
            throw .system(operation: "make the socket of pens non-blocking", code: errno)
        }
        listener = Descriptor(taking: descriptor)
        listenerSource = try loop.watch(descriptor, events: .readable) { [unowned self] _ in accept() }
    }

    /// Closes all connections that are no source of frames, and accepts no more.
    func stop() {
        listenerSource?.disable()
        listenerSource = nil
        listener = nil
        // no pen is to be grabbed any more
        observer = nil
        for id in waiting.keys { drop(id) }
    }

    // MARK: Pens

    /// Notes that inkd reads a pen: its relay may grab it.
    func opened(_ number: UInt64, _ description: DeviceDescription) {
        open[number] = description
        for waiting in waiting.values where waiting.device == number { admit(waiting.connection, description) }
    }

    /// Notes that inkd has released a pen: the relay whose grab was refused may try again at once.
    func released(_ number: UInt64) {
        if let description = open[number] { opened(number, description) }
    }

    /// Notes that inkd no longer reads a pen.
    func closed(_ number: UInt64) { open[number] = nil }

    /// Removes and returns the connection of the relay that has grabbed a pen; nil without one.
    func take(_ number: UInt64) -> RelayConnection? {
        guard let found = waiting.first(where: { $0.value.device == number && $0.value.isGrabbed }) else { return nil }
        found.value.source.disable()
        waiting[found.key] = nil
        return found.value.connection
    }

    // MARK: Connections

    private func accept() {
        while let descriptor = acceptNext() {
            guard waiting.count < Self.limit else {
                close(descriptor)
                shared.notices.log(.warning, about: .daemon, "a relay of a pen was refused: \(Self.limit) others wait already")
                continue
            }
            last += 1
            let (id, connection) = (last, RelayConnection(taking: descriptor))
            do {
                let source = try loop.watch(descriptor, events: .readable) { [unowned self] _ in read(id) }
                waiting[id] = Waiting(connection: connection, source: source)
            } catch {
                shared.notices.log(.warning, about: .daemon, "a relay of a pen was refused: \(error)")
            }
        }
    }

    /// Returns the descriptor of the next connection; nil if none waits.
    private func acceptNext() -> Int32? {
        switch listener {
        case .some(let listener): UnixSocket.accept(on: listener)
        case nil: nil
        }
    }

    private func read(_ id: UInt64) {
        while let connection = waiting[id]?.connection {
            switch connection.receive() {
            case .nothing: return
            case .closed: return drop(id)
            case .invalid(let error):
                shared.notices.log(.warning, about: .daemon, "the relay of a pen was refused: \(error)")
                return drop(id)
            case .message(.hello(RelayMessage.version, let device)): greet(id, device)
            case .message(.hello(let version, _)):
                shared.notices.log(
                    .warning, about: .daemon,
                    "inkd-pen has version \(version) of the protocol instead of \(RelayMessage.version); install inkd-pen and inkd of one version"
                )
                return drop(id)
            case .message(.grab(let isGrabbed)):
                waiting[id]?.isGrabbed = isGrabbed
                guard let number = waiting[id]?.device else { continue }
                guard isGrabbed else {
                    observer?.relayRefused(number)
                    continue
                }
                return observer?.relayGrabbed(number) ?? ()
            // such a message is from before inkd uses the connection, and no part of inkd needs it
            case .message(.frame), .message(.verdict): break
            }
        }
    }

    private func greet(_ id: UInt64, _ device: UInt64) {
        // a relay that was restarted replaces its previous connection
        for (other, entry) in waiting where entry.device == device { drop(other) }
        waiting[id]?.device = device
        if let connection = waiting[id]?.connection, let description = open[device] { admit(connection, description) }
    }

    /// Permits a relay to grab its pen. Until other rules follow, the pen points everywhere.
    private func admit(_ connection: RelayConnection, _ description: DeviceDescription) {
        connection.send(.settings(.standard(.pass, for: description)))
    }

    private func drop(_ id: UInt64) {
        waiting[id]?.source.disable()
        guard let device = waiting.removeValue(forKey: id)?.device else { return }
        observer?.relayLeft(device)
    }
}
