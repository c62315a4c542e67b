public import Ink

/// What cannot be done to a document.
public enum EditError: Error, Sendable, Hashable {
    /// There is no stroke of this name.
    case noSuchStroke(StrokeID)
    /// There is no line of this name.
    case noSuchLine(LineID)
    /// The line has no such word.
    case noSuchWord(line: LineID, word: Int)
    /// There is no block of this name.
    case noSuchBlock(String)
    /// Blocks of this type cannot do that.
    case unsupported(type: BlockType, operation: String)
    /// A number that is none, or a map that squeezes ink onto a line.
    case badTransform
    /// A stroke without any usable sample.
    case badInk
}

/// Edits that a client asks for.
extension InkEditor {
    /// Has a word say `text`, whatever it was read as, as long as it is written with the strokes it is written with now.
    public mutating func choose(_ text: String, line id: LineID, word index: Int) throws(EditError) -> EditorEffects {
        guard let words = line(id)?.words else { throw .noSuchLine(id) }
        guard words.indices.contains(index), let first = words[index].strokes.first else { throw .noSuchWord(line: id, word: index) }
        let choice = WordChoice(strokes: words[index].strokes, text: text)
        guard let change = content.change(.choice(first), to: .choice(choice)) else { return [] }
        return settling { $0.edit([change]) }
    }

    /// Erases along a track, in the unit of the ink.
    public mutating func erase(along track: EraserTrack, mode: EditorConfiguration.EraserMode) -> EditorEffects {
        settling { editor in
            let changes = editor.changes(erasing: track, mode: mode)
            editor.edit(changes.merged)
        }
    }

    /// Takes strokes away.
    public mutating func remove(strokes ids: [StrokeID]) throws(EditError) -> EditorEffects {
        var changes: [DocumentChange] = []
        for id in Set(ids).sorted() {
            guard let change = content.change(.stroke(id), to: nil) else { throw .noSuchStroke(id) }
            changes.append(change)
        }
        return settling { $0.edit(changes) }
    }

    /// Maps strokes: moves, turns or stretches them where they are.
    public mutating func transform(strokes ids: [StrokeID], by transform: InkTransform) throws(EditError) -> EditorEffects {
        guard transform.inverse != nil else { throw .badTransform }
        var changes: [DocumentChange] = []
        for id in Set(ids).sorted() {
            guard let placed = content.strokes[id] else { throw .noSuchStroke(id) }
            if let change = moved(placed, by: transform) { changes.append(change) }
        }
        // what was moved is sorted into lines anew, as if it had been written there
        return settling { editor in
            editor.perform(changes)
            let sorted = editor.sortedIntoLines(changes.compactMap { if case .stroke(let placed)? = $0.after { placed } else { nil } })
            editor.perform(sorted)
            editor.record((changes + sorted).merged)
        }
    }

    /// Adds strokes that come whole, as one step. They get new names, in the same order.
    public mutating func add(_ strokes: [InkStroke]) throws(EditError) -> (effects: EditorEffects, ids: [StrokeID]) {
        guard strokes.allSatisfy({ !$0.samples.isEmpty && $0.transform.isFinite }) else { throw .badInk }
        var ids: [StrokeID] = []
        let effects = settling { editor in
            var changes: [DocumentChange] = []
            for stroke in strokes {
                var own = stroke
                own.id = editor.nextStroke()
                own.root = own.id
                ids.append(own.id)
                guard let line = editor.layout.line(for: own) else { continue }
                let change = DocumentChange(key: .stroke(own.id), before: nil, after: .stroke(PlacedStroke(stroke: own, line: line)))
                editor.perform([change])
                changes.append(change)
            }
            editor.record(changes)
        }
        return (effects, ids)
    }

    func moved(_ placed: PlacedStroke, by transform: InkTransform) -> DocumentChange? {
        var after = placed
        after.stroke.transform = placed.stroke.transform.followed(by: transform)
        return content.change(.stroke(placed.stroke.id), to: .stroke(after))
    }

    /// Puts strokes on the lines that they now lie on.
    private mutating func sortedIntoLines(_ moved: [PlacedStroke]) -> [DocumentChange] {
        var changes: [DocumentChange] = []
        var layout = layout
        for placed in moved { layout.remove(placed.stroke.id, from: placed.line) }
        for placed in moved {
            guard let line = layout.line(for: placed.stroke) else { continue }
            layout.insert(placed.stroke, into: line)
            if let change = content.change(.stroke(placed.stroke.id), to: .stroke(PlacedStroke(stroke: placed.stroke, line: line))) {
                changes.append(change)
            }
        }
        return changes
    }

    /// What erasing along a track would change.
    mutating func changes(erasing track: EraserTrack, mode: EditorConfiguration.EraserMode) -> [DocumentChange] {
        guard let box = Box(around: track.places.map { InkPoint(x: $0.x, y: $0.y) }) else { return [] }
        var changes: [DocumentChange] = []
        // half the width of a broad mark on top of the eraser's own radius
        let margin = track.radius + 5 * configuration.unitsPerMillimetre
        for line in layout.lines(near: box, margin: margin) {
            for mark in line.marks where mark.box.intersects(box, margin: margin) {
                guard let placed = content.strokes[mark.stroke] else { continue }
                switch mode {
                case .stroke:
                    guard placed.stroke.touches(track) else { continue }
                    changes.append(DocumentChange(key: .stroke(placed.stroke.id), before: .stroke(placed), after: nil))
                case .pixel:
                    var last = lastStroke
                    let left = placed.stroke.erased(by: track) {
                        last &+= 1
                        return StrokeID(last)
                    }
                    guard let left else { continue }
                    lastStroke = last
                    changes.append(DocumentChange(key: .stroke(placed.stroke.id), before: .stroke(placed), after: nil))
                    for piece in left {
                        let item = DocumentItem.stroke(PlacedStroke(stroke: piece, line: placed.line))
                        changes.append(DocumentChange(key: .stroke(piece.id), before: nil, after: item))
                    }
                }
            }
        }
        return changes
    }
}
