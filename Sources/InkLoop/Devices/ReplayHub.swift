internal import Evdev
internal import Glibc
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import Logging
internal import PenLog
internal import Tablet

/// Recordings that are played in place of hardware. Loop thread only.
package final class ReplayHub {
    private let loop: EventLoop
    private let shared: SharedState
    private let clients: ClientHub
    private let registry: DeviceRegistry
    private let devices: DeviceHub
    private let status: ServiceStatus
    /// Ends the daemon, on another turn of the loop.
    private let endDaemon: () -> Void
    private let replays: [Replay]
    /// The time when playing began, in microseconds of CLOCK_MONOTONIC; nil before. Tests use it to delay recordings.
    var timeOfStart: UInt64?
    private(set) var players: [ReplayPlayer] = []
    /// The source of the lines that advance the players step by step; nil if everything is played.
    private var stepSource: EventSource?
    private var hasNoMoreSteps = false
    private var pace: ReplayPace
    /// Fires to check again whether clients have read the end of the replay.
    private var endTimer: EventSource?

    init(
        loop: EventLoop, shared: SharedState, clients: ClientHub, registry: DeviceRegistry, devices: DeviceHub, status: ServiceStatus,
        replays: [Replay], endDaemon: @escaping () -> Void
    ) {
        self.loop = loop
        self.shared = shared
        self.clients = clients
        self.registry = registry
        self.devices = devices
        self.status = status
        self.endDaemon = endDaemon
        self.replays = replays
        pace = ReplayPace(patience: replays.first?.options.patience ?? 0)
    }

    /// Whether recordings are played instead of reading hardware.
    var isReplaying: Bool { !replays.isEmpty }

    /// Creates a device for every recorded one; they start to play as the replay's options specify.
    func start() throws(DaemonError) {
        for replay in replays {
            var added: [DeviceSession] = []
            var played: [DeviceID?] = []
            for recorded in replay.recording.devices {
                let description = recorded.description
                let role: DeviceRole = description.isTouchDevice ? .touch : .pen
                let identity = DeviceIdentity(
                    name: description.name, role: role, bus: description.id.bus,
                    hardware: HardwareID(vendor: description.id.vendor, product: description.id.product), seat: "seat0",
                    isDisplay: description.properties.contains(Property.direct), isVirtual: false, isReplay: true)
                let id: DeviceID
                do throws(DaemonError) {
                    id = try devices.add(identity, description)
                } catch {
                    // a tablet's keys may have been recorded together with its pen; they cannot be read as a pen
                    guard role == .pen, replay.recording.devices.count > 1 else { throw error }
                    shared.logger.warning("cannot play a recorded device: \(error)")
                    played.append(nil)
                    continue
                }
                if role == .pen, let feed = replay.options.feed {
                    try devices.read(Self.stream(from: feed, description), into: id)
                    played.append(nil)
                    continue
                }
                played.append(id)
                guard let session = registry[id] else { continue }
                session.origin.recording = ReplaySource(frames: recorded.frames, rewind: replay.options.rounds == 1 ? nil : recorded.rewind)
                added.append(session)
            }
            // a recording does not contain which devices share a surface, so a single pen and a single touch device are assumed to share
            // one
            let pens = added.filter { $0.identity.role == .pen }
            let touches = added.filter { $0.identity.role == .touch }
            if pens.count == 1, touches.count == 1 { devices.join(pens[0], touches[0]) }
            let number = players.count
            let timer = try loop.timer { [unowned self] in
                if players.indices.contains(number) { play(players[number]) }
            }
            timer.setHighPriority()
            players.append(ReplayPlayer(replay.recording, of: played, options: replay.options, timer: timer))
        }
        endTimer = try loop.timer { [unowned self] in endIfReplayed() }
        try followSteps()
        if !replays.contains(where: \.options.waitsForClient) { play() }
    }

    func stop() { (players, stepSource, endTimer) = ([], nil, nil) }

    /// Opens a pipe as a stream of events. Writers write `struct input_event`, like the kernel, and may open and close the pipe repeatedly.
    private static func stream(from pipe: String, _ description: DeviceDescription) throws(DaemonError) -> RawEventStream {
        // open it for writing as well, so that the stream does not end when a writer exits
        let descriptor = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
            throw .replay(path: pipe, reason: "it is not a readable and writable pipe: create one with mkfifo")
        }
        return RawEventStream(reading: descriptor, description: description)
    }

    /// Starts to play once enough clients have streams.
    func watchesChanged(_ count: Int) { if count >= replays.first?.options.watches ?? 1 { play() } }

    /// Starts to play, unless it has started already.
    func play() {
        guard timeOfStart == nil, let options = replays.first?.options else { return }
        let start = loop.now
        timeOfStart = start
        let sessions = registry.sessions.values
        let first = sessions.compactMap { $0.origin.recording?.frames.first?.time }.min() ?? Instant(microseconds: 0)
        let clock = ReplayClock(start: Int64(clamping: start), speed: options.speed)
        for session in sessions where session.origin.recording != nil {
            session.origin.clock = clock
            for editor in [session.editor, session.textEditor].compactMap({ $0 }) {
                editor.use(clock)
            }
        }
        for player in players {
            player.shift = Instant(microseconds: Int64(clamping: start)).since(first)
            player.clock = clock
            player.timer.fire(at: start)
        }
        endIfReplayed()
    }

    /// Passes the frames that are due to the sessions of their devices, as connected devices would.
    private func play(_ player: ReplayPlayer) {
        let now = player.clock.deviceTime(atLoop: loop.now)
        while let id = player.upcoming {
            if let recording = registry[id]?.origin.recording, recording.frames.indices.contains(recording.next) {
                let frame = recording.frames[recording.next].moved(byMicroseconds: player.shift)
                guard frame.time <= now else {
                    player.timer.fire(at: player.clock.loopTime(at: frame.time))
                    return
                }
                guard areFollowed(behind: .some) else {
                    player.timer.fire(at: loop.now &+ ReplayPace.interval)
                    return
                }
                if recording.next == 0, player.isRepeating, let rewind = recording.rewind {
                    devices.accept(Frame(rewind, at: frame.time), from: id)
                }
                recording.next += 1
                devices.accept(frame, from: id)
            }
            player.advance()
        }
        guard player.isFinished else { return endIfReplayed() }
        // a recording may end during a stroke; its pen then leaves as if it was unplugged
        for id in player.devices {
            guard let session = registry[id] else { continue }
            session.disconnect(at: now)
            devices.deliverEvents(of: session)
        }
        if mayRepeat(player) {
            for id in player.devices { registry[id]?.origin.recording?.next = 0 }
            player.repeat()
            player.timer.fire(at: loop.now)
        }
        endIfReplayed()
    }

    /// Returns whether a played recording starts again. If the daemon is to end afterwards, it starts again only while a client watches.
    private func mayRepeat(_ player: ReplayPlayer) -> Bool {
        player.hasMoreRounds && (!replays.contains(where: \.options.endsDaemon) || clients.all.contains { $0.watch != nil })
    }

    /// Ends the daemon if it is to end after its recordings, and everything has been played, recognized and read by clients.
    package func endIfReplayed() {
        guard !status.isStopping, isReplayed, hasNoMoreSteps || (timeOfStart != nil && replays.contains(where: \.options.endsDaemon)) else {
            return
        }
        guard areFollowed(behind: .anything) else {
            endTimer?.fire(at: loop.now &+ ReplayPace.interval)
            return
        }
        endDaemon()
    }

    // MARK: Watchers

    /// The amount of unread data up to which a client counts as keeping up.
    private enum Allowance {
        case some
        case anything
    }

    /// Returns whether all watching clients and editors keep up with the replay. Clients for which the replay no longer waits are ignored.
    private func areFollowed(behind allowance: Allowance) -> Bool {
        var amount = 0
        var slow: [ClientID] = []
        clients.forEachWatching { client, _ in
            let pending = client.queue.pendingBytes
            let allowed = allowance == .some ? client.queue.softLimit / 4 : 0
            guard pending > allowed, !pace.abandoned.contains(client.id), !client.isFinishing else { return }
            amount += pending
            slow.append(client.id)
        }
        if allowance == .some {
            for session in registry.sessions.values {
                for editor in [session.editor, session.textEditor] {
                    let waiting = editor?.waitingEvents ?? 0
                    if waiting > ReplayPace.mostEvents { amount += waiting }
                }
            }
        }
        let before = pace.abandoned.count
        let mayGoOn = pace.mayGoOn(amount, slow, at: loop.now)
        if pace.abandoned.count > before {
            shared.logger.warning(
                """
                a watching client has read nothing for \(pace.patience / 1_000_000) s: the recording continues, and the client misses \
                unread events
                """)
        }
        return mayGoOn
    }

    /// The error if clients missed part of the replay; nil if they received everything.
    var problem: DaemonError? {
        let missed = clients.missedMotion
        guard missed > 0, let replay = replays.first, replay.options.endsDaemon else { return nil }
        return .replay(path: replay.path, reason: "\(missed) messages were dropped for clients that did not read them")
    }

    /// Whether everything recorded, or the requested part of it, has been played, and all ink has been recognized.
    var isReplayed: Bool {
        players.allSatisfy { $0.isFinished || (hasNoMoreSteps && $0.isWaiting) } && registry.areEditorsIdle
    }

    // MARK: Step by step

    /// Plays one proximity session of the pen for each received line. When the input ends, the daemon ends.
    private func followSteps() throws(DaemonError) {
        guard let descriptor = replays.lazy.compactMap(\.options.steps).first else { return }
        do {
            stepSource = try loop.watch(descriptor, events: .readable) { [unowned self] _ in readSteps(descriptor) }
        } catch {
            throw .replay(path: "standard input", reason: "cannot wait for input: give a terminal or a pipe")
        }
    }

    private func readSteps(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        for byte in buffer.prefix(max(0, count)) where byte == UInt8(ascii: "\n") { step() }
        guard count <= 0 else { return }
        stepSource?.disable()
        hasNoMoreSteps = true
        endIfReplayed()
    }

    /// Makes each recording play its next proximity session of the pen.
    func step() {
        for player in players {
            let waited = player.isWaiting
            player.step()
            guard timeOfStart != nil, waited, let id = player.upcoming, let recording = registry[id]?.origin.recording else {
                continue
            }
            // the replay does not contain the time between two steps
            let now = player.clock.deviceTime(atLoop: loop.now)
            if recording.frames.indices.contains(recording.next) { player.shift = now.since(recording.frames[recording.next].time) }
            player.timer.fire(at: loop.now)
        }
    }
}

extension Frame {
    /// Creates a frame with the same events, at another time.
    fileprivate init(_ frame: Frame, at time: Instant) {
        self.init(
            time: time, events: frame.events.map { InputEvent(time: time, type: $0.type, code: $0.code, value: $0.value) },
            followsDrop: frame.followsDrop)
    }

    /// Returns the frame with a delay.
    fileprivate func moved(byMicroseconds shift: Int64) -> Frame {
        Frame(
            time: time.advanced(byMicroseconds: shift),
            events: events.map { InputEvent(time: $0.time.advanced(byMicroseconds: shift), type: $0.type, code: $0.code, value: $0.value) },
            followsDrop: followsDrop)
    }
}

extension DeviceDescription {
    /// Whether a recorded device is a touchscreen: it reports contacts, but no pen.
    fileprivate var isTouchDevice: Bool {
        let hasPen = keys.contains(Key.toolPen) || keys.contains(Key.toolRubber) || keys.contains(Key.stylus)
        return !hasPen && (axes[Axis.positionX] != nil || keys.contains(Key.touch))
    }
}
