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
                    continue
                }
                let timer = try loop.timer { [unowned self] in assumeIsolated { $0.play(id) } }
                timer.goFirst()
                guard let session = devices[id] else { continue }
                session.recording = ReplaySource(frames: recorded.frames, timer: timer)
                added.append(session)
            }
            // a recording does not say which devices share a surface: the only pen and the only touch device of one do
            let pens = added.filter { $0.identity.role == .pen }
            let touches = added.filter { $0.identity.role == .touch }
            if pens.count == 1, touches.count == 1 { join(pens[0], touches[0]) }
        }
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
        for session in devices.values {
            guard let recording = session.recording else { continue }
            recording.shift = Instant(microseconds: Int64(clamping: start)).since(first)
            session.clock = ReplayClock(start: Int64(clamping: start), speed: options.speed)
            session.editor?.clock = session.clock
            session.textEditor?.clock = session.clock
            recording.timer.fire(at: start)
        }
        endIfReplayed()
    }

    /// Gives the frames that are due to the device's session, as the live device would.
    private func play(_ id: DeviceID) {
        guard let session = devices[id], let recording = session.recording else { return }
        let now = session.clock.deviceTime(atLoop: loop.now)
        while !recording.isFinished {
            let frame = recording.frames[recording.next].moved(byMicroseconds: recording.shift)
            guard frame.time <= now else {
                recording.timer.fire(at: session.clock.loopTime(at: frame.time))
                return
            }
            accept(frame, from: id)
            recording.next += 1
        }
        // a recording may end in mid-stroke; its pen goes away then, as an unplugged one would
        session.disconnect(at: now)
        pass(session)
        endIfReplayed()
    }

    /// Stops the daemon if it was to end with its recordings, and they were played and read.
    func endIfReplayed() {
        guard timeOfReplayStart != nil, replays.contains(where: \.options.endsDaemon), !isStopping else { return }
        if isReplayed { stop() }
    }

    /// Everything recorded has been played, and all that was written has been read.
    var isReplayed: Bool {
        devices.values.allSatisfy { $0.recording?.isFinished != false && $0.editor?.isIdle != false && $0.textEditor?.isIdle != false }
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
