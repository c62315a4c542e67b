internal import Evdev
internal import Glibc
internal import Ink
internal import InkCorpus
internal import PenLog
internal import System
internal import Tablet

/// Plays a recording on virtual tablets (uinput). The kernel removes the tablets when this process ends.
struct VirtualReplay {
    private let recording: Recording
    private let speed: Double
    private let isStepwise: Bool
    /// The number of times that the recording is played; nil to play until a signal ends the program.
    private let rounds: Int?
    private let formatter: ProximitySessionFormatter

    /// The time between two rounds, in microseconds of the recording's time.
    private static let pause: Int64 = 1_000_000

    init(of recording: Recording, speed: Double, isStepwise: Bool, rounds: Int?) {
        self.recording = recording
        self.speed = speed
        self.isStepwise = isStepwise
        self.rounds = rounds
        formatter = ProximitySessionFormatter(of: recording)
    }

    /// Creates all devices, waits `delay` seconds, plays, and removes them.
    /// - Throws: `notReplayed` with the system's reason.
    func run(after delay: Double) throws(InkctlError) {
        do {
            var devices: [VirtualDevice] = []
            for device in recording.devices {
                let made = try VirtualDevice(device.description, otherCodes: device.otherCodes)
                StandardError.say("\(device.description.name) is plugged in\(made.node.map { " at \($0)" } ?? "")")
                devices.append(made)
            }
            let lost = recording.devices.flatMap(\.frames).count(where: \.followsDrop)
            if lost > 0 {
                StandardError.say(
                    "\(DisplayText.count(lost, "frame")) came after a loss (SYN_DROPPED); uinput cannot replay losses")
            }
            Self.wait(until: Self.now + Int64(delay * 1e6))
            try play(on: devices)
            var played = 1
            while played != rounds {
                for (device, made) in zip(recording.devices, devices) { if let frame = device.rewind { try made.write(frame) } }
                Self.wait(until: Self.now + Self.wait(Self.pause, speed))
                try play(on: devices)
                played += 1
            }
        } catch {
            throw .notReplayed(error.description)
        }
    }

    private func play(on devices: [VirtualDevice]) throws(TabletError) {
        var bar = ProgressBar()
        defer { bar.clear() }
        let parts = isStepwise ? formatter.visits : [0..<formatter.timeline.count]
        for (number, part) in parts.enumerated() {
            if isStepwise {
                StandardError.say(formatter.line(number) + "; press Return to play it")
                guard readLine() != nil else { return }
            }
            guard let first = formatter.timeline[part].first else { continue }
            let (start, origin) = (Self.now, recording[first].time)
            for index in part {
                let moment = formatter.timeline[index]
                let frame = recording[moment]
                Self.wait(until: start + Self.wait(frame.time.since(origin), speed))
                bar.show(Double(index) / Double(formatter.timeline.count), "playing")
                try devices[moment.device].write(frame)
            }
        }
    }

    /// Returns the duration of a recorded time at a playback speed, in microseconds. The result is limited so that no clock overflows.
    private static func wait(_ recorded: Int64, _ speed: Double) -> Int64 { Int64(max(0, min(1e15, Double(recorded) / speed))) }

    private static var now: Int64 { Int64(clamping: MonotonicClock.microseconds) }

    private static func wait(until moment: Int64) {
        var time = timespec(tv_sec: Int(moment / 1_000_000), tv_nsec: Int(moment % 1_000_000) * 1000)
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }
}

/// Formats the proximity sessions in a recording: from proximity-in to proximity-out of a pen, or from the first to the last finger.
struct ProximitySessionFormatter {
    /// All frames with their devices, in playback order.
    let timeline: [RecordedMoment]
    /// The proximity sessions, as ranges of `timeline`.
    let visits: [Range<Int>]
    private let recording: Recording

    init(of recording: Recording) {
        self.recording = recording
        timeline = recording.timeline
        visits = recording.visits(of: timeline)
    }

    /// A line for each proximity session.
    var lines: [String] { visits.indices.map(line) }

    /// Returns a summary of a proximity session: "visit 2 of 3: 143 frames in 1.2 s, 3 contacts, Guest Pen".
    func line(_ visit: Int) -> String {
        let moments = timeline[visits[visit]]
        let frames = moments.map { recording[$0] }
        let times = frames.map(\.time)
        let length = times.max().flatMap { last in times.min().map { last.since($0) } } ?? 0
        let touches = frames.flatMap(\.events).count { $0.type == EventType.key && $0.code == Key.touch && $0.value == 1 }
        let names = Set(moments.map(\.device)).sorted().map { recording.devices[$0].description.name }
        return "visit \(visit + 1) of \(visits.count): \(DisplayText.count(frames.count, "frame")) in "
            + "\(DisplayText.fixed(Double(length) / 1e6, digits: 1)) s, \(DisplayText.count(touches, "contact")), \(names.joined(separator: " and "))"
    }
}
