public import Ink

extension InkEditor {
    /// All lines, top to bottom.
    public var lines: [LineState] {
        layout.readingOrder.compactMap { state(of: $0) }
    }

    /// The best readings of all lines, top to bottom, joined by line breaks.
    public var text: String { lines.map(\.text).joined(separator: "\n") }

    /// A line; nil if it is not, or no longer, there.
    public func line(_ id: LineID) -> LineState? {
        layout[id].flatMap { state(of: $0) }
    }

    /// The strokes of a line in the order they were drawn.
    public func strokes(of line: LineID) -> [StrokeID] { layout[line]?.marks.map(\.stroke).sorted() ?? [] }

    /// The lines to read now: those that changed, and those that fell due. Each is given out once for each reason.
    public mutating func takeRequests() -> [LineSnapshot] {
        readings.takeRequests().compactMap { snapshot(of: $0) }
    }

    /// A line as it is to be read; nil if it is not, or no longer, there.
    public func snapshot(of id: LineID) -> LineSnapshot? {
        guard let line = layout[id], let reading = readings[id] else { return nil }
        return LineSnapshot(
            line: id, revision: reading.revision, isFinal: reading.isDue,
            strokes: line.readingOrder.compactMap { content.strokes[$0]?.stroke.sampled }, row: row(of: line))
    }

    private func row(of line: InkLine) -> GuideRow? {
        guard let gap = configuration.guideGap else { return nil }
        return GuideRow(of: line, gap: gap, others: layout.lines(near: line.box, margin: 10 * gap))
    }

    /// Takes over what a recogniser made of a snapshot, whose line, revision and finality come back unchanged.
    ///
    /// nil if it could not be read: what was read before stays.
    /// - Returns: an empty set if the reading is refused: the line has changed meanwhile, is gone, or has a final reading.
    public mutating func apply(_ transcript: Transcript?, to id: LineID, revision: UInt64, isFinal: Bool) -> EditorEffects {
        guard let line = layout[id], readings.awaits(id, revision: revision) else { return [] }
        let wasIdle = isIdle
        readings.apply(transcript, strokes: line.readingOrder, to: id, isFinal: isFinal)
        if isFinal { unsavedReadings.insert(id) }
        return isIdle && !wasIdle ? [.lineRead, .becameIdle] : [.lineRead]
    }

    /// What is to be kept of lines that changed or were read since this was last asked: their final readings, nil for those without.
    public mutating func takeReadings() -> [LineID: SavedReading?] {
        defer { unsavedReadings = [] }
        var taken: [LineID: SavedReading?] = [:]
        for line in unsavedReadings {
            let reading = readings[line].flatMap { $0.isFinal ? $0 : nil }
            taken[line] = .some(reading.map { SavedReading(candidates: $0.candidates, words: $0.words, confidence: $0.confidence) })
        }
        return taken
    }

    private func state(of line: InkLine) -> LineState? {
        guard let reading = readings[line.id] else { return nil }
        var state = LineState(
            id: line.id, revision: reading.revision, text: reading.text, stablePrefix: reading.stablePrefix,
            candidates: reading.candidates, words: reading.words, confidence: reading.confidence, isFinal: reading.isFinal, box: line.box)
        for index in state.words.indices { state.words[index].decorations = content.decorations(of: state.words[index].strokes) }
        choose(in: &state)
        return state
    }

    /// Puts what a person chose in place of what was read.
    private func choose(in state: inout LineState) {
        guard !content.choices.isEmpty else { return }
        var isChanged = false
        var seen: [[StrokeID]: Int] = [:]
        for index in state.words.indices {
            let strokes = state.words[index].strokes
            guard let first = strokes.first, let choice = content.choices[first], choice.strokes == strokes else { continue }
            defer { seen[strokes, default: 0] += 1 }
            guard choice.place == seen[strokes, default: 0] else { continue }
            state.words[index].choose(choice.text)
            isChanged = true
        }
        guard isChanged else { return }
        state.text = state.words.map(\.text).joined(separator: " ")
        state.candidates.removeAll { $0.text == state.text }
        state.candidates.insert(Candidate(text: state.text, score: nil), at: 0)
        if state.isFinal { state.stablePrefix = state.text.unicodeScalars.count }
        state.stablePrefix = min(state.stablePrefix, state.text.unicodeScalars.count)
    }
}

extension LineWord {
    /// Says `text` from now on, which is the first of its candidates then.
    mutating func choose(_ text: String) {
        isChosen = true
        guard self.text != text else { return }
        self.text = text
        candidates.removeAll { $0.text == text }
        candidates.insert(Candidate(text: text, score: nil), at: 0)
        let characters = text.map(String.init)
        // other characters were never aligned with the ink
        if characters.count == graphemes.count {
            for index in graphemes.indices { graphemes[index].text = characters[index] }
        } else {
            graphemes = []
        }
        confidence = nil
    }
}
