internal import Editing
internal import Evdev
internal import Glibc
internal import Ink
internal import PenLog
internal import Tablet

extension Daemon {
    /// Makes a device of every recorded one; they play when the replay's options say so.
    func startReplays() throws(DaemonError) {
        for replay in replays {
            var added: [DeviceSession] = []
            var played: [DeviceID?] = []
            for recorded in replay.recording.devices {
                let description = recorded.description
                let role: DeviceRole = description.isTouchDevice ? .touch : .pen
                let identity = DeviceIdentity(
                    name: description.name, role: role, bus: description.bus,
                    hardware: HardwareID(vendor: description.vendor, product: description.product), seat: "seat0",
                    isDisplay: description.properties.contains(Property.direct), isVirtual: false, isReplay: true)
                let id = try add(identity, description)
                if role == .pen, let feed = replay.options.feed {
                    try read(Self.stream(from: feed, description), into: id)
                    played.append(nil)
                    continue
                }
                played.append(id)
                guard let session = devices[id] else { continue }
                session.recording = ReplaySource(frames: recorded.frames)
                added.append(session)
            }
            // a recording does not say which devices share a surface: the only pen and the only touch device of one do
            let pens = added.filter { $0.identity.role == .pen }
            let touches = added.filter { $0.identity.role == .touch }
            if pens.count == 1, touches.count == 1 { join(pens[0], touches[0]) }
            let number = players.count
            let timer = try loop.timer { [unowned self] in
                assumeIsolated { if $0.players.indices.contains(number) { $0.play($0.players[number]) } }
            }
            timer.goFirst()
            players.append(ReplayPlayer(replay.recording, of: played, isStepwise: replay.options.steps != nil, timer: timer))
        }
        try followSteps()
        if !replays.contains(where: \.options.waitsForClient) { playReplays() }
    }

    /// What is written into a pipe: `struct input_event`, as the kernel would give it. It may come and go with those who write.
    private static func stream(from pipe: String, _ description: DeviceDescription) throws(DaemonError) -> RawEventStream {
        // open for writing, too: that somebody who wrote has gone is not its end
        let descriptor = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
            throw .replay(path: pipe, reason: "it is not a pipe that can be read and written: make one with mkfifo")
        }
        return RawEventStream(reading: descriptor, description: description)
    }

    /// Begins to play, unless it did already.
    func playReplays() {
        guard timeOfReplayStart == nil, let options = replays.first?.options else { return }
        let start = loop.now
        timeOfReplayStart = start
        let first = devices.values.compactMap { $0.recording?.frames.first?.time }.min() ?? Instant(microseconds: 0)
        let clock = ReplayClock(start: Int64(clamping: start), speed: options.speed)
        for session in devices.values where session.recording != nil {
            session.clock = clock
            session.editor?.clock = clock
            session.textEditor?.clock = clock
        }
        for player in players {
            player.shift = Instant(microseconds: Int64(clamping: start)).since(first)
            player.clock = clock
            player.timer.fire(at: start)
        }
        endIfReplayed()
    }

    /// Gives the frames that are due to their devices' sessions, as the live devices would.
    private func play(_ player: ReplayPlayer) {
        let now = player.clock.deviceTime(atLoop: loop.now)
        while let id = player.upcoming {
            if let recording = devices[id]?.recording, recording.frames.indices.contains(recording.next) {
                let frame = recording.frames[recording.next].moved(byMicroseconds: player.shift)
                guard frame.time <= now else {
                    player.timer.fire(at: player.clock.loopTime(at: frame.time))
                    return
                }
                recording.next += 1
                accept(frame, from: id)
            }
            player.advance()
        }
        guard player.isFinished else { return endIfReplayed() }
        // a recording may end in mid-stroke; its pen goes away then, as an unplugged one would
        for id in player.devices {
            guard let session = devices[id] else { continue }
            session.disconnect(at: now)
            pass(session)
        }
        endIfReplayed()
    }

    /// Stops the daemon if it was to end with its recordings, and they were played and read.
    func endIfReplayed() {
        guard !isStopping, isReplayed, hasNoMoreSteps || (timeOfReplayStart != nil && replays.contains(where: \.options.endsDaemon)) else {
            return
        }
        stop()
    }

    /// Everything recorded has been played, or as much as was asked for, and all that was written has been read.
    var isReplayed: Bool {
        players.allSatisfy { $0.isFinished || (hasNoMoreSteps && $0.isWaiting) }
            && devices.values.allSatisfy { $0.editor?.isIdle != false && $0.textEditor?.isIdle != false }
    }
}

extension Frame {
    /// The frame as if it had come so much later.
    fileprivate func moved(byMicroseconds shift: Int64) -> Frame {
        Frame(
            time: time.advanced(byMicroseconds: shift),
            events: events.map { InputEvent(time: $0.time.advanced(byMicroseconds: shift), type: $0.type, code: $0.code, value: $0.value) },
            followsDrop: followsDrop)
    }
}

extension DeviceDescription {
    /// Whether a recorded device is a touchscreen: it has contacts and no pen.
    fileprivate var isTouchDevice: Bool {
        let hasPen = keys.contains(Key.toolPen) || keys.contains(Key.toolRubber) || keys.contains(Key.stylus)
        return !hasPen && (axes[Axis.positionX] != nil || keys.contains(Key.touch))
    }
}
