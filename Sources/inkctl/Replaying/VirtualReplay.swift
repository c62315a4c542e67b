internal import Evdev
internal import Glibc
internal import Ink
internal import InkCorpus
internal import PenLog
internal import Tablet

/// Plays a recording as virtual tablets. They go when this process does, however it ends.
struct VirtualReplay {
    private let recording: Recording
    private let speed: Double
    private let isStepwise: Bool
    private let story: VisitFormatter

    init(of recording: Recording, speed: Double, isStepwise: Bool) {
        self.recording = recording
        self.speed = speed
        self.isStepwise = isStepwise
        story = VisitFormatter(of: recording)
    }

    /// Plugs all devices in, waits so many seconds, plays, and pulls them out.
    /// - Throws: `notReplayed` that says what the system refuses.
    func run(after delay: Double) throws(InkctlError) {
        do {
            var devices: [VirtualDevice] = []
            for device in recording.devices {
                let made = try VirtualDevice(device.description, otherCodes: device.otherCodes)
                StandardError.say("\(device.description.name) is there\(made.node.map { ", at \($0)" } ?? "")")
                devices.append(made)
            }
            let lost = recording.devices.flatMap(\.frames).count(where: \.followsDrop)
            if lost > 0 {
                StandardError.say(
                    "\(DisplayText.count(lost, "frame")) came after a loss (SYN_DROPPED): that is not played, uinput has none")
            }
            Self.wait(until: Self.now + Int64(delay * 1e6))
            try play(on: devices)
        } catch {
            throw .notReplayed(error.description)
        }
    }

    private func play(on devices: [VirtualDevice]) throws(TabletError) {
        var bar = ProgressBar()
        defer { bar.clear() }
        let parts = isStepwise ? story.visits : [0..<story.timeline.count]
        for (number, part) in parts.enumerated() {
            if isStepwise {
                StandardError.say(story.line(number) + "; Return plays it")
                guard readLine() != nil else { return }
            }
            guard let first = story.timeline[part].first else { continue }
            let (start, origin) = (Self.now, recording[first].time)
            for index in part {
                let moment = story.timeline[index]
                let frame = recording[moment]
                Self.wait(until: start + Self.wait(frame.time.since(origin), speed))
                bar.show(Double(index) / Double(story.timeline.count), "playing")
                try devices[moment.device].write(frame)
            }
        }
    }

    /// Microseconds of a recording at a speed; never so many that a clock overflows.
    private static func wait(_ recorded: Int64, _ speed: Double) -> Int64 { Int64(max(0, min(1e15, Double(recorded) / speed))) }

    /// CLOCK_MONOTONIC in microseconds.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    private static func wait(until moment: Int64) {
        var time = timespec(tv_sec: Int(moment / 1_000_000), tv_nsec: Int(moment % 1_000_000) * 1000)
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }
}

/// A recording's visits of the pen, or of fingers, told before they are played.
struct VisitFormatter {
    /// Whose frames they are and in which order.
    let timeline: [RecordedMoment]
    /// Parts of `timeline`.
    let visits: [Range<Int>]
    private let recording: Recording

    init(of recording: Recording) {
        self.recording = recording
        timeline = recording.timeline
        visits = recording.visits(of: timeline)
    }

    /// A line for each visit.
    var lines: [String] { visits.indices.map(line) }

    /// What happens in a visit: "visit 2 of 3: 143 frames in 1.2 s, 3 touches, of Guest Pen".
    func line(_ visit: Int) -> String {
        let moments = timeline[visits[visit]]
        let frames = moments.map { recording[$0] }
        let times = frames.map(\.time)
        let length = times.max().flatMap { last in times.min().map { last.since($0) } } ?? 0
        let touches = frames.flatMap(\.events).count { $0.type == EventType.key && $0.code == Key.touch && $0.value == 1 }
        let names = Set(moments.map(\.device)).sorted().map { recording.devices[$0].description.name }
        return "visit \(visit + 1) of \(visits.count): \(DisplayText.count(frames.count, "frame")) in "
            + "\(DisplayText.fixed(Double(length) / 1e6, digits: 1)) s, \(touches) time\(touches == 1 ? "" : "s") down, of \(names.joined(separator: " and "))"
    }
}
