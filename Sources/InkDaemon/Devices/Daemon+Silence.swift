internal import Ink
internal import Tablet

/// Pens that may leave without telling: they count as gone when they have been silent for a while.
extension Daemon {
    /// A timer for the end of a pen's silence.
    func silence(of id: DeviceID) throws(DaemonError) -> EventSource {
        try loop.timer { [unowned self] in assumeIsolated { $0.endSilence(of: id) } }
    }

    private func endSilence(of id: DeviceID) {
        guard let session = devices[id] else { return }
        session.isListening = false
        session.elapse(to: session.clock.deviceTime(atLoop: loop.now))
        pass(session)
    }

    /// Has a pen's silence end in time. However many frames come, that timer runs out once in that time at most.
    func listen(to session: DeviceSession) {
        guard !session.isListening, let expiry = session.expiry else { return }
        session.isListening = true
        session.silence?.fire(at: session.clock.loopTime(at: expiry))
    }
}
