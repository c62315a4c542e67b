internal import Evdev
internal import Ink
internal import PenLog

/// A recording's visits of the pen, or of fingers, told before they are played.
struct VisitStory {
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
