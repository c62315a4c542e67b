public import Ink

/// A stroke that may be an edit gesture, with the ink near it: a copy, independent of the editor.
public struct GestureSnapshot: Sendable, Hashable {
    /// The stroke that was just written.
    public var stroke: Stroke
    /// The earlier strokes near the gesture's stroke, oldest first.
    public var strokes: [Stroke]
    /// The words read from `strokes`. Their ranges identify strokes by ID.
    public var words: [LineWord]
    /// Microseconds from the end of the previous stroke to the beginning of the gesture's stroke; nil without a previous stroke.
    public var pause: Int64?

    /// Creates a snapshot of a stroke and of the ink that the stroke may cover.
    public init(stroke: Stroke, strokes: [Stroke], words: [LineWord], pause: Int64? = nil) {
        self.stroke = stroke
        self.strokes = strokes
        self.words = words
        self.pause = pause
    }

    /// The maximum usual pause between two strokes of the same word, in microseconds. A person who edits has stopped writing, so the pause
    /// before a gesture is longer.
    public static let flow: Int64 = 400_000
}

/// An edit requested by a stroke.
public struct EditGesture: Sendable, Hashable {
    /// The requested edit.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Delete the ink beneath.
        case scratchOut = "scratch-out"
        /// Delete or mark the words that the stroke crosses.
        case strikethrough
        /// Mark the words above the stroke.
        case underline
        /// Mark the words within the stroke.
        case surround
        /// Delete the space between two words.
        case join
        /// Split words or letters.
        case split
        /// Insert space.
        case insert

        /// The gestures that a text field supports. A text field has no decorations, and no space to move words. Strokes that look like
        /// other gestures are text there.
        public static let inFields: Set<Kind> = [.scratchOut, .join, .split]
    }

    /// The requested edit.
    public var kind: Kind
    /// The stroke of the gesture.
    public var stroke: StrokeID
    /// The words covered by the gesture, from left to right, with their texts and strokes; for a join, the words on both sides.
    public var words: [LineWord]
    /// Strokes that the gesture covers for the most part.
    public var strokes: [StrokeID]
    /// The horizontal position of a join, a split or an insertion; nil for other gestures.
    public var x: Double?

    /// Creates an edit requested by a stroke.
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
    /// Returns the strokes written since the last call that may be gestures, each with the ink around it.
    public mutating func takeGestureRequests() -> [GestureSnapshot] {
        defer { requests.gestures = [] }
        return requests.gestures.compactMap(gestureSnapshot)
    }

    /// Applies a gesture. The gesture's stroke is removed in the same undo step.
    ///
    /// - Returns: nil if another edit came first, if the gesture has no targets, or if the gesture is disabled. The stroke is then text.
    public mutating func apply(_ gesture: EditGesture) -> EditorEffects? {
        guard configuration.gestures.kinds.contains(gesture.kind), input.contact == .none || input.contact == .pen, let last = history.last,
            last.adds(gesture.stroke)
        else { return nil }
        guard !mayBeFractionBar(gesture) else {
            formulaSearch.underlines.append(gesture)
            return nil
        }
        return carryOut(gesture, last)
    }

    /// Applies an underline that was deferred because it might have been a fraction bar.
    ///
    /// - Returns: nil if another edit was made since.
    public mutating func applyUnderline(_ gesture: EditGesture) -> EditorEffects? {
        guard input.contact == .none, let last = history.last, last.adds(gesture.stroke) else { return nil }
        return carryOut(gesture, last)
    }

    private mutating func carryOut(_ gesture: EditGesture, _ last: [DocumentChange]) -> EditorEffects? {
        guard let removal = content.change(.stroke(gesture.stroke), to: nil) else { return nil }
        let effects = changes(for: gesture)
        guard !effects.isEmpty else { return nil }
        return settling { editor in
            let step = [removal] + effects
            editor.perform(step)
            editor.history.replaceLast(with: (last + step).merged)
            editor.unsaved.changes += step
        }
    }

    /// Returns the number of sweeps of a stroke (``Ink/Stroke/sweeps``); 0 if the stroke was deleted, or is less than a millimeter wide.
    public func sweeps(of id: StrokeID) -> Int {
        guard let stroke = content.strokes[id]?.stroke.sampled, let box = stroke.bounds, box.width > configuration.unitsPerMillimeter
        else { return 0 }
        return stroke.sweeps
    }

    mutating func noticeGesture(_ stroke: StrokeID) {
        guard configuration.gestures.isEnabled, content.type.isRead, !isDiagram, strokeCount > 1 || !content.words.isEmpty else { return }
        requests.gestures.append(stroke)
        if requests.gestures.count > Self.mostRequests { requests.gestures.removeFirst() }
    }

    /// Maximum number of requested strokes: only the newest can still be a gesture.
    private static let mostRequests = 100

    private func gestureSnapshot(_ id: StrokeID) -> GestureSnapshot? {
        guard let stroke = content.strokes[id]?.stroke.sampled, let box = stroke.bounds else { return nil }
        let reach = max(box.height, 2 * layout.typicalHeight)
        let lines = layout.lines(near: box, margin: reach)
        let written = Set(lines.flatMap { line in line.marks.map(\.stroke) }).union(strokes(near: box, margin: reach))
        let near = written.filter { $0 < id && strokeState.highlights[$0] == nil }.sorted().compactMap {
            content.strokes[$0]?.stroke.sampled
        }
        let words = lines.compactMap { self.line($0.id) }.flatMap(\.words).filter { !$0.ranges.contains { $0.stroke == id } }
        let type = standIns(for: words)
        return GestureSnapshot(
            stroke: stroke, strokes: (near + type.strokes).sorted { $0.id < $1.id }, words: type.words, pause: pause(before: stroke))
    }

    /// Returns the microseconds from the end of the previous stroke to the beginning of this stroke; nil if the previous stroke was
    /// deleted.
    func pause(before stroke: Stroke) -> Int64? {
        guard let last = content.strokes[StrokeID(stroke.id.value &- 1)]?.stroke.sampled.points.last, let first = stroke.points.first
        else { return nil }
        return first.time.microseconds - last.time.microseconds
    }

    private mutating func changes(for gesture: EditGesture) -> [DocumentChange] {
        let (words, own) = (inType(gesture.words), gesture.stroke)
        let names = Set(words.flatMap(\.names)).subtracting([own])
        switch gesture.kind {
        case .scratchOut: return removal(of: names.union(gesture.strokes).subtracting([own]))
        case .strikethrough where configuration.gestures.strikeThrough == .erase: return removal(of: names)
        case .strikethrough: return decoration(.strikethrough, of: names)
        case .underline: return decoration(.underline, of: names)
        case .surround: return decoration(.surround, of: names)
        case .join:
            guard words.count > 1 else { return [] }
            let isWritten = words[0].typeset == nil && words[1].typeset == nil
            return isWritten ? joining(words[0], words[1], besides: own) : joiningType(words[0], words[1], besides: own)
        case .split:
            guard let x = gesture.x, let first = words.first else { return [] }
            if words.count > 1 { return parting(first, words[1], at: x, besides: own) }
            return first.typeset == nil ? parting(first, at: x, besides: own) : partingType(first, at: x, besides: own)
        case .insert:
            guard let x = gesture.x else { return [] }
            return shift(rightOf: x, on: line(holding: names), staying: [own]) { height in 3 * height }
        }
    }

    /// Returns changes that remove strokes and typeset words.
    private func removal(of names: Set<StrokeID>) -> [DocumentChange] {
        names.sorted().flatMap { name in [content.change(.stroke(name), to: nil), content.change(.word(name), to: nil)].compactMap { $0 } }
    }

    private func decoration(_ kind: Decoration.Kind, of names: Set<StrokeID>) -> [DocumentChange] {
        let names = names.filter { content.strokes[$0] != nil || content.words[$0] != nil }.sorted()
        guard !names.isEmpty else { return [] }
        let id = DecorationID(numbers.decoration &+ 1)
        let decoration = Decoration(id: id, kind: kind, strokes: names)
        return [DocumentChange(key: .decoration(id), before: nil, after: .decoration(decoration))]
    }
}

extension LineWord {
    /// The IDs of the word's strokes, or the word's own ID if the word is typeset.
    var names: [StrokeID] { typeset.map { [$0] } ?? strokes }
}

extension Stroke {
    /// The number of times that the stroke moves back and forth across at least half of its own width. A stroke of text has one or two
    /// sweeps at most.
    public var sweeps: Int { points.map(\.x).sweeps }
}

extension [DocumentChange] {
    /// Whether the changes add this stroke and no other. Other strokes may only move to other lines, or return from typeset words.
    fileprivate func adds(_ stroke: StrokeID) -> Bool {
        var isAdded = false
        let type = compactMap { if case .word(let word)? = $0.before, $0.after == nil { word } else { nil } }
        let returned = Set(type.flatMap { $0.ink.map(\.id) })
        for change in self {
            switch change.key {
            case .stroke(stroke):
                guard change.before == nil, change.after != nil else { return false }
                isAdded = true
            case .stroke(let other) where change.before == nil && returned.contains(other): continue
            case .word(let word) where type.contains { $0.id == word && !$0.ink.isEmpty }: continue
            case .choice(let first) where returned.contains(first): continue
            default:
                guard case .stroke(let before)? = change.before, case .stroke(let after)? = change.after, before.stroke == after.stroke
                else { return false }
            }
        }
        return isAdded
    }
}
