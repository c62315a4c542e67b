internal import InkProtocol
internal import InkWorkspace
internal import Logging

/// The parts of the loop that follow the sessions of seats.
protocol SeatObserver: AnyObject {
    /// Handles a change of active sessions. The devices of seats with unknown states are already closed, but lock states may still be
    /// unknown.
    func activeSessionsChanged()
    /// Called after a change of active sessions has been applied.
    func activeSessionsApplied()
    /// Handles a change of sessions' locks.
    func locksChanged()
    /// Closes the devices of a seat.
    func closeDevices(of seat: String, because pause: DevicesInterface.Pause)
    /// Opens the devices of a seat.
    func openDevices(of seat: String)
    /// Handles changes in which seats' devices are not read, and for which reasons.
    func pausesChanged()
}

/// The active sessions of seats. Decides which seats' devices may be read, and when. Unknown lock states count as locked. Loop thread only.
final class SessionHub {
    private let loop: EventLoop
    private let shared: SharedState
    private let hardware: HardwareRegistry
    private let status: ServiceStatus
    weak var observer: (any SeatObserver)?
    /// nil where logind is unavailable.
    private let login: LoginSessions?
    private var bus: LoginBus?
    private var monitor: SeatMonitor?
    private var monitorSource: EventSource?
    /// Fires to query logind again after logind restarted or did not answer.
    private var retry: EventSource?
    /// The known states of seats, by name.
    private var states: [String: SeatState] = [:]
    private var isAsleep = false
    /// The reasons for not reading devices that were last applied, by seat.
    private var told: [String: DevicesInterface.Pause] = [:]

    /// Microseconds until logind is queried again: after it restarted, and after it did not answer.
    private static let patience: (restart: UInt64, failure: UInt64) = (200_000, 5_000_000)

    init(loop: EventLoop, shared: SharedState, hardware: HardwareRegistry, status: ServiceStatus, login: LoginSessions?) {
        self.loop = loop
        self.shared = shared
        self.hardware = hardware
        self.status = status
        self.login = login
    }

    /// Whether logind is available.
    var hasLogind: Bool { login != nil }

    /// Starts to monitor which sessions are active.
    func start() throws(DaemonError) {
        retry = try loop.timer { [unowned self] in askAll() }
        guard let login, login.askLock == nil else { return }
        bus = LoginBus(loop: loop, logger: shared.logger) { [unowned self] in note($0) }
        monitor = SeatMonitor()
        guard let descriptor = monitor?.fileDescriptor else { return }
        monitorSource = try loop.watch(descriptor, events: .readable) { [unowned self] _ in
            monitor?.flush()
            sessionsChanged()
        }
    }

    func stop() { (bus, monitor, monitorSource, retry) = (nil, nil, nil, nil) }

    // MARK: Querying

    /// Returns the known state of a seat, which is followed from now on.
    @discardableResult
    func follow(_ seat: String) -> SeatState {
        if let state = states[seat] { return state }
        var state = SeatState(hasLogind: login != nil)
        state.isAsleep = isAsleep
        state.use(login?.active(seat))
        states[seat] = state
        ask(seat)
        told[seat] = pause(of: seat)
        return states[seat] ?? state
    }

    /// Returns the reason why a seat's devices are not read; nil if they are read.
    func pause(of seat: String) -> DevicesInterface.Pause? {
        guard shared.settings.devicesSessions == .required else { return nil }
        return follow(seat).pause
    }

    /// Queries whether the session that is active on a seat is locked.
    private func ask(_ seat: String) {
        guard let session = states[seat]?.session else { return }
        let isAsked = login?.askLock?(session.id) ?? bus?.askLock(of: session.id, seat: seat) ?? false
        guard !isAsked else { return }
        states[seat]?.use(.unavailable, of: session.id)
        // without logind a later query would fail, too
        if login != nil { askLater(Self.patience.failure) }
    }

    private func askLater(_ patience: UInt64) { retry?.fire(at: loop.now &+ patience) }

    private func askAll() {
        for seat in states.keys { ask(seat) }
        apply()
    }

    // MARK: Answers

    /// Handles a notification from the bus.
    func note(_ notice: LoginNotice) {
        guard !status.isStopping else { return }
        switch notice {
        case .sessionsChanged: askAll()
        case .lock(let seat, let session, let isLocked):
            states[seat]?.use(isLocked.map { $0 ? .locked : .unlocked } ?? .unavailable, of: session)
            if isLocked == nil { askLater(Self.patience.failure) }
            apply()
        case .sleep(let isAsleep):
            self.isAsleep = isAsleep
            for seat in states.keys { states[seat]?.isAsleep = isAsleep }
            if !isAsleep { bus?.wantInhibitor() }
            apply()
            // the devices are closed now, so the machine may sleep
            if isAsleep { bus?.releaseInhibitor() }
        case .restarted:
            isAsleep = false
            for seat in states.keys {
                states[seat]?.isAsleep = false
                states[seat]?.forgetLock()
            }
            apply()
            askLater(Self.patience.restart)
        }
    }

    /// Handles a change of active sessions: a user must not see another user's ink.
    func sessionsChanged() {
        for seat in states.keys {
            states[seat]?.use(login?.active(seat))
            ask(seat)
        }
        // close devices first, so that the user still has the right to receive the ends of strokes
        closeDevices()
        shared.access.refresh()
        observer?.activeSessionsChanged()
        apply()
        observer?.activeSessionsApplied()
    }

    /// Delays sleep until devices are closed; called when a device was opened.
    func devicesOpened() { bus?.wantInhibitor() }

    // MARK: Consequences

    /// Applies the known states to devices, input methods and clients.
    func apply() {
        closeDevices()
        observer?.locksChanged()
        for seat in states.keys.sorted() {
            let pause = pause(of: seat)
            guard pause != told[seat] else { continue }
            told[seat] = pause
            log(pause, of: seat)
            if pause == nil { observer?.openDevices(of: seat) }
        }
        observer?.pausesChanged()
    }

    private func closeDevices() {
        for seat in states.keys.sorted() {
            if let pause = pause(of: seat) { observer?.closeDevices(of: seat, because: pause) }
        }
    }

    private func log(_ pause: DevicesInterface.Pause?, of seat: String) {
        guard hardware.seats.contains(seat) else { return }
        guard let pause else { return shared.notices.log(.info, about: .seat(seat), "the devices of \(seat) are open") }
        shared.notices.log(.info, about: .seat(seat), "the devices of \(seat) are closed: \(pause.rawValue)")
    }

    /// The seats of hardware that is not read, and the reasons, sorted by name.
    var pauses: [(seat: String, pause: DevicesInterface.Pause)] {
        hardware.seats.sorted().compactMap { seat in pause(of: seat).map { (seat, $0) } }
    }
}
