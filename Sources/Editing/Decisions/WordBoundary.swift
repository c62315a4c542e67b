public import Ink

/// The user's decision about the space between two words. It is valid as long as ink of both words remains, even if a later reading
/// contradicts the decision.
public struct WordBoundary: Sendable, Hashable {
    /// The kind of a boundary.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        /// The strokes of both sides are one word.
        case joined = 1
        /// The strokes of each side form a separate word.
        case parted = 2
    }

    /// The kind: joined or parted.
    public var kind: Kind
    /// The strokes before the boundary, ascending; never empty.
    public var left: [StrokeID]
    /// The strokes after the boundary, ascending; never empty. The first stroke identifies the boundary.
    public var right: [StrokeID]

    /// Creates a decision about these strokes.
    public init(kind: Kind, left: [StrokeID], right: [StrokeID]) {
        self.kind = kind
        self.left = left
        self.right = right
    }

    /// Returns the boundary without the given strokes; nil if no strokes remain on one side.
    func without(left goneLeft: Set<StrokeID> = [], right goneRight: Set<StrokeID> = []) -> WordBoundary? {
        let rest = WordBoundary(kind: kind, left: left.filter { !goneLeft.contains($0) }, right: right.filter { !goneRight.contains($0) })
        return rest.left.isEmpty || rest.right.isEmpty ? nil : rest
    }
}

/// The user's decisions about the words of a line: boundaries between words, joined words, and chosen texts.
struct WordDecisions: Sendable, Hashable {
    var boundaries: [WordBoundary] = []
    var choices: [WordChoice] = []

    var isEmpty: Bool { boundaries.isEmpty && choices.isEmpty }
}

extension Document {
    /// Returns the decisions that refer to words of these strokes.
    func decisions(about strokes: some Sequence<StrokeID>) -> WordDecisions {
        guard !boundaries.isEmpty || !choices.isEmpty else { return WordDecisions() }
        var decisions = WordDecisions()
        for stroke in Set(strokes).sorted() {
            if let boundary = boundaries[stroke] { decisions.boundaries.append(boundary) }
            if let choice = choices[stroke] { decisions.choices.append(choice) }
        }
        return decisions
    }

    /// Returns the changes that store a new boundary. Earlier boundaries that contradict the new one are removed or reduced.
    func changes(deciding boundary: WordBoundary) -> [DocumentChange] {
        let (left, right) = (Set(boundary.left), Set(boundary.right))
        var changes: [DocumentChange] = []
        var kept: [WordBoundary] = []
        for (name, other) in boundaries.sorted(by: { $0.key < $1.key }) {
            let (before, behind) = (Set(other.left), Set(other.right))
            var rest: WordBoundary? = other
            switch (boundary.kind, other.kind) {
            case (.joined, .joined): break
            case (.joined, .parted): if !before.isDisjoint(with: left), !behind.isDisjoint(with: right) { rest = nil }
            case (.parted, .joined):
                let all = before.union(behind)
                if !all.isDisjoint(with: left), !all.isDisjoint(with: right) { rest = nil }
            case (.parted, .parted):
                // if the new boundary cuts a side of an earlier boundary in two, the side keeps the half next to the earlier boundary
                if !before.isDisjoint(with: left), !before.isDisjoint(with: right) { rest = rest?.without(left: left) }
                if !behind.isDisjoint(with: left), !behind.isDisjoint(with: right) { rest = rest?.without(right: right) }
                if rest == other, !before.isDisjoint(with: left), !behind.isDisjoint(with: right) { rest = nil }
            }
            guard rest != other else { continue }
            if let change = change(.boundary(name), to: nil) { changes.append(change) }
            if let rest { kept.append(rest) }
        }
        for decided in kept + [boundary] {
            guard let name = decided.right.first, let change = change(.boundary(name), to: .boundary(decided)) else { continue }
            changes.append(change)
        }
        return changes
    }
}
