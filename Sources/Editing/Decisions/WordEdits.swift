internal import Ink

/// Joining and splitting words: the ink moves, and the user's decision is stored.
extension InkEditor {
    /// Returns the changes that join two words into one. The second word moves closer to the first.
    func joining(_ left: LineWord, _ right: LineWord, besides own: StrokeID) -> [DocumentChange] {
        guard let before = left.box, let behind = right.box else { return [] }
        let sides = (left: Set(left.strokes).subtracting([own]), right: Set(right.strokes).subtracting([own]))
        var changes = shift(
            rightOf: (before.right + behind.x) / 2, on: line(holding: sides.left.union(sides.right)), staying: sides.left.union([own]),
            moving: sides.right.subtracting(sides.left)
        ) { height in min(0, 0.1 * height - (behind.x - before.right)) }
        let (first, second) = (exclusive(sides.left, besides: sides.right), exclusive(sides.right, besides: sides.left))
        guard !first.isEmpty, !second.isEmpty else { return changes }
        changes += content.changes(deciding: WordBoundary(kind: .joined, left: first.sorted(), right: second.sorted()))
        changes += choices(of: [(first.union(second), left.isChosen || right.isChosen ? left.text + right.text : nil)])
        return changes
    }

    /// Returns the changes that separate two words: the words move apart, and remain separate in later readings.
    func parting(_ left: LineWord, _ right: LineWord, at x: Double, besides own: StrokeID) -> [DocumentChange] {
        let sides = (left: Set(left.names).subtracting([own]), right: Set(right.names).subtracting([own]))
        var changes = shift(
            rightOf: x, on: line(holding: sides.left.union(sides.right)), staying: sides.left.union([own]),
            moving: sides.right.subtracting(sides.left)
        ) { 0.8 * $0 }
        // typeset words need no decision to stay separate
        guard left.typeset == nil, right.typeset == nil else { return changes }
        let (first, second) = (exclusive(sides.left), exclusive(sides.right))
        guard !first.isEmpty, !second.isEmpty else { return changes }
        changes += content.changes(deciding: WordBoundary(kind: .parted, left: first.sorted(), right: second.sorted()))
        return changes
    }

    /// Returns the texts of both parts of a split word; empty unless the split is between two letters at known positions.
    public func parts(of gesture: EditGesture) -> [String] {
        guard gesture.kind == .split, gesture.words.count == 1, let word = gesture.words.first, let x = gesture.x else { return [] }
        let cut = WordCut(word, at: x, strokes: word.strokes.compactMap { content.strokes[$0]?.stroke.sampled })
        guard let count = cut.characters, count < word.text.count else { return [] }
        return [String(word.text.prefix(count)), String(word.text.dropFirst(count))]
    }

    /// Returns the changes of a split within a word. Strokes that cross the split are cut.
    mutating func parting(_ word: LineWord, at x: Double, besides own: StrokeID) -> [DocumentChange] {
        let members = Set(word.strokes).subtracting([own])
        let cut = WordCut(word, at: x, strokes: members.sorted().compactMap { content.strokes[$0]?.stroke.sampled })
        // a stroke that also spells other words belongs to neither side
        let shared = members.subtracting(exclusive(members))
        var (left, right) = (cut.left, cut.right)
        var (first, second) = (left.subtracting(shared), right.subtracting(shared))
        var changes: [DocumentChange] = []
        var pieces: [PlacedStroke] = []
        var replaced: [StrokeID: [StrokeID]] = [:]
        for severed in cut.severed {
            guard let placed = content.strokes[severed.stroke],
                let parts = placed.stroke.severed(before: severed.sample, as: (nextStroke(), nextStroke()))
            else {
                left.insert(severed.stroke)
                continue
            }
            changes.append(DocumentChange(key: .stroke(placed.stroke.id), before: .stroke(placed), after: nil))
            for (piece, isLeft) in [(parts.0, severed.beginsLeft), (parts.1, !severed.beginsLeft)] {
                if isLeft { left.insert(piece.id) } else { right.insert(piece.id) }
                if !shared.contains(severed.stroke) { if isLeft { first.insert(piece.id) } else { second.insert(piece.id) } }
                pieces.append(PlacedStroke(stroke: piece, line: placed.line))
            }
            replaced[severed.stroke] = [parts.0.id, parts.1.id]
        }
        changes += content.decorationChanges(replacing: replaced)
        changes += shift(
            rightOf: x, on: line(holding: members), staying: left.union(replaced.keys).union([own]), moving: right, pieces: pieces
        ) { 0.8 * $0 }
        guard !first.isEmpty, !second.isEmpty else { return changes }
        changes += content.changes(deciding: WordBoundary(kind: .parted, left: first.sorted(), right: second.sorted()))
        let texts = cut.characters.map { (word.text.prefix($0), word.text.dropFirst($0)) }
        changes += choices(
            of: [(first, word.isChosen ? texts.map { String($0.0) } : nil), (second, word.isChosen ? texts.map { String($0.1) } : nil)],
            besides: members)
        return changes
    }

    /// Returns changes that move everything right of `x` on a line, by a distance that depends on the line's text height.
    /// - Parameters:
    ///   - staying: strokes and typeset words that stay, even if they are right of `x`.
    ///   - moving: strokes and typeset words that move, even if they are left of `x`.
    ///   - pieces: strokes that are not in the document yet; all of them are inserted.
    func shift(
        rightOf x: Double, on line: LineID?, staying: Set<StrokeID>, moving: Set<StrokeID> = [], pieces: [PlacedStroke] = [],
        by distance: (_ textHeight: Double) -> Double
    ) -> [DocumentChange] {
        guard let line = line.flatMap({ layout[$0] }) else { return [] }
        let distance = distance(line.textHeight)
        let move = InkTransform.translation(x: distance, y: 0)
        let moved = line.marks.filter { mark in
            moving.contains(mark.stroke) || !staying.contains(mark.stroke) && mark.box.x + mark.box.width / 2 > x
        }
        let changes = moved.compactMap { mark -> DocumentChange? in
            if let word = content.words[mark.stroke] { return content.change(.word(word.id), to: .word(word.moved(x: distance))) }
            return content.strokes[mark.stroke].flatMap { try? self.moved($0, by: move) }
        }
        return changes
            + pieces.map { placed in
                var piece = placed
                if moving.contains(piece.stroke.id) { piece.stroke.transform = piece.stroke.transform.followed(by: move) }
                return DocumentChange(key: .stroke(piece.stroke.id), before: nil, after: .stroke(piece))
            }
    }

    /// Returns the line of strokes and typeset words; of several, the line that was begun first.
    func line(holding names: Set<StrokeID>) -> LineID? { names.compactMap { content.strokes[$0]?.line ?? content.words[$0]?.line }.min() }

    /// Returns those of the given strokes that belong to no other word. Words made only of the given strokes and `partners` do not count.
    private func exclusive(_ strokes: Set<StrokeID>, besides partners: Set<StrokeID> = []) -> Set<StrokeID> {
        let own = strokes.union(partners)
        let words = Set(strokes.compactMap { content.strokes[$0]?.line }).compactMap { line($0) }.flatMap(\.words)
        let others = words.filter { !Set($0.strokes).isSubset(of: own) }.flatMap { word in
            // if a word consists mostly of the given strokes, it is the edited word in its current reading
            2 * word.samples(of: own) > word.ranges.samples ? [] : word.strokes
        }
        return strokes.subtracting(others)
    }

    /// Returns changes that replace earlier text choices for the same strokes; a nil text only removes the earlier choice.
    private func choices(of texts: [(strokes: Set<StrokeID>, text: String?)], besides others: Set<StrokeID> = []) -> [DocumentChange] {
        let all = texts.reduce(into: others) { $0.formUnion($1.strokes) }
        let gone = content.choices.filter { !all.isDisjoint(with: $0.value.strokes) }.keys.sorted()
        var changes = gone.compactMap { content.change(.choice($0), to: nil) }
        for (strokes, text) in texts {
            guard let text, !text.isEmpty, let first = strokes.min() else { continue }
            let choice = WordChoice(strokes: strokes.sorted(), text: text)
            if let change = content.change(.choice(first), to: .choice(choice)) { changes.append(change) }
        }
        return changes
    }
}

extension Document {
    /// Returns changes that extend the decorations of cut strokes to the strokes' pieces.
    fileprivate func decorationChanges(replacing pieces: [StrokeID: [StrokeID]]) -> [DocumentChange] {
        guard !pieces.isEmpty else { return [] }
        return decorations.values.sorted { $0.id < $1.id }.compactMap { decoration in
            var changed = decoration
            changed.strokes = Set(decoration.strokes).union(decoration.strokes.flatMap { pieces[$0] ?? [] }).sorted()
            return change(.decoration(decoration.id), to: .decoration(changed))
        }
    }
}
