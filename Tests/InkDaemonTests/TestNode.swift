import Evdev
import Glibc
import Ink
import Synchronization
@testable import Tablet

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

/// A seat with sessions that a test makes, in place of logind.
final class TestLogin: Sendable {
    private let active = Mutex<[String: LoginSession]>([:])

    var sessions: LoginSessions {
        LoginSessions(
            active: { seat in self.active.withLock { $0[seat] } },
            hasSession: { _ in true },
            seat: { user in self.active.withLock { $0.first { $0.value.user == user }?.key } },
            isOn: { _, _ in false },
            askLock: { _ in true })
    }

    /// Another session is active on a seat; nothing is known of its lock.
    func activate(_ session: LoginSession?, on seat: String = "seat0", in daemon: RunningDaemon) throws {
        active.withLock { $0[seat] = session }
        try daemon.onLoop {
            // as if a device were there already
            $0.parts.sessions.follow(seat)
            $0.parts.sessions.sessionsChanged()
        }
    }

    /// logind says whether a session is locked.
    func lock(_ isLocked: Bool?, _ session: LoginSession, on seat: String = "seat0", in daemon: RunningDaemon) throws {
        try daemon.onLoop { $0.parts.sessions.note(.lock(seat: seat, session: session.id, isLocked: isLocked)) }
    }

    /// A session is active, and known to be unlocked.
    func enter(_ session: LoginSession, on seat: String = "seat0", in daemon: RunningDaemon) throws {
        try activate(session, on: seat, in: daemon)
        try lock(false, session, on: seat, in: daemon)
    }
}

/// Hardware with a node that can be opened and closed, as often as the daemon does so.
final class TestNode: Sendable {
    private struct State {
        var description: DeviceDescription
        var writing: Int32 = -1
        /// How often it was opened, and how many of these are open.
        var opened = 0
        var open = 0
        var hasFailed = false
    }

    /// What the daemon reads; closed with the object.
    private final class Source: FrameSource {
        let fileDescriptor: Int32
        private let stream: RawEventStream
        private let closed: () -> Void

        init(_ descriptor: Int32, _ description: DeviceDescription, closed: @escaping () -> Void) {
            fileDescriptor = descriptor
            stream = RawEventStream(reading: descriptor, description: description)
            self.closed = closed
        }

        deinit {
            close(fileDescriptor)
            closed()
        }

        var description: DeviceDescription { stream.description }
        var present: DeviceDescription { stream.present }
        func readFrames(_ body: (Frame) -> Void) -> ReadOutcome { stream.readFrames(body) }
        func grab(_ isGrabbed: Bool, ofSilentPen isSilent: Bool) {}
    }

    private let state: Mutex<State>
    let device: DiscoveredDevice

    /// - Parameter pad: the controls of a pad; without them it is a pen.
    init(
        _ description: DeviceDescription = .pen, seat: String = "seat0", name: String = "pen", number: UInt64 = 0, product: UInt16 = 2,
        pad: PadLayout? = nil
    ) {
        state = Mutex(State(description: description))
        device = DiscoveredDevice(
            syspath: "/sys/\(seat)/\(name)", node: "/dev/input/\(name)", number: number, role: pad == nil ? .pen : .pad, name: name, bus: 3,
            hardware: HardwareID(vendor: 1, product: product), seat: seat, isVirtual: false, isDisplay: false, pad: pad)
    }

    /// A pad with two keys and a ring.
    static func pad(seat: String = "seat0", name: String = "pad") -> TestNode {
        var description = DeviceDescription(name: "test pad", bus: 3)
        description.keys = [Key.button0, Key.button0 + 1]
        description.axes = [Axis.wheel: AxisInfo(minimum: 0, maximum: 71), Axis.misc: AxisInfo(minimum: 0, maximum: 0)]
        let layout = PadLayout(keys: description.keys, axes: [Axis.wheel, Axis.misc], relative: [])
        return TestNode(description, seat: seat, name: name, pad: layout)
    }

    deinit { state.withLock { if $0.writing >= 0 { close($0.writing) } } }

    var openings: Int { state.withLock { $0.opened } }
    var isOpen: Bool { state.withLock { $0.open > 0 } }

    /// The state that the kernel has when it is opened next.
    func setKernelState(_ change: (inout DeviceDescription) -> Void) { state.withLock { change(&$0.description) } }

    /// Lets a daemon know of nodes, as udev would.
    static func plug(_ nodes: TestNode..., in daemon: RunningDaemon) throws {
        try daemon.onLoop { daemon in
            let byPath = Dictionary(uniqueKeysWithValues: nodes.map { ($0.device.syspath, $0) })
            daemon.parts.hardware.openSource = { device, _ in
                guard let node = byPath[device.syspath] else { throw RawClient.Failure(reason: "no such node") }
                return try node.open()
            }
            for node in nodes { daemon.parts.hardware.open(node.device) }
            daemon.parts.devices.pair(Array(daemon.parts.hardwareRegistry.discovered.values))
        }
    }

    private func open() throws -> any FrameSource {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else { throw RawClient.Failure(reason: "no pipe") }
        return state.withLock { state in
            if state.writing >= 0 { close(state.writing) }
            state.writing = ends[1]
            state.opened += 1
            state.open += 1
            return Source(ends[0], state.description) { [unowned self] in self.state.withLock { $0.open -= 1 } }
        }
    }

    /// Reports frames to whoever has the node open.
    func write(_ frames: Frame...) {
        let descriptor = state.withLock { $0.writing }
        for frame in frames {
            let bytes = frame.kernelBytes
            // nobody reads what a closed node reports
            _ = Glibc.write(descriptor, bytes, bytes.count)
        }
    }
}
