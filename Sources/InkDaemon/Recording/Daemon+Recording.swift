internal import Evdev
internal import Ink
internal import InkProtocol
internal import Logging
internal import PenLog
internal import System
internal import Tablet

/// Which devices are recorded, and when not.
extension Daemon {
    func startRecordings() throws(DaemonError) {
        recordings = try granted(try WorkThread(named: "recordings") {})
        let root = settings.state + "/recordings"
        recordings?.perform { [logger] _ in
            let count = RecordingFiles.recoverAll(below: root)
            if count > 0 { logger.notice("\(count) recordings had been cut off; what is whole of them was kept") }
        }
    }

    /// Has every device be recorded by whom it is to be recorded by now.
    func settleRecorders() {
        guard !recorders.isEmpty else { return }
        for session in devices.values {
            let recorder = recorder(of: session)
            session.hasOverrun = false
            if let log = session.log, log !== recorder?.thread.queue { endLog(of: session) }
            session.nextRecorder = session.log == nil ? recorder : nil
            beginLog(of: session)
        }
        for recorder in recorders.values { follow(recorder) }
    }

    /// Begins to record a device, if it rests.
    func beginLog(of session: DeviceSession) {
        guard let recorder = session.nextRecorder, session.isAtRest else { return }
        session.nextRecorder = nil
        guard recorder.thread.queue.push(.device(logged(session, recorder.names))) else { return }
        session.log = recorder.thread.queue
        tellRecorders()
    }

    /// Ends recording a device: nothing is known of it from now on.
    func endLog(of session: DeviceSession) {
        session.nextRecorder = nil
        guard let log = session.log else { return }
        log.push(.removed(device: Int(session.id.value), at: TimeAnchor.now.instant))
        session.log = nil
        tellRecorders()
    }

    /// What a device reported came too fast to be recorded: it begins anew when it rests, for nobody knows what was missed.
    func overrun(_ session: DeviceSession) {
        endLog(of: session)
        settleRecorders()
    }

    /// Who records a device now: who does already, or else who began first; nil if nobody does, or may.
    private func recorder(of session: DeviceSession) -> Recorder? {
        let able = recorders.values.filter { !$0.isEnding && mayRecord(session, $0.user) && pause(of: session, for: $0.user) == nil }
        return able.first { $0.thread.queue === session.log }
            ?? able.min { ($0.note.began, $0.user) < ($1.note.began, $1.user) }
    }

    private func mayRecord(_ session: DeviceSession, _ user: UInt32) -> Bool { access.permits(user, seat: session.identity.seat) }

    /// Why a device is not recorded for this user now; nil if nothing is in the way.
    private func pause(of session: DeviceSession, for user: UInt32) -> RecorderInterface.Pause? {
        if let owner = access.owner(of: session.identity.seat), owner != user { return .otherUser }
        guard let seat = textSeats[session.identity.seat] else { return nil }
        // until it is known, it may be
        if seat.isLocked || !seat.isLockKnown { return .locked }
        return holder(of: seat)?.field?.purpose == .password ? .password : nil
    }

    /// Notes whether a recording is paused.
    private func follow(_ recorder: Recorder) {
        let all = devices.values.filter { mayRecord($0, recorder.user) }.sorted { $0.id.value < $1.id.value }
        let isOn = all.contains { $0.log === recorder.thread.queue || $0.nextRecorder === recorder }
        let pause = isOn ? nil : all.lazy.compactMap { self.pause(of: $0, for: recorder.user) }.first ?? .noDevice
        guard pause != recorder.pause else { return }
        recorder.pause = pause
        let now = TimeAnchor.now.instant
        recorder.thread.queue.push(pause.map { .paused(reason: $0.rawValue, at: now) } ?? .resumed(at: now))
        tellRecorders()
    }

    private func logged(_ session: DeviceSession, _ names: Pseudonym) -> LoggedDevice {
        var description = session.live?.frames.present ?? session.description
        for frame in session.recording?.frames.prefix(session.recording?.next ?? 0) ?? [] { description.follow(frame) }
        description.phys = names.of(description.phys)
        description.uniq = names.of(description.uniq)
        let found = discovered.values.first { $0.id == session.id }?.device
        return LoggedDevice(
            number: Int(session.id.value), description: description, role: session.identity.role == .pen ? "pen" : "touch",
            seat: session.identity.seat, udev: found?.properties ?? [:], model: found?.model?.name,
            isVirtual: session.identity.isVirtual || session.identity.isReplay)
    }
}
