internal import Editing
internal import Ink
internal import InkProtocol

/// Draws an editor's ink for a client as it was drawn.
final class InkPlayer {
    private var replay: StrokeReplay
    private let speed: Double
    private let begun: UInt64
    private let stream: ReplyStream<InkInterface.Replay>

    /// Microseconds from one message to the next.
    static let interval: UInt64 = 16_667

    init(_ replay: StrokeReplay, speed: Double, begun: UInt64, stream: ReplyStream<InkInterface.Replay>) {
        self.replay = replay
        self.speed = speed
        self.begun = begun
        self.stream = stream
    }

    /// Sends where the pen is now.
    /// - Returns: false after the last point.
    func draw(at now: UInt64) -> Bool {
        let elapsed = Double(now &- begun) / 1_000_000 * speed
        replay.advance(bySeconds: max(0, elapsed - replay.elapsed))
        let point = replay.points.last
        let reply = InkInterface.Replay.Reply(
            elapsed: replay.elapsed, duration: replay.duration, stroke: point.map { Int(clamping: $0.stroke.value) },
            point: point.map { .init($0.point) })
        if replay.isFinished { stream.finish(reply) } else { stream.send(reply, as: .boundary) }
        return !replay.isFinished
    }
}
