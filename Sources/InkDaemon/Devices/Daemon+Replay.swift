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
            for recorded in replay.recording.devices {
                let description = recorded.description
                let role: DeviceRole = description.isTouchDevice ? .touch : .pen
                let identity = DeviceIdentity(
                    name: description.name, role: role, bus: description.bus,
                    hardware: HardwareID(vendor: description.vendor, product: description.product), seat: "seat0",
                    isDisplay: description.properties.contains(Property.direct), isVirtual: false, isReplay: true)
                let id = try add(identity, description)
                let timer = try loop.timer { [unowned self] in assumeIsolated { $0.play(id) } }
                replaying[id] = ReplaySource(frames: recorded.frames, timer: timer)
            }
        }
        if !replays.contains(where: \.options.waitsForClient) { playReplays() }
    }

    /// Begins to play, unless it did already.
    func playReplays() {
        guard timeOfReplayStart == nil, let options = replays.first?.options else { return }
        let start = loop.now
        timeOfReplayStart = start
        let first = replaying.values.compactMap { $0.frames.first?.time }.min() ?? Instant(microseconds: 0)
        for (id, source) in replaying {
            source.shift = Instant(microseconds: Int64(clamping: start)).since(first)
            clocks[id] = ReplayClock(start: Int64(clamping: start), speed: options.speed)
            source.timer.fire(at: start)
        }
        if replaying.isEmpty { endIfReplayed() }
    }

    /// Gives the frames that are due to the device's session, as the live device would.
    private func play(_ id: DeviceID) {
        guard let source = replaying[id], let clock = clocks[id] else { return }
        let now = clock.deviceTime(atLoop: loop.now)
        while !source.isFinished {
            let time = source.frames[source.next].time.advanced(byMicroseconds: source.shift)
            guard time <= now else {
                source.timer.fire(at: clock.loopTime(at: time))
                return
            }
            accept(source.frames[source.next].moved(byMicroseconds: source.shift), from: id)
            source.next += 1
        }
        // a recording may end in mid-stroke; its pen goes away then, as an unplugged one would
        devices[id]?.disconnect(at: now)
        if let session = devices[id] { pass(session) }
        endIfReplayed()
    }

    /// Stops the daemon if it was to end with its recordings, and they were played and read.
    func endIfReplayed() {
        guard timeOfReplayStart != nil, replays.contains(where: \.options.endsDaemon), !isStopping else { return }
        guard replaying.values.allSatisfy(\.isFinished), devices.values.allSatisfy({ $0.editor?.isIdle ?? true }) else { return }
        stop()
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
