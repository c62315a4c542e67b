internal import Editing
internal import Ink
internal import InkProtocol
internal import System

/// org.inkd.Ink: strokes as clients read and change them. Belongs to a workspace.
final class InkHub: InkService {
    private unowned let workspace: Workspace
    private let editors: EditorStore
    private let work: ContentWork
    private let longEdits: LongEdits
    private var players: [ClientID: InkPlayer] = [:]

    /// Points in a reply, and samples of a stroke.
    private static let pointLimit = 20_000
    /// Samples in a call.
    private static let sampleLimit = 100_000
    /// Strokes in a call.
    private static let strokeLimit = 2_000
    /// Places of an eraser's track.
    private static let placeLimit = 2_000
    /// Strokes in a part.
    private static let partLimit = 200_000

    init(workspace: Workspace, editors: EditorStore, work: ContentWork, longEdits: LongEdits) {
        self.workspace = workspace
        self.editors = editors
        self.work = work
        self.longEdits = longEdits
    }

    /// The client is gone.
    func clientLeft(_ client: ClientID) { players[client] = nil }

    // MARK: Reading

    func strokes(_ parameters: InkInterface.Strokes.Parameters, for caller: Caller) async throws -> InkInterface.Strokes.Reply {
        let ink = try editors.session(named: parameters.editor, for: caller).ink
        // what there is to say grows with what was written
        return try await work.run { .init(revision: Int(clamping: ink.revision), strokes: ink.strokes.map { InkInterface.Stroke($0) }) }
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
        guard parameters.step.isFinite, parameters.step > 0, first.isFinite, last.isFinite, first <= last else {
            throw InkInterface.InvalidInk(reason: "step is not above 0, or first comes after last")
        }
        // what would not fit into a reply is not made
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
        guard parameters.parameter.isFinite, parameters.amount.isFinite else {
            throw InkInterface.InvalidInk(reason: "amount is no number")
        }
        return try await work.run {
            let parameter = path.parameter(parameters.parameter, offsetBy: parameters.by(parameters.amount))
            return .init(parameter: parameter, point: .init(path.point(at: parameter)))
        }
    }

    /// Draws ink for a client as it was drawn.
    func replay(
        _ parameters: InkInterface.Replay.Parameters, for caller: Caller, to stream: ReplyStream<InkInterface.Replay>
    ) throws {
        let editor = try editors.session(named: parameters.editor, for: caller)
        let (speed, pause) = (parameters.speed ?? 1, parameters.longestPause ?? .infinity)
        guard (0.01...1000).contains(speed), pause >= 0 else {
            throw InkInterface.InvalidInk(reason: "speed is not from 0.01 to 1000, or longestPause below 0")
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
        guard given.count <= Self.strokeLimit, given.reduce(0, { $0 + $1.x.count }) <= Self.sampleLimit else {
            throw InkInterface.InvalidInk(reason: "a call takes \(Self.strokeLimit) strokes of \(Self.sampleLimit) samples in all")
        }
        try Self.refuseFull(editor)
        let (style, unit) = (editor.ink.configuration.style, editor.ink.configuration.unitsPerMillimetre)
        return try await add(to: editor, for: caller) {
            try given.map { try InkStroke($0, style: style, unitsPerMillimetre: unit) }
        }
    }

    /// Adds strokes that came in parts: as one step, as those of a call are.
    private func addStrokes(
        of transfer: Transfer, to editor: EditorSession, for caller: Caller
    ) async throws -> InkInterface.AddStrokes.Reply {
        try Self.refuseFull(editor)
        let (style, unit) = (editor.ink.configuration.style, editor.ink.configuration.unitsPerMillimetre)
        // all are read before the first is added: of what is no ink nothing is added
        return try await add(to: editor, for: caller) {
            try transfer.newStrokes().map { try InkStroke($0, style: style, unitsPerMillimetre: unit) }
        }
    }

    /// - Parameter make: fits paths to samples, which takes long.
    private func add(
        to editor: EditorSession, for caller: Caller, _ make: @escaping @Sendable () throws -> [InkStroke]
    ) async throws -> InkInterface.AddStrokes.Reply {
        let generation = editor.reading.generation
        let strokes = try await work.run(make)
        // the editor may have been closed or given another part meanwhile
        guard try editors.writable(editor.name, for: caller) === editor, editor.reading.generation == generation else {
            throw EditorInterface.NoPart(editor: editor.name)
        }
        let added = try await longEdits.change(editor.name, for: caller) { ink in
            guard ink.strokeCount + strokes.count <= Self.partLimit else {
                throw InkInterface.InvalidInk(
                    reason: "the part has \(ink.strokeCount) strokes, and may have \(Self.partLimit), with \(strokes.count) more")
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
        let track = try track(parameters, editor)
        let mode =
            parameters.mode.flatMap { EditorConfiguration.EraserMode(rawValue: $0.rawValue) } ?? editor.ink.configuration.eraserMode
        let edit = try await longEdits.change(parameters.editor, for: caller) { ($0.erase(along: track, mode: mode), ()) }
        return .init(revision: try await editors.keptRevision(of: edit.editor))
    }

    func transform(_ parameters: InkInterface.Transform.Parameters, for caller: Caller) async throws -> InkInterface.Transform.Reply {
        let matrix = try parameters.matrix.transform()
        let strokes = parameters.strokes.map(StrokeID.init)
        let edit = try await longEdits.change(parameters.editor, for: caller) { (try $0.transform(strokes: strokes, by: matrix), ()) }
        return .init(revision: try await editors.keptRevision(of: edit.editor))
    }

    /// - Throws: `InvalidInk` if the part has as many strokes as one may have.
    static func refuseFull(_ editor: EditorSession) throws(InkInterface.InvalidInk) {
        guard editor.ink.strokeCount < partLimit else {
            throw InkInterface.InvalidInk(
                reason: "the part has \(editor.ink.strokeCount) strokes, and may have \(partLimit): begin another")
        }
    }

    private func stroke(_ number: Int, of editor: EditorSession) throws(InkInterface.NoSuchStroke) -> InkStroke {
        guard case .stroke(let placed)? = editor.ink.document[.stroke(StrokeID(number))] else {
            throw InkInterface.NoSuchStroke(stroke: number)
        }
        return placed.stroke
    }

    private func track(_ parameters: InkInterface.Erase.Parameters, _ editor: EditorSession) throws(InkInterface.InvalidInk) -> EraserTrack
    {
        let radius = parameters.radius ?? editor.ink.configuration.eraserRadius * editor.ink.configuration.unitsPerMillimetre
        guard parameters.x.count == parameters.y.count, !parameters.x.isEmpty, parameters.x.count <= Self.placeLimit,
            (parameters.x + parameters.y).allSatisfy({ $0.magnitude <= 1e6 }), radius > 0, radius <= 1e6
        else { throw InkInterface.InvalidInk(reason: "a track has as many x as y, 1 to \(Self.placeLimit), and a radius above 0") }
        return EraserTrack(places: zip(parameters.x, parameters.y).map { Place(x: $0, y: $1) }, radius: radius)
    }

    /// Samples of a stroke that a client may add.
    fileprivate static var longestStroke: Int { pointLimit }
}

extension InkStroke {
    /// A client's stroke, its path fitted to the samples.
    /// - Throws: `InvalidInk`
    fileprivate init(_ new: InkInterface.NewStroke, style: InkStyle, unitsPerMillimetre unit: Double) throws(InkInterface.InvalidInk) {
        func refuse(_ reason: String) -> InkInterface.InvalidInk { .init(reason: reason) }
        guard new.x.count == new.y.count, new.force.map({ $0.count == new.x.count }) ?? true,
            new.time.map({ $0.count == new.x.count }) ?? true
        else { throw refuse("the arrays of a stroke are not equally long") }
        guard !new.x.isEmpty, new.x.count <= InkHub.longestStroke, (new.x + new.y).allSatisfy({ $0.magnitude <= 1e6 }) else {
            throw refuse("a stroke has 1 to \(InkHub.longestStroke) samples, none of them farther than a kilometre away")
        }
        guard new.force?.allSatisfy({ (0...1).contains($0) }) ?? true, new.time?.allSatisfy({ (0...1e14).contains($0) }) ?? true else {
            throw refuse("force is not from 0 to 1, or time not milliseconds since 1970")
        }
        let begin = new.time?.first.map { Int64($0 * 1000) } ?? WallClock().now.microsecondsSince1970(EditorStore.now)
        let samples = new.x.indices.map { index in
            InkPoint(
                x: new.x[index], y: new.y[index],
                time: Instant(microseconds: new.time.map { Int64($0[index] * 1000) } ?? begin + Int64(index) * 10_000),
                force: Float(new.force?[index] ?? 0))
        }
        self.init(id: StrokeID(0), fitting: samples, style: style, created: begin, tolerance: 0.05 * unit)
    }
}

extension StrokeID {
    /// From the wire; a number that cannot be one names no stroke.
    fileprivate init(_ number: Int) { self.init(UInt64(exactly: number) ?? .max) }
}

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
