public import Ink

/// A stroke that may be an edit gesture, with the ink near it: a copy, independent of the editor.
public struct GestureSnapshot: Sendable, Hashable {
    /// The stroke that was just written.
    public var stroke: Stroke
    /// The strokes near it, oldest first.
    public var strokes: [Stroke]
    /// The reading of those strokes, its ranges named by stroke.
    public var words: [LineWord]

    /// A stroke, and the ink that it may be over.
    public init(stroke: Stroke, strokes: [Stroke], words: [LineWord]) {
        self.stroke = stroke
        self.strokes = strokes
        self.words = words
    }
}

/// An edit that a stroke asks for.
public struct EditGesture: Sendable, Hashable {
    /// The requested edit.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Delete the ink beneath.
        case scratchOut = "scratch-out"
        /// Take away or mark the words it goes through.
        case strikethrough
        /// Mark the words above it.
        case underline
        /// Mark the words within it.
        case surround
        /// Take away the space between two words.
        case join
        /// Part words or letters.
        case split
        /// Make room.
        case insert
    }

    /// The requested edit.
    public var kind: Kind
    /// The stroke that asks for it.
    public var stroke: StrokeID
    /// The words that it covers, from left to right, with their texts and strokes. Those on both sides of a join.
    public var words: [LineWord]
    /// Strokes that it lies over for their greater part.
    public var strokes: [StrokeID]
    /// The horizontal position of a join, a split or an insertion; nil for the other kinds.
    public var x: Double?

    /// An edit that a stroke asks for.
    public init(kind: Kind, stroke: StrokeID, words: [LineWord], strokes: [StrokeID], x: Double?) {
        self.kind = kind
        self.stroke = stroke
        self.words = words
        self.strokes = strokes
        self.x = x
    }
}

/// Edit gestures.
extension InkEditor {
    /// The strokes written since this was last asked that may be gestures, each with the ink around it.
    public mutating func takeGestureRequests() -> [GestureSnapshot] {
        defer { gestureRequests = [] }
        return gestureRequests.compactMap(gestureSnapshot)
    }

    /// Carries out a gesture's edit. The stroke itself vanishes, and undo takes both back in one step.
    ///
    /// - Returns: nil if it comes too late, because of another edit, or has no targets: the stroke is writing
    ///   then.
    public mutating func apply(_ gesture: EditGesture) -> EditorEffects? {
        guard contact == .none || contact == .pen, let last = history.last, last.count == 1, let added = last.first,
            added.key == .stroke(gesture.stroke), added.before == nil, case .stroke(let placed)? = added.after
        else { return nil }
        let effects = changes(for: gesture)
        guard !effects.isEmpty else { return nil }
        return settling { editor in
            let removal = DocumentChange(key: added.key, before: .stroke(placed), after: nil)
            let step = [removal] + effects
            editor.perform(step)
            editor.history.replaceLast(with: ([added] + step).merged)
            editor.unsaved += step
        }
    }

    /// The number of times a stroke goes across at least half of its own width, back and forth: writing over writing does so once or twice
    /// at most, whatever else it looks like.
    public func sweeps(of id: StrokeID) -> Int {
        guard let stroke = content.strokes[id]?.stroke.sampled, let box = stroke.bounds, box.width > configuration.unitsPerMillimetre,
            let first = stroke.points.first
        else {
            return 0
        }
        var sweeps = 0
        // where it turned last, and how far it has come from there
        var (turn, farthest) = (first.x, first.x)
        for point in stroke.points {
            if abs(point.x - turn) >= abs(farthest - turn), (point.x - turn) * (farthest - turn) >= 0 {
                farthest = point.x
            } else if abs(point.x - farthest) > 0.1 * box.width {
                if abs(farthest - turn) >= box.width / 2 { sweeps += 1 }
                (turn, farthest) = (farthest, point.x)
            }
        }
        return abs(farthest - turn) >= box.width / 2 ? sweeps + 1 : sweeps
    }

    mutating func noticeGesture(_ stroke: StrokeID) {
        guard configuration.gestures, content.type.isRead, strokeCount > 1 else { return }
        gestureRequests.append(stroke)
        if gestureRequests.count > Self.mostRequests { gestureRequests.removeFirst() }
    }

    /// Strokes that are asked about at most: only the newest can be a gesture still.
    private static let mostRequests = 100

    private func gestureSnapshot(_ id: StrokeID) -> GestureSnapshot? {
        guard let stroke = content.strokes[id]?.stroke.sampled, let box = stroke.bounds else { return nil }
        let reach = max(box.height, 2 * layout.typicalHeight)
        let lines = layout.lines(near: box, margin: reach)
        let written = Set(lines.flatMap { line in line.marks.map(\.stroke) }).union(strokes(near: box, margin: reach))
        let near = written.filter { $0 < id }.sorted()
        let words = lines.compactMap { self.line($0.id) }.flatMap(\.words).filter { !$0.ranges.contains { $0.stroke == id } }
        return GestureSnapshot(stroke: stroke, strokes: near.compactMap { content.strokes[$0]?.stroke.sampled }, words: words)
    }

    private func changes(for gesture: EditGesture) -> [DocumentChange] {
        switch gesture.kind {
        case .scratchOut: return removal(of: gesture.strokes + gesture.words.flatMap(\.strokes), besides: gesture.stroke)
        case .strikethrough where configuration.strikeThrough == .erase:
            return removal(of: gesture.words.flatMap(\.strokes), besides: gesture.stroke)
        case .strikethrough: return decoration(.strikethrough, of: gesture)
        case .underline: return decoration(.underline, of: gesture)
        case .surround: return decoration(.surround, of: gesture)
        case .join:
            guard gesture.words.count > 1, let left = gesture.words[0].box, let right = gesture.words[1].box else { return [] }
            return shift(rightOf: (left.right + right.x) / 2, of: gesture, by: { height in min(0, 0.1 * height - (right.x - left.right)) })
        case .split: return gesture.x.map { shift(rightOf: $0, of: gesture, by: { height in 0.8 * height }) } ?? []
        case .insert: return gesture.x.map { shift(rightOf: $0, of: gesture, by: { height in 3 * height }) } ?? []
        }
    }

    private func removal(of strokes: [StrokeID], besides own: StrokeID) -> [DocumentChange] {
        Set(strokes).subtracting([own]).sorted().compactMap { content.change(.stroke($0), to: nil) }
    }

    private func decoration(_ kind: Decoration.Kind, of gesture: EditGesture) -> [DocumentChange] {
        let strokes = Set(gesture.words.flatMap(\.strokes)).subtracting([gesture.stroke]).filter { content.strokes[$0] != nil }.sorted()
        guard !strokes.isEmpty else { return [] }
        let id = DecorationID(lastDecoration &+ 1)
        let decoration = Decoration(id: id, kind: kind, strokes: strokes)
        return [DocumentChange(key: .decoration(id), before: nil, after: .decoration(decoration))]
    }

    /// Moves the ink right of `x` on the line of the gesture's words, by a distance that depends on its text height.
    private func shift(rightOf x: Double, of gesture: EditGesture, by distance: (Double) -> Double) -> [DocumentChange] {
        let strokes = Set(gesture.words.flatMap(\.strokes)).subtracting([gesture.stroke])
        guard let line = strokes.compactMap({ content.strokes[$0]?.line }).min().flatMap({ layout[$0] }) else { return [] }
        let move = InkTransform.translation(x: distance(line.textHeight), y: 0)
        return line.marks.filter { $0.stroke != gesture.stroke && $0.box.x + $0.box.width / 2 > x }
            .compactMap { content.strokes[$0.stroke].flatMap { try? moved($0, by: move) } }
    }
}
