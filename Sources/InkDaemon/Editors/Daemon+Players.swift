internal import Editing
internal import Ink
internal import InkProtocol

/// Draws an editor's ink for a client as it was drawn.
final class InkPlayer {
    var replay: StrokeReplay
    let speed: Double
    let timer: EventSource
    let begun: UInt64

    init(replay: StrokeReplay, speed: Double, timer: EventSource, begun: UInt64) {
        self.replay = replay
        self.speed = speed
        self.timer = timer
        self.begun = begun
    }
}

extension Daemon {
    /// Microseconds from one message to the next.
    private static let frame: UInt64 = 16_667

    /// Begins to draw.
    func play(_ call: Call, _ client: Client) throws {
        let parameters = try call.parameters(as: InkInterface.Replay.Parameters.self)
        let editor = try editor(parameters.editor, for: client)
        let (speed, pause) = (parameters.speed ?? 1, parameters.longestPause ?? .infinity)
        guard (0.01...1000).contains(speed), pause >= 0 else {
            throw InkInterface.InvalidInk(reason: "speed is not from 0.01 to 1000, or longestPause below 0")
        }
        let strokes = editor.ink.drawing.strokes
        let id = client.id
        let timer = try loop.timer { [unowned self] in assumeIsolated { $0.drawNext(for: id) } }
        client.player = InkPlayer(replay: StrokeReplay(strokes, longestPause: pause), speed: speed, timer: timer, begun: loop.now)
        client.watch = .replay
        drawNext(for: id)
    }

    private func drawNext(for id: ClientID) {
        guard let client = clients[id], let player = client.player else { return }
        let elapsed = Double(loop.now &- player.begun) / 1_000_000 * player.speed
        player.replay.advance(bySeconds: max(0, elapsed - player.replay.elapsed))
        let isLast = player.replay.isFinished
        let point = player.replay.points.last
        stream(InkInterface.Replay.self, to: client, as: .boundary, isLast: isLast) { _ in
            .init(
                elapsed: player.replay.elapsed, duration: player.replay.duration, stroke: point.map { Int(clamping: $0.stroke.value) },
                point: point.map { .init($0.point) })
        }
        if isLast {
            client.player = nil
            client.watch = nil
            goOnNextTurn(client)
        } else {
            player.timer.fire(at: loop.now &+ Self.frame)
        }
    }
}
