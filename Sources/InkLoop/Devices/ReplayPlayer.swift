internal import Evdev
internal import Ink
internal import InkWorkspace
internal import PenLog

/// Plays one recording: all its devices' frames, in order of arrival.
final class ReplayPlayer {
    /// The replayed devices.
    let devices: [DeviceID]
    /// The device of each frame, in playing order.
    private let frames: [DeviceID]
    /// The numbers of frames after which each proximity session ends; empty if everything is played at once.
    private let stops: [Int]
    /// The timer that fires when the next frame is due.
    let timer: EventSource
    /// Number of frames that have been played.
    private(set) var next = 0
    /// Number of frames that may be played.
    private(set) var limit: Int
    /// The offset that is added to recorded times, in microseconds.
    var shift: Int64 = 0
    /// Maps the recording's time to the loop's.
    var clock = ReplayClock.live
    /// Number of rounds to play after this one; nil for unlimited.
    private var roundsLeft: Int?
    /// Whether the recording is being played again.
    private(set) var isRepeating = false
    /// Microseconds from the start of a round to the start of the next round.
    private let roundLength: Int64

    /// Microseconds from the end of a round to the start of the next round.
    private static let pause: Int64 = 1_000_000

    /// - Parameter ids: the recording's devices; nil for a device whose frames come from a pipe.
    init(_ recording: Recording, of ids: [DeviceID?], options: ReplayOptions, timer: EventSource) {
        let isStepwise = options.steps != nil
        var played = recording
        for (index, id) in ids.enumerated() where id == nil { played.devices[index].frames = [] }
        let timeline = played.timeline
        devices = ids.compactMap { $0 }
        frames = timeline.compactMap { ids[$0.device] }
        stops = isStepwise ? played.visits(of: timeline).map(\.upperBound) : []
        limit = isStepwise ? 0 : frames.count
        self.timer = timer
        roundsLeft = options.rounds.map { max(0, $0 - 1) }
        let times = timeline.map { played[$0].time }
        let length = times.max().flatMap { last in times.min().map { last.since($0) } } ?? 0
        roundLength = length &+ Self.pause
    }

    /// Whether another round follows this one.
    var hasMoreRounds: Bool { !frames.isEmpty && roundsLeft != 0 }

    /// Begins the next round. Its times continue after the end of this round.
    func `repeat`() {
        roundsLeft = roundsLeft.map { $0 - 1 }
        isRepeating = true
        next = 0
        shift = shift &+ roundLength
    }

    var isFinished: Bool { next >= frames.count }

    /// Whether the player has played all permitted frames, and waits for the next step.
    var isWaiting: Bool { next == limit && !isFinished }

    /// The device of the next frame; nil if the frame may not be played yet.
    var upcoming: DeviceID? { next < limit ? frames[next] : nil }

    /// Records that a frame has been played.
    func advance() { next += 1 }

    /// Allows one more proximity session to be played.
    func step() { limit = stops.first { $0 > limit } ?? frames.count }
}
