public import Ink

extension InkEditor {
    /// All lines, top to bottom.
    public var lines: [LineState] { layout.readingOrder.compactMap { state(of: $0) } }

    /// The best readings of all lines, top to bottom, joined by line breaks.
    public var text: String { lines.map(\.text).joined(separator: "\n") }

    /// A line; nil if it is not, or no longer, there.
    public func line(_ id: LineID) -> LineState? { layout[id].flatMap { state(of: $0) } }

    /// The lines to read now: those that changed, and those that fell due. Each is given out once for each reason.
    public mutating func takeRequests() -> [LineSnapshot] {
        readings.takeRequests().compactMap { snapshot(of: $0) }
    }

    /// A line as it is to be read; nil if it is not, or no longer, there.
    public func snapshot(of id: LineID) -> LineSnapshot? {
        guard let line = layout[id], let reading = readings[id] else { return nil }
        return LineSnapshot(
            line: id, revision: reading.revision, isFinal: reading.isDue, strokes: line.readingOrder.compactMap { content[$0] })
    }

    /// Takes over what a recogniser made of a snapshot, whose line, revision and finality come back unchanged.
    ///
    /// nil if it could not be read: what was read before stays.
    /// - Returns: an empty set if the reading is refused: the line has changed meanwhile, is gone, or has a final reading.
    public mutating func apply(_ transcript: Transcript?, to id: LineID, revision: UInt64, isFinal: Bool) -> EditorEffects {
        guard let line = layout[id], readings.awaits(id, revision: revision) else { return [] }
        let wasIdle = isIdle
        readings.apply(transcript, strokes: line.readingOrder, to: id, isFinal: isFinal)
        return isIdle && !wasIdle ? [.lineRead, .becameIdle] : [.lineRead]
    }

    private func state(of line: InkLine) -> LineState? {
        guard let reading = readings[line.id] else { return nil }
        return LineState(
            id: line.id, revision: reading.revision, text: reading.text, stablePrefix: reading.stablePrefix,
            candidates: reading.candidates, words: reading.words, confidence: reading.confidence, isFinal: reading.isFinal, box: line.box)
    }
}
