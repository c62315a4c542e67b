internal import Editing
internal import Ink
internal import InkProtocol
internal import System

/// org.inkd.Ink: strokes as clients read and change them. Belongs to a workspace.
final class InkServer: InkService, ContentService {
    private unowned let workspace: Workspace
    private let editors: EditorRegistry
    let work: ContentWork
    private let longEdits: LongEdits
    private var players: [ClientID: InkPlayer] = [:]

    /// Maximum number of points in a reply.
    private static let pointLimit = 20_000
    /// Maximum number of samples in a call.
    private static let sampleLimit = 100_000
    /// Maximum number of strokes in a call.
    private static let strokeLimit = 2_000
    /// Maximum number of strokes in a part.
    private static let partLimit = 200_000

    init(workspace: Workspace, editors: EditorRegistry, work: ContentWork, longEdits: LongEdits) {
        self.workspace = workspace
        self.editors = editors
        self.work = work
        self.longEdits = longEdits
    }

    /// Ends the replay of a client that has disconnected.
    func clientLeft(_ client: ClientID) { players[client] = nil }

    // MARK: Reading

    func strokes(_ parameters: InkInterface.Strokes.Parameters, for caller: Caller) async throws -> InkInterface.Strokes.Reply {
        let ink = try editors.session(named: parameters.editor, for: caller).ink
        let request = try StrokeRequest(parameters)
        guard request.isSelective else {
            // the reply grows with the ink, and stays in memory until the client fetches it
            try await caller.reserve(request.memory(points: ink.pointCount, strokes: ink.strokeCount))
            return try await work.run(for: caller) { request.reply(with: ink.drawing.strokes, of: ink) }
        }
        let selected = try await work.run(for: caller) { request.strokes(of: ink) }
        try await caller.reserve(
            request.memory(points: selected.reduce(0) { $0 + $1.path.controlPoints.count }, strokes: selected.count))
        return try await work.run(for: caller) { request.reply(with: selected, of: ink) }
    }

    func getPath(_ parameters: InkInterface.GetPath.Parameters, for caller: Caller) async throws -> InkInterface.GetPath.Reply {
        let stroke = try stroke(parameters.stroke, of: editors.session(named: parameters.editor, for: caller))
        return try await work.run { .init(path: .init(stroke)) }
    }

    func interpolate(
        _ parameters: InkInterface.Interpolate.Parameters, for caller: Caller
    ) async throws -> InkInterface.Interpolate.Reply {
        let path = try stroke(parameters.stroke, of: editors.session(named: parameters.editor, for: caller)).path
        return try await work.run { try Self.interpolate(path, parameters) }
    }

    private static func interpolate(
        _ path: StrokePath, _ parameters: InkInterface.Interpolate.Parameters
    ) throws(InkInterface.InvalidInk) -> InkInterface.Interpolate.Reply {
        let stride = parameters.by(parameters.step)
        let (first, last) = (parameters.first ?? 0, parameters.last ?? path.parameters.upperBound)
        guard parameters.step.isFinite, parameters.step > 0 else {
            throw InkInterface.InvalidInk(reason: "step is \(ValueRange.text(parameters.step)): give a number above 0")
        }
        let range = ValueRange(path.parameters)
        for (value, name) in [(first, "first"), (last, "last")] where !range.contains(value) {
            throw InkInterface.InvalidInk(reason: range.problem(with: value, of: name) + ", which are the path's parameters")
        }
        guard first <= last else {
            throw InkInterface.InvalidInk(reason: "first is \(first) and last is \(last): first must not be after last")
        }
        // do not compute points that would not fit into the reply
        var points: [InkInterface.PathPoint] = []
        var parameter = first
        while parameter < last {
            guard points.count < pointLimit else {
                throw InkInterface.InvalidInk(reason: "step is too small: a reply holds \(pointLimit) points")
            }
            points.append(.init(path.point(at: parameter)))
            parameter = max(path.parameter(parameter, offsetBy: stride), parameter + 1.0 / 1024)
        }
        points.append(.init(path.point(at: last)))
        return .init(points: points)
    }

    func offset(_ parameters: InkInterface.Offset.Parameters, for caller: Caller) async throws -> InkInterface.Offset.Reply {
        let path = try stroke(parameters.stroke, of: editors.session(named: parameters.editor, for: caller)).path
        let range = ValueRange(path.parameters)
        guard range.contains(parameters.parameter) else {
            throw InkInterface.InvalidInk(
                reason: range.problem(with: parameters.parameter, of: "parameter") + ", which are the path's parameters")
        }
        guard parameters.amount.isFinite else { throw InkInterface.InvalidInk(reason: "amount is \(parameters.amount): give a number") }
        return try await work.run {
            let parameter = path.parameter(parameters.parameter, offsetBy: parameters.by(parameters.amount))
            return .init(parameter: parameter, point: .init(path.point(at: parameter)))
        }
    }

    func synthesize(
        _ parameters: InkInterface.Synthesize.Parameters, for caller: Caller
    ) async throws -> InkInterface.Synthesize.Reply {
        let now = Double(WallClock().now.microsecondsSince1970(EditorRegistry.now)) / 1000
        let ink = try TextInk(parameters, models: workspace.shared.settings.models, now: now)
        return try await work.run { .init(strokes: try ink.strokes()) }
    }

    /// Replays ink for a client as it was drawn.
    func replay(
        _ parameters: InkInterface.Replay.Parameters, for caller: Caller, to stream: ReplyStream<InkInterface.Replay>
    ) throws {
        let editor = try editors.session(named: parameters.editor, for: caller)
        let (speed, pause) = (parameters.speed ?? 1, parameters.longestPause ?? .infinity)
        let speeds = ValueRange(0.01...1000)
        guard speeds.contains(speed) else { throw InkInterface.InvalidInk(reason: speeds.problem(with: speed, of: "speed")) }
        guard pause >= 0 else {
            throw InkInterface.InvalidInk(reason: "longestPause is \(ValueRange.text(pause)): give 0 or more seconds")
        }
        let strokes = StrokeReplay(editor.ink.drawing.strokes, longestPause: pause)
        players[caller.id] = InkPlayer(strokes, speed: speed, begun: MonotonicClock.microseconds, stream: stream)
        drawNext(for: caller.id)
    }

    private func drawNext(for client: ClientID) {
        guard let player = players[client] else { return }
        guard player.draw(at: MonotonicClock.microseconds) else {
            players[client] = nil
            return
        }
        workspace.executor.schedule(after: InkPlayer.interval) { [weak workspace] in
            workspace?.assumeIsolated { $0.ink.drawNext(for: client) }
        }
    }

    // MARK: Changing

    func addStrokes(_ parameters: InkInterface.AddStrokes.Parameters, for caller: Caller) async throws -> InkInterface.AddStrokes.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        let given: [InkInterface.NewStroke]
        switch try caller.strokes(parameters.strokes, parameters.transfer) {
        case .inline(let strokes): given = strokes
        case .transfer(let transfer): return try await addStrokes(of: transfer, to: editor, for: caller)
        }
        let samples = given.reduce(0) { $0 + $1.size }
        guard given.count <= Self.strokeLimit, samples <= Self.sampleLimit else {
            throw InkInterface.InvalidInk(
                reason:
                    "strokes has \(given.count) strokes of \(samples) samples: give at most \(Self.strokeLimit) of \(Self.sampleLimit) in a call, "
                    + "or send more over org.inkd.Transfers")
        }
        try Self.refuseFull(editor)
        let made = GivenStrokes(editor.ink.configuration)
        return try await add(to: editor, for: caller) { try made.strokes(given, for: caller) }
    }

    /// Adds strokes that arrived in parts as one undo step, like the strokes of a single call.
    private func addStrokes(
        of transfer: Transfer, to editor: EditorSession, for caller: Caller
    ) async throws -> InkInterface.AddStrokes.Reply {
        try Self.refuseFull(editor)
        let made = GivenStrokes(editor.ink.configuration)
        let bytes = try await transfer.strokeBytes(for: caller, on: work)
        // parse all strokes before adding the first one, so that an invalid transfer adds nothing
        return try await add(to: editor, for: caller) { try made.strokes(try Transfer.newStrokes(bytes), for: caller) }
    }

    /// - Parameter make: makes the strokes by fitting paths to samples, which can take long.
    private func add(
        to editor: EditorSession, for caller: Caller, _ make: @escaping @Sendable () throws -> [InkStroke]
    ) async throws -> InkInterface.AddStrokes.Reply {
        let generation = editor.reading.generation
        let strokes = try await work.run(for: caller, make)
        // the editor may have been closed or given another part meanwhile
        guard try editors.writable(editor.name, for: caller) === editor, editor.reading.generation == generation else {
            throw EditorInterface.NoPart(editor: editor.name)
        }
        let added = try await longEdits.change(editor.name, for: caller) { ink in
            guard ink.strokeCount + strokes.count <= Self.partLimit else {
                throw InkInterface.InvalidInk(
                    reason: "\(strokes.count) more strokes do not fit: the part has \(ink.strokeCount) of at most \(Self.partLimit)")
            }
            let (effects, ids) = try ink.add(strokes)
            return (effects, ids.map { Int(clamping: $0.value) })
        }
        return .init(revision: try await editors.keptRevision(of: added.editor), strokes: added.value)
    }

    func removeStrokes(
        _ parameters: InkInterface.RemoveStrokes.Parameters, for caller: Caller
    ) async throws -> InkInterface.RemoveStrokes.Reply {
        let strokes = parameters.strokes.map(StrokeID.init)
        let edit = try await longEdits.change(parameters.editor, for: caller) { (try $0.remove(strokes: strokes), ()) }
        return .init(revision: try await editors.keptRevision(of: edit.editor))
    }

    func erase(_ parameters: InkInterface.Erase.Parameters, for caller: Caller) async throws -> InkInterface.Erase.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        let radius = parameters.radius ?? editor.ink.configuration.eraser.radius * editor.ink.configuration.unitsPerMillimeter
        let track = try InkInterface.Track(x: parameters.x, y: parameters.y, radius: radius).track()
        let mode =
            parameters.mode.flatMap { EditorConfiguration.EraserMode(rawValue: $0.rawValue) } ?? editor.ink.configuration.eraser.mode
        let edit = try await longEdits.change(parameters.editor, for: caller) { ($0.erase(along: track, mode: mode), ()) }
        return .init(revision: try await editors.keptRevision(of: edit.editor))
    }

    func transform(_ parameters: InkInterface.Transform.Parameters, for caller: Caller) async throws -> InkInterface.Transform.Reply {
        let matrix = try parameters.matrix.transform()
        let strokes = parameters.strokes.map(StrokeID.init)
        let edit = try await longEdits.change(parameters.editor, for: caller) { (try $0.transform(strokes: strokes, by: matrix), ()) }
        return .init(revision: try await editors.keptRevision(of: edit.editor))
    }

    func restyle(_ parameters: InkInterface.Restyle.Parameters, for caller: Caller) async throws -> InkInterface.Restyle.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        let given = try GivenStrokes(editor.ink.configuration).style(parameters.style, pen: parameters.pen, named: "the call")
        guard let style = given else {
            throw ClientInterface.InvalidValue(parameter: "style", value: "nothing", allowed: "a style, or the name of a pen as pen")
        }
        let strokes = parameters.strokes.map(StrokeID.init)
        let edit = try await longEdits.change(parameters.editor, for: caller) { (try $0.restyle(strokes: strokes, as: style), ()) }
        return .init(revision: try await editors.keptRevision(of: edit.editor))
    }

    // MARK: The selection

    func select(_ parameters: InkInterface.Select.Parameters, for caller: Caller) throws -> InkInterface.Select.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        try editors.change(editor) { (try $0.select(parameters.strokes.map(StrokeID.init)), ()) }
        return .init(revision: editor.revision)
    }

    func selection(_ parameters: InkInterface.Selection.Parameters, for caller: Caller) async throws -> InkInterface.Selection.Reply {
        let ink = try editors.session(named: parameters.editor, for: caller).ink
        return try await work.run {
            .init(
                revision: Int(clamping: ink.revision), strokes: ink.selection.map { Int(clamping: $0.value) },
                box: ink.selectionBox.map { .init($0) })
        }
    }

    /// - Throws: `InvalidInk` if the part has the maximum number of strokes.
    static func refuseFull(_ editor: EditorSession) throws(InkInterface.InvalidInk) {
        guard editor.ink.strokeCount < partLimit else {
            throw InkInterface.InvalidInk(
                reason: "the part has \(editor.ink.strokeCount) strokes, and the maximum is \(partLimit): begin another part")
        }
    }

    private func stroke(_ number: Int, of editor: EditorSession) throws(InkInterface.NoSuchStroke) -> InkStroke {
        guard case .stroke(let placed)? = editor.ink.document[.stroke(StrokeID(number))] else {
            throw InkInterface.NoSuchStroke(stroke: number)
        }
        return placed.stroke
    }
}

extension StrokeID {
    /// Creates an ID from a number in a message; an invalid number becomes an ID that no stroke has.
    init(_ number: Int) { self.init(UInt64(exactly: number) ?? .max) }
}

/// Replays an editor's ink for a client as it was drawn.
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

    /// Sends the present position of the pen.
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
