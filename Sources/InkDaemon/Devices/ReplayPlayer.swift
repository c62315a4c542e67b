internal import Ink
internal import PenLog

/// Plays one recording: all its devices' frames, one after the other as they came.
final class ReplayPlayer {
    /// Those that are played.
    let devices: [DeviceID]
    /// Whose frame comes, one after the other.
    private let frames: [DeviceID]
    /// Up to where is played for each line that comes; none if all is.
    private let stops: [Int]
    /// Calls us when a frame is due.
    let timer: EventSource
    /// How many frames have been played.
    private(set) var next = 0
    /// So many may be played.
    private(set) var limit: Int
    /// Added to recorded times, in microseconds.
    var shift: Int64 = 0
    /// How the recording's time runs against the loop's.
    var clock = ReplayClock.live

    /// - Parameter ids: the recording's devices; nil for one whose frames come from elsewhere.
    init(_ recording: Recording, of ids: [DeviceID?], isStepwise: Bool, timer: EventSource) {
        var played = recording
        for (index, id) in ids.enumerated() where id == nil { played.devices[index].frames = [] }
        let timeline = played.timeline
        devices = ids.compactMap { $0 }
        frames = timeline.compactMap { ids[$0.device] }
        stops = isStepwise ? played.visits(of: timeline).map(\.upperBound) : []
        limit = isStepwise ? 0 : frames.count
        self.timer = timer
    }

    var isFinished: Bool { next >= frames.count }

    /// Whether it waits for somebody who lets it go on.
    var isWaiting: Bool { next == limit && !isFinished }

    /// Whose frame may be played next.
    var upcoming: DeviceID? { next < limit ? frames[next] : nil }

    /// Notes that a frame has been played.
    func advance() { next += 1 }

    /// Lets one more visit be played.
    func step() { limit = stops.first { $0 > limit } ?? frames.count }
}
