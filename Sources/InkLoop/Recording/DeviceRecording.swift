internal import Evdev
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import PenLog
internal import Tablet

/// Decides which devices are recorded for which user, and pauses and resumes recordings. Loop thread only.
final class DeviceRecording {
    private let access: Access
    private let devices: DeviceRegistry
    private let hardware: HardwareRegistry
    private let seats: TextSeatRegistry
    private unowned let recorders: RecorderServer

    init(access: Access, devices: DeviceRegistry, hardware: HardwareRegistry, seats: TextSeatRegistry, recorders: RecorderServer) {
        self.access = access
        self.devices = devices
        self.hardware = hardware
        self.seats = seats
        self.recorders = recorders
    }

    /// The devices that can be recorded. Pads are left out, because recordings contain writing.
    private var sessions: [DeviceSession] { devices.sessions.values.filter { $0.identity.role != .pad } }

    /// Records every device for the user who may record it now.
    func follow() {
        guard recorders.isRecording else { return }
        for session in sessions {
            let recorder = recorder(of: session)
            session.logging.hasOverrun = false
            if let log = session.logging.queue, log !== recorder?.thread.queue { end(session) }
            session.logging.nextRecorder = session.logging.queue == nil ? recorder : nil
            begin(session)
        }
        for recorder in recorders.recorders.values { updatePause(of: recorder) }
    }

    /// Begins to record a waiting device if no pen or finger is active. A log must be understandable without earlier frames.
    func begin(_ session: DeviceSession) {
        guard let recorder = session.logging.nextRecorder, session.isAtRest else { return }
        session.logging.nextRecorder = nil
        guard recorder.thread.queue.push(.device(loggedDevice(session, recorder.names))) else { return }
        session.logging.queue = recorder.thread.queue
        // editors may not have processed earlier strokes yet, so remember the number of pen-up events
        for editor in [session.editor, session.textEditor].compactMap({ $0 }) {
            session.logging.firstLogged[editor.id] = editor.pointerUps
        }
        recorders.publish()
    }

    /// Ends the recording of a device.
    func end(_ session: DeviceSession) {
        session.logging.nextRecorder = nil
        guard let log = session.logging.queue else { return }
        log.push(.removed(device: Int(session.id.value), at: TimeAnchor.now.instant))
        session.logging.queue = nil
        recorders.publish()
    }

    /// Handles a full queue: frames were missed, so the device is recorded again only when it is at rest.
    func overrun(_ session: DeviceSession) {
        end(session)
        follow()
    }

    /// Returns the recorder of a device. A recorder that already records the device is preferred, otherwise the oldest one; nil if the
    /// device may not be recorded now.
    private func recorder(of session: DeviceSession) -> Recorder? {
        let candidates = recorders.recorders.values.filter {
            !$0.isEnding && mayRecord(session, $0.user) && pause(of: session, for: $0.user) == nil
        }
        return candidates.first { $0.thread.queue === session.logging.queue }
            ?? candidates.min { ($0.note.began, $0.user) < ($1.note.began, $1.user) }
    }

    private func mayRecord(_ session: DeviceSession, _ user: UInt32) -> Bool {
        access.permits(user, seat: session.identity.seat)
    }

    /// Returns the reason why a device is not recorded for a user now; nil if it may be recorded.
    private func pause(of session: DeviceSession, for user: UInt32) -> RecorderInterface.Pause? {
        if let owner = access.owner(of: session.identity.seat), owner != user { return .otherUser }
        switch session.pause {
        case .locked: return .locked
        case .asleep: return .asleep
        case .inactive, .greeter, .noLogind: return .inactive
        case nil: break
        }
        guard let seat = seats[session.identity.seat] else { return nil }
        // while the lock state is unknown, the seat may be locked
        if seat.isLocked || !seat.isLockKnown { return .locked }
        return seats.holder(of: seat)?.field?.purpose == .password ? .password : nil
    }

    /// Writes a record into a recording if the recording pauses or resumes.
    private func updatePause(of recorder: Recorder) {
        let usable = sessions.filter { mayRecord($0, recorder.user) }.sorted { $0.id.value < $1.id.value }
        let isActive = usable.contains { $0.logging.queue === recorder.thread.queue || $0.logging.nextRecorder === recorder }
        let pause = isActive ? nil : usable.lazy.compactMap { self.pause(of: $0, for: recorder.user) }.first ?? .noDevice
        guard pause != recorder.pause else { return }
        recorder.pause = pause
        let now = TimeAnchor.now.instant
        recorder.thread.queue.push(pause.map { .paused(reason: $0.rawValue, at: now) } ?? .resumed(at: now))
        recorders.publish()
    }

    /// Returns the device's description for a log, with its current state and without identifying data.
    private func loggedDevice(_ session: DeviceSession, _ names: Pseudonym) -> LoggedDevice {
        var description = session.origin.live?.frames.present ?? session.description
        for frame in session.origin.recording?.frames.prefix(session.origin.recording?.next ?? 0) ?? [] { description.follow(frame) }
        description.quirks = session.description.quirks
        description.touchSize = session.description.touchSize
        description.matrix = session.description.matrix
        description.tips = session.tips
        description.phys = names.of(description.phys)
        description.uniq = names.of(description.uniq)
        let found = hardware.device(session.id)
        return LoggedDevice(
            number: Int(session.id.value), description: description, role: session.identity.role == .pen ? "pen" : "touch",
            seat: session.identity.seat, udev: found?.properties ?? [:], model: found?.model?.name,
            isVirtual: session.identity.isVirtual || session.identity.isReplay)
    }
}
