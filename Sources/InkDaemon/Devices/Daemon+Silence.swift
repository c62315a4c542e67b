internal import Ink
internal import Tablet

/// Pens that may leave without telling: they count as gone when they have been silent for a while.
extension Daemon {
    /// A timer for the end of a pen's silence.
    func silence(of id: DeviceID) throws(DaemonError) -> EventSource {
        try loop.timer { [unowned self] in enter(for: id) { $0.endSilence(of: $1) } }
    }

    /// Has the silence end in time of a pen that was just heard of. However many frames come, the timer runs out once in that time at most.
    func listen(to session: DeviceSession) {
        // what is played has all its silences in the times of its frames
        guard session.recording == nil, session.expiry != nil else { return }
        session.lastHeard = session.clock.deviceTime(atLoop: loop.now)
        if !session.isListening { waitForSilence(of: session) }
    }

    private func waitForSilence(of session: DeviceSession) {
        session.isListening = true
        session.silence?.fire(at: session.clock.loopTime(at: session.lastHeard.advanced(byMicroseconds: PenTracker.silence)))
    }

    private func endSilence(of id: DeviceID) {
        guard let session = devices[id] else { return }
        session.isListening = false
        guard session.expiry != nil else { return }
        guard session.clock.deviceTime(atLoop: loop.now).since(session.lastHeard) >= PenTracker.silence else {
            return waitForSilence(of: session)
        }
        session.leaveSilently()
        pass(session)
    }
}
