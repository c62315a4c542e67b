internal import Editing
internal import Ink
internal import InkProtocol
internal import ModelStore
internal import Logging
internal import Recognition

/// Strokes that may be more than ink: gestures over text, and figures.
extension Daemon {
    /// Asks the recogniser about the strokes that were just written.
    func askForEdits(_ editor: EditorSession) {
        askAboutTaken(editor)
        let (id, generation) = (editor.id, editor.generation)
        if let model = catalog.model(of: .gestures) {
            for request in editor.ink.takeGestureRequests() {
                editor.questions += 1
                recogniser?.order { [self] recognisers in
                    let found = try? recognisers.gestures(model).recognize(request.stroke, over: request.context)
                    let gesture = found.flatMap { EditGesture($0, request) }
                    loop.post { self.assumeIsolated { $0.gestureWasRead(gesture, id, generation) } }
                }
            }
        }
        guard catalog.model(of: .gestures) != nil || catalog.model(of: .shapes) != nil else { return editor.ink.dropQuestions() }
        if let model = catalog.model(of: .shapes) {
            // a few at a time, behind the lines being written; the rest is asked for when these are answered
            guard editor.questions == 0 else { return }
            for request in editor.ink.takeFigureRequests() {
                editor.questions += 1
                recogniser?.orderLater { [self] recognisers in
                    let figure = try? request.figure(with: recognisers.shapes(model))
                    loop.post { self.assumeIsolated { $0.figureWasRead(figure, request.revision, id, generation) } }
                }
            }
        }
    }

    private func gestureWasRead(_ gesture: EditGesture?, _ id: EditorID, _ generation: Int) {
        guard let editor = editors[id], editor.generation == generation else { return }
        editor.questions -= 1
        guard let gesture, let effects = editor.ink.apply(gesture) else { return settleQuestions(editor) }
        publish(
            .gesture, editor, line: nil,
            gesture: .init(
                kind: gesture.kind.rawValue, stroke: Int(clamping: gesture.stroke.value), words: gesture.words.map(\.text),
                strokes: Set(gesture.strokes + gesture.words.flatMap(\.strokes)).sorted().map { Int(clamping: $0.value) }))
        if let seat = textSeat(of: editor) {
            tellHolder(
                of: seat,
                .init(
                    sequence: 0, change: .gesture,
                    gesture: .init(kind: gesture.kind.rawValue, words: gesture.words.map(\.text), taken: false)))
        }
        settle(editor, effects)
    }

    /// Asks whether the first stroke after text went into a field scratches that out.
    private func askAboutTaken(_ editor: EditorSession) {
        guard let taken = editor.taken, let stroke = editor.ink.strokes.first, let model = catalog.model(of: .gestures) else { return }
        editor.taken = nil
        guard editor.ink.strokeCount == 1, loop.now &- taken.at < TakenText.lifetime else { return }
        let request = GestureSnapshot(stroke: stroke, strokes: taken.strokes, words: taken.words)
        let (id, generation) = (editor.id, editor.generation)
        editor.questions += 1
        recogniser?.order { [self] recognisers in
            let found = try? recognisers.gestures(model).recognize(request.stroke, over: request.context)
            let gesture = found.flatMap { EditGesture($0, request) }
            loop.post { self.assumeIsolated { $0.takenGestureWasRead(gesture, taken.field, id, generation) } }
        }
    }

    private func takenGestureWasRead(_ gesture: EditGesture?, _ field: Int?, _ id: EditorID, _ generation: Int) {
        guard let editor = editors[id], editor.generation == generation else { return }
        editor.questions -= 1
        guard let gesture, gesture.kind == .scratchOut, !gesture.words.isEmpty, editor.ink.sweeps(of: gesture.stroke) >= 3,
            let seat = textSeat(of: editor),
            let target = seat.target, target.field == field
        else {
            return settleQuestions(editor)
        }
        tellHolder(
            of: seat,
            .init(sequence: 0, change: .gesture, gesture: .init(kind: gesture.kind.rawValue, words: gesture.words.map(\.text), taken: true))
        )
        settle(editor, editor.ink.forget([gesture.stroke]))
        settleQuestions(editor)
    }

    private func figureWasRead(_ figure: DrawnFigure?, _ revision: UInt64, _ id: EditorID, _ generation: Int) {
        guard let editor = editors[id], editor.generation == generation else { return }
        editor.questions -= 1
        let effects = figure.map { editor.ink.apply($0, revision: revision) } ?? []
        if effects.isEmpty { settleQuestions(editor) } else { settle(editor, effects) }
    }

    /// A question was answered with nothing: perhaps it was the last that the editor waited for.
    private func settleQuestions(_ editor: EditorSession) {
        if editor.questions == 0 { askForEdits(editor) }
        if editor.isIdle { becameIdle(editor) }
        endIfReplayed()
    }
}

extension GestureSnapshot {
    /// As the recogniser wants it.
    fileprivate var context: TextContext {
        let places = Dictionary(strokes.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
        func named(_ ranges: [WordRange]) -> [StrokeRange] {
            ranges.compactMap { range in places[range.stroke].map { StrokeRange(stroke: $0, first: range.first, last: range.last) } }
        }
        let read = words.map { word in
            TranscribedWord(
                text: word.text, box: word.box, ranges: named(word.ranges), baseline: word.baseline, xHeight: word.xHeight,
                graphemes: word.graphemes.map { TranscribedGrapheme(text: $0.text, ranges: named($0.ranges)) })
        }
        // a line that has not been read yet goes by its gaps
        let covered = Set(words.flatMap(\.strokes))
        return TextContext(strokes: strokes, words: strokes.allSatisfy { covered.contains($0.id) } ? read : nil)
    }
}

extension EditGesture {
    /// What a reading means for the strokes of the snapshot; nil if it is about nothing.
    fileprivate init?(_ reading: GestureReading, _ snapshot: GestureSnapshot) {
        guard let kind = Kind(rawValue: reading.kind.rawValue) else { return nil }
        let context = snapshot.context
        // of words that are only grazed nothing is meant
        let least = kind == .join || kind == .split || kind == .insert ? 0 : 0.4
        let words = reading.words.filter { $0.coverage >= least }.compactMap { touched -> LineWord? in
            guard context.words.indices.contains(touched.index) else { return nil }
            let word = context.words[touched.index]
            let ranges = word.ranges.compactMap { range in
                snapshot.strokes.indices.contains(range.stroke)
                    ? WordRange(stroke: snapshot.strokes[range.stroke].id, first: range.first, last: range.last) : nil
            }
            return LineWord(text: word.text, box: word.box, ranges: ranges)
        }
        var covered: [Int: Int] = [:]
        for range in reading.ranges { covered[range.stroke, default: 0] += range.last - range.first + 1 }
        let strokes = covered.compactMap { index, count -> StrokeID? in
            guard snapshot.strokes.indices.contains(index) else { return nil }
            return 2 * count > snapshot.strokes[index].points.count ? snapshot.strokes[index].id : nil
        }
        guard !words.isEmpty || !strokes.isEmpty || reading.insertion != nil else { return nil }
        self.init(kind: kind, stroke: snapshot.stroke.id, words: words, strokes: strokes.sorted(), x: reading.insertion?.x)
    }
}

extension FigureSnapshot {
    /// Of what several strokes may be together: closed shapes and arrows only, since two lines are more often two lines.
    private static let ofSeveral: Set<String> = ["arrow", "double-arrow", "rectangle", "triangle", "diamond", "star"]
    /// How sure a reading must be.
    private static let least = 0.85

    /// The largest group that is a figure; nil if none is.
    fileprivate func figure(with recogniser: ShapeRecognizer) throws -> DrawnFigure? {
        for group in groups.reversed() {
            let reading = try recogniser.recognize(group, among: nil)
            guard let best = reading.candidates.first, best.score >= Self.least, !reading.ambiguous, let geometry = best.geometry,
                let figure = Figure(geometry, name: best.name), group.count == 1 || Self.ofSeveral.contains(best.name)
            else { continue }
            return DrawnFigure(strokes: group.map(\.id).sorted(), name: best.name, figure: figure)
        }
        return nil
    }
}

extension Figure {
    /// nil for what is writing rather than drawing.
    fileprivate init?(_ geometry: ShapeGeometry, name: String) {
        func place(_ point: ShapePoint) -> Place { Place(x: point.x, y: point.y) }
        switch geometry {
        case .line(let from, let to):
            self = .polygon(points: [place(from), place(to)], closed: false, headAtStart: false, headAtEnd: false)
        case .arrow(let tail, let tip, _):
            self = .polygon(points: [place(tail), place(tip)], closed: false, headAtStart: false, headAtEnd: true)
        case .doubleArrow(let a, let b):
            self = .polygon(points: [place(a), place(b)], closed: false, headAtStart: true, headAtEnd: true)
        case .rectangle(let centre, let width, let height, let rotation):
            let turn = InkTransform.rotation(radians: rotation).followed(by: .translation(x: centre.x, y: centre.y))
            let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { turn(Place(x: $0.0 * width / 2, y: $0.1 * height / 2)) }
            self = .polygon(points: corners, closed: true, headAtStart: false, headAtEnd: false)
        case .ellipse(let centre, let major, let minor, let rotation):
            self = .ellipse(centre: place(centre), radiusX: major, radiusY: minor, rotation: rotation)
        case .circle(let centre, let radius): self = .ellipse(centre: place(centre), radiusX: radius, radiusY: radius, rotation: 0)
        case .polygon(let corners): self = .polygon(points: corners.map(place), closed: true, headAtStart: false, headAtEnd: false)
        case .star(let centre, let points, let outer, let inner, let rotation):
            let tips = (0..<2 * points).map { index in
                let angle = rotation + Double(index) * .pi / Double(points)
                let turn = InkTransform.rotation(radians: angle).followed(by: .translation(x: centre.x, y: centre.y))
                return turn(Place(x: index.isMultiple(of: 2) ? outer : inner, y: 0))
            }
            self = .polygon(points: tips, closed: true, headAtStart: false, headAtEnd: false)
        case .path(let points):
            guard name == "zig-zag", points.count > 2 else { return nil }
            self = .polygon(points: points.map(place), closed: false, headAtStart: false, headAtEnd: false)
        }
    }
}
