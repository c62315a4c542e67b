public import Ink

/// What the eraser takes, in a contact or by a client.
extension InkEditor {
    /// Erases along a track, in the unit of the ink.
    public mutating func erase(along track: EraserTrack, mode: EditorConfiguration.EraserMode) -> EditorEffects {
        settling { editor in
            let changes = editor.changes(erasing: track, mode: mode)
            editor.edit(changes)
        }
    }

    /// Erases within a contact, all of which is one step.
    mutating func erase(_ changes: [DocumentChange]) {
        perform(changes)
        erasing += changes
        // pieces that came and went need not be kept until the contact ends
        if erasing.count > Self.mostErasing { erasing = erasing.merged }
    }

    /// Makes a step of what the eraser has done since it touched.
    mutating func commitErasing() {
        let step = erasing.merged
        erasing = []
        record(step)
    }

    /// What erasing along a track would change.
    mutating func changes(erasing track: EraserTrack, mode: EditorConfiguration.EraserMode) -> [DocumentChange] {
        guard let box = Box(around: track.places.map { InkPoint(x: $0.x, y: $0.y) }) else { return [] }
        var changes: [DocumentChange] = []
        for placed in strokes(near: box, margin: track.radius).compactMap({ content.strokes[$0] }) {
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
        return changes
    }

    /// The strokes, on a line or not, that may be drawn within a box that is grown by `margin`, in the order of their names.
    func strokes(near box: Box, margin: Double) -> [StrokeID] {
        let wide = margin + breadth
        let onLines = layout.lines(near: box, margin: wide).flatMap(\.marks).filter { $0.box.intersects(box, margin: wide) }
        let others = beyondLines.filter { $0.value.intersects(box, margin: margin) }
        return Set(onLines.map(\.stroke)).union(others.keys).sorted()
    }

    /// Notes where a stroke is drawn, if its mark on its line does not tell; nil for a stroke that is on no line.
    mutating func noticeReach(of stroke: InkStroke, on mark: LineMark?) {
        // ink as the pen left it is nowhere broader than its marks, which takes less time to see than where it is drawn
        if mark != nil, stroke.mask == nil, stroke.transform == .identity,
            stroke.path.controlPoints.allSatisfy({ Double(max($0.width, $0.height)) <= breadth })
        {
            beyondLines[stroke.id] = nil
            return
        }
        guard let drawn = stroke.renderBounds else { return }
        if let middle = mark?.box, middle.x - drawn.x <= breadth, middle.y - drawn.y <= breadth, drawn.right - middle.right <= breadth,
            drawn.bottom - middle.bottom <= breadth
        {
            beyondLines[stroke.id] = nil
        } else {
            beyondLines[stroke.id] = drawn
        }
    }

    /// Half the width of a broad mark: 5 millimetres.
    private var breadth: Double { 5 * configuration.unitsPerMillimetre }

    /// Changes of one contact that are kept before they are merged.
    private static let mostErasing = 64
}
