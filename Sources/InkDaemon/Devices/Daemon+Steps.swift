internal import Evdev
internal import Glibc
internal import Ink

/// Recordings that go on when somebody says so.
extension Daemon {
    /// Plays one visit of the pen for each line that comes; after the last the daemon ends.
    func followSteps() throws(DaemonError) {
        guard let descriptor = replays.lazy.compactMap(\.options.steps).first else { return }
        do {
            stepSource = try loop.watch(descriptor, events: .readable) { [unowned self] _ in
                assumeIsolated { $0.readSteps(descriptor) }
            }
        } catch {
            throw .replay(path: "standard input", reason: "it cannot be waited for: give a terminal or a pipe")
        }
    }

    private func readSteps(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        for byte in buffer.prefix(max(0, count)) where byte == UInt8(ascii: "\n") { step() }
        guard count <= 0 else { return }
        stepSource?.rest()
        hasNoMoreSteps = true
        endIfReplayed()
    }

    /// Lets every recording play its next visit of the pen, from now on.
    func step() {
        for player in players {
            let waited = player.isWaiting
            player.step()
            guard timeOfReplayStart != nil, waited, let id = player.upcoming, let recording = devices[id]?.recording else { continue }
            // the pause that somebody made takes no time in what is played
            let now = player.clock.deviceTime(atLoop: loop.now)
            if recording.frames.indices.contains(recording.next) { player.shift = now.since(recording.frames[recording.next].time) }
            player.timer.fire(at: loop.now)
        }
    }
}
