internal import Editing
internal import Ink
internal import InkProtocol

/// What org.inkd.Ink offers.
extension Daemon {
    /// Points in a reply, and samples in a call.
    private static let pointLimit = 20_000
    /// Strokes in a call.
    private static let strokeLimit = 2_000
    /// Places of a track.
    private static let placeLimit = 2_000
    /// Strokes in a part.
    private static let partLimit = 200_000

    /// The reply; nil if it comes later.
    func answerInk(_ method: MethodName, _ call: Call, of client: Client) throws -> [UInt8]? {
        switch method {
        case .strokes:
            let editor = try editor(call.parameters(as: InkInterface.Strokes.Parameters.self).editor, for: client)
            aside(editor, call, client) { ink in
                try Reply.encode(
                    InkInterface.Strokes.self,
                    .init(revision: Int(clamping: ink.revision), strokes: ink.strokes.map { InkInterface.Stroke($0) }))
            }
            return nil
        case .getPath:
            let parameters = try call.parameters(as: InkInterface.GetPath.Parameters.self)
            let stroke = try stroke(parameters.stroke, of: editor(parameters.editor, for: client))
            return try Reply.encode(InkInterface.GetPath.self, .init(path: .init(stroke)))
        case .interpolate: return try interpolate(call, client)
        case .offset:
            let parameters = try call.parameters(as: InkInterface.Offset.Parameters.self)
            let path = try stroke(parameters.stroke, of: editor(parameters.editor, for: client)).path
            guard parameters.parameter.isFinite, parameters.amount.isFinite else {
                throw InkInterface.InvalidInk(reason: "amount is no number")
            }
            let parameter = path.parameter(parameters.parameter, offsetBy: parameters.by(parameters.amount))
            return try Reply.encode(InkInterface.Offset.self, .init(parameter: parameter, point: .init(path.point(at: parameter))))
        case .addStrokes:
            let parameters = try call.parameters(as: InkInterface.AddStrokes.Parameters.self)
            let editor = try writable(editor(parameters.editor, for: client))
            guard parameters.strokes.count <= Self.strokeLimit,
                parameters.strokes.reduce(0, { $0 + $1.x.count }) <= Self.pointLimit * 5
            else {
                throw InkInterface.InvalidInk(reason: "a call takes \(Self.strokeLimit) strokes of \(Self.pointLimit * 5) samples in all")
            }
            try refuseFull(editor)
            let strokes = try parameters.strokes.map { try ink($0, editor) }
            let added = try changing(editor) { try $0.add(strokes) }
            let reply = InkInterface.AddStrokes.Reply(
                revision: Int(clamping: editor.ink.revision), strokes: added.map { Int(clamping: $0.value) })
            return try answerWhenKept(InkInterface.AddStrokes.self, reply, editor, call, client)
        case .removeStrokes:
            let parameters = try call.parameters(as: InkInterface.RemoveStrokes.Parameters.self)
            let editor = try writable(editor(parameters.editor, for: client))
            try changing(editor) { (try $0.remove(strokes: parameters.strokes.map(StrokeID.init)), ()) }
            return try revised(InkInterface.RemoveStrokes.self, editor, call, client)
        case .erase:
            let parameters = try call.parameters(as: InkInterface.Erase.Parameters.self)
            let editor = try writable(editor(parameters.editor, for: client))
            let track = try track(parameters, editor)
            let mode =
                parameters.mode.flatMap { EditorConfiguration.EraserMode(rawValue: $0.rawValue) } ?? editor.ink.configuration.eraserMode
            settle(editor, editor.ink.erase(along: track, mode: mode))
            return try revised(InkInterface.Erase.self, editor, call, client)
        case .transform:
            let parameters = try call.parameters(as: InkInterface.Transform.Parameters.self)
            let editor = try writable(editor(parameters.editor, for: client))
            let matrix = try parameters.matrix.transform()
            try changing(editor) { (try $0.transform(strokes: parameters.strokes.map(StrokeID.init), by: matrix), ()) }
            return try revised(InkInterface.Transform.self, editor, call, client)
        case .replay:
            try play(call, client)
            return nil
        default: return nil
        }
    }

    /// Makes an edit, and says in the interfaces' words why it cannot be made.
    @discardableResult
    func changing<Result>(_ editor: EditorSession, _ edit: (inout InkEditor) throws -> (EditorEffects, Result)) throws -> Result {
        do {
            let (effects, result) = try edit(&editor.ink)
            settle(editor, effects)
            return result
        } catch let error as EditError {
            switch error {
            case .noSuchStroke(let id): throw InkInterface.NoSuchStroke(stroke: Int(clamping: id.value))
            case .noSuchLine(let id): throw EditorInterface.NoSuchWord(editor: editor.name, line: Int(clamping: id.value), word: 0)
            case .noSuchWord(let line, let word):
                throw EditorInterface.NoSuchWord(editor: editor.name, line: Int(clamping: line.value), word: word)
            case .noSuchBlock(let block): throw BlocksInterface.BlockInvalid(block: block, revision: Int(clamping: editor.ink.revision))
            case .unsupported(let type, let operation): throw BlocksInterface.Unsupported(type: type.rawValue, operation: operation)
            case .badTransform:
                throw InkInterface.InvalidInk(
                    reason: "the matrix squeezes ink onto a line, takes it too far away, or is no matrix of numbers")
            case .badInk: throw InkInterface.InvalidInk(reason: "a stroke has no usable sample")
            }
        }
    }

    private func revised<M: VarlinkMethod>(_ method: M.Type, _ editor: EditorSession, _ call: Call, _ client: Client) throws -> [UInt8]?
    where M.Reply == InkInterface.RemoveStrokes.Reply {
        try answerWhenKept(method, .init(revision: revision(of: editor)), editor, call, client)
    }

    private func stroke(_ number: Int, of editor: EditorSession) throws -> InkStroke {
        guard case .stroke(let placed)? = editor.ink.document[.stroke(StrokeID(number))] else {
            throw InkInterface.NoSuchStroke(stroke: number)
        }
        return placed.stroke
    }

    private func interpolate(_ call: Call, _ client: Client) throws -> [UInt8] {
        let parameters = try call.parameters(as: InkInterface.Interpolate.Parameters.self)
        let path = try stroke(parameters.stroke, of: editor(parameters.editor, for: client)).path
        let stride = parameters.by(parameters.step)
        let (first, last) = (parameters.first ?? 0, parameters.last ?? path.parameters.upperBound)
        guard parameters.step.isFinite, parameters.step > 0, first.isFinite, last.isFinite, first <= last else {
            throw InkInterface.InvalidInk(reason: "step is not above 0, or first comes after last")
        }
        // what would not fit into a reply is not made
        var points: [InkInterface.PathPoint] = []
        var parameter = first
        while parameter < last {
            guard points.count < Self.pointLimit else {
                throw InkInterface.InvalidInk(reason: "step is too small: a reply holds \(Self.pointLimit) points")
            }
            points.append(.init(path.point(at: parameter)))
            parameter = max(path.parameter(parameter, offsetBy: stride), parameter + 1.0 / 1024)
        }
        points.append(.init(path.point(at: last)))
        return try Reply.encode(InkInterface.Interpolate.self, .init(points: points))
    }

    /// - Throws: `InvalidInk` if the part has as many strokes as one may have.
    func refuseFull(_ editor: EditorSession) throws {
        guard editor.ink.strokeCount < Self.partLimit else {
            throw InkInterface.InvalidInk(
                reason: "the part has \(editor.ink.strokeCount) strokes, and may have \(Self.partLimit): begin another")
        }
    }

    private func ink(_ new: InkInterface.NewStroke, _ editor: EditorSession) throws -> InkStroke {
        func refuse(_ reason: String) -> InkInterface.InvalidInk { .init(reason: reason) }
        guard new.x.count == new.y.count, new.force.map({ $0.count == new.x.count }) ?? true,
            new.time.map({ $0.count == new.x.count }) ?? true
        else { throw refuse("the arrays of a stroke are not equally long") }
        guard !new.x.isEmpty, new.x.count <= Self.pointLimit, (new.x + new.y).allSatisfy({ $0.magnitude <= 1e6 }) else {
            throw refuse("a stroke has 1 to \(Self.pointLimit) samples, none of them farther than a kilometre away")
        }
        guard new.force?.allSatisfy({ (0...1).contains($0) }) ?? true, new.time?.allSatisfy({ (0...1e14).contains($0) }) ?? true else {
            throw refuse("force is not from 0 to 1, or time not milliseconds since 1970")
        }
        let begin =
            new.time?.first.map { Int64($0 * 1000) } ?? clock.now.microsecondsSince1970(Instant(microseconds: Int64(clamping: loop.now)))
        let samples = new.x.indices.map { index in
            InkPoint(
                x: new.x[index], y: new.y[index],
                time: Instant(microseconds: new.time.map { Int64($0[index] * 1000) } ?? begin + Int64(index) * 10_000),
                force: Float(new.force?[index] ?? 0))
        }
        return InkStroke(
            id: StrokeID(0), fitting: samples, style: editor.ink.configuration.style, created: begin,
            tolerance: 0.05 * editor.ink.configuration.unitsPerMillimetre)
    }

    private func track(_ parameters: InkInterface.Erase.Parameters, _ editor: EditorSession) throws -> EraserTrack {
        let radius = parameters.radius ?? editor.ink.configuration.eraserRadius * editor.ink.configuration.unitsPerMillimetre
        guard parameters.x.count == parameters.y.count, !parameters.x.isEmpty, parameters.x.count <= Self.placeLimit,
            (parameters.x + parameters.y).allSatisfy({ $0.magnitude <= 1e6 }), radius > 0, radius <= 1e6
        else { throw InkInterface.InvalidInk(reason: "a track has as many x as y, 1 to \(Self.placeLimit), and a radius above 0") }
        return EraserTrack(places: zip(parameters.x, parameters.y).map { Place(x: $0, y: $1) }, radius: radius)
    }
}

extension StrokeID {
    /// As it goes over the wire; what cannot be one names no stroke.
    fileprivate init(_ number: Int) { self.init(UInt64(exactly: number) ?? .max) }
}
