internal import Ink

/// Gestures over typeset words.
extension InkEditor {
    /// Returns a gesture's words, with typeset words marked as such. A gesture refers to typeset words by stand-in strokes.
    func inType(_ words: [LineWord]) -> [LineWord] {
        guard !content.words.isEmpty else { return words }
        var owners: [StrokeID: StrokeID] = [:]
        for word in content.words.values {
            owners[word.id] = word.id
            for stroke in word.ink { owners[stroke.id] = word.id }
        }
        return words.flatMap { word -> [LineWord] in
            if let name = word.typeset { return content.words[name] == nil ? [] : [word] }
            let names = Set(word.strokes.compactMap { content.strokes[$0] == nil ? owners[$0] : nil }).sorted()
            // strokes that were close together may belong to several words
            return names.isEmpty ? [word] : names.compactMap { content.words[$0]?.lineWord }
        }
    }

    /// Returns the changes that join two words into one typeset word. At least one of the two words is typeset.
    mutating func joiningType(_ left: LineWord, _ right: LineWord, besides own: StrokeID) -> [DocumentChange] {
        let names = Set(left.names + right.names).subtracting([own])
        guard let line = line(holding: names) else { return [] }
        guard let (first, firstChanges) = inType(left, on: line, besides: own),
            let (second, changes) = inType(right, on: line, besides: own)
        else { return [] }
        let distance = min(0, first.box.right - second.box.x)
        let behind = second.moved(x: distance)
        var joined = first
        joined.text = first.text + second.text
        joined.candidates = [joined.text]
        joined.isChosen = true
        joined.box = first.box.union(Box(x: behind.box.x, y: first.box.y, width: behind.box.width, height: first.box.height))
        joined.ink = first.ink + behind.ink
        return firstChanges + changes
            + [content.change(.word(second.id), to: nil), content.change(.word(first.id), to: .word(joined))].compactMap { $0 }
            + shift(rightOf: second.box.x, on: line, staying: names.union([own])) { _ in distance }
    }

    /// Returns the changes of a split within a typeset word.
    mutating func partingType(_ word: LineWord, at x: Double, besides own: StrokeID) -> [DocumentChange] {
        guard let typeset = word.typeset.flatMap({ content.words[$0] }), typeset.text.count > 1, let line = layout[typeset.line] else {
            return []
        }
        let count = typeset.text.count
        let share = (x - typeset.box.x) / max(typeset.box.width, .leastNormalMagnitude) * Double(count)
        let place = Int(min(max(1, share.rounded()), Double(count - 1)))
        let width = typeset.box.width * Double(place) / Double(count)
        let distance = 0.8 * line.textHeight
        var left = typeset
        left.text = String(typeset.text.prefix(place))
        left.box.width = width
        var right = typeset
        right.id = nextStroke()
        right.text = String(typeset.text.dropFirst(place))
        right.box.x += width
        right.box.width -= width
        let middles = typeset.ink.map { stroke in stroke.renderBounds.map { $0.x + $0.width / 2 } ?? x }
        left.ink = zip(typeset.ink, middles).compactMap { $1 < x ? $0 : nil }
        right.ink = zip(typeset.ink, middles).compactMap { $1 < x ? nil : $0 }
        (left.candidates, right.candidates) = ([left.text], [right.text])
        right = right.moved(x: distance)
        return [
            content.change(.word(left.id), to: .word(left)), DocumentChange(key: .word(right.id), before: nil, after: .word(right)),
        ].compactMap { $0 } + shift(rightOf: x, on: line.id, staying: [own, typeset.id]) { _ in distance }
    }

    /// Returns the typeset words that an eraser passes over.
    func words(under track: EraserTrack) -> [StrokeID] {
        guard !content.words.isEmpty, let box = Box(around: track.places.map { InkPoint(x: $0.x, y: $0.y) }) else { return [] }
        // typeset formulas are not erased word by word
        let near = layout.lines(near: box, margin: track.radius).filter { formulaType(on: $0.id) == nil }.flatMap { typesetWords(on: $0) }
        return near.filter { word in
            let letters = Box(x: word.box.x, y: word.baseline - 1.2 * word.xHeight, width: word.box.width, height: 1.2 * word.xHeight)
            return zip(track.places, track.places.dropFirst()).contains { letters.meets(from: $0, to: $1, within: track.radius) }
                || track.places.first.map { letters.meets(from: $0, to: $0, within: track.radius) } == true
        }.map(\.id)
    }
}

extension Box {
    /// Whether a line segment comes within this distance of the box.
    func meets(from a: Point, to b: Point, within distance: Double) -> Bool {
        // clip the segment to the enlarged box (Liang and Barsky)
        var (low, high) = (0.0, 1.0)
        for (start, way, least, most) in [
            (a.x, b.x - a.x, x - distance, right + distance), (a.y, b.y - a.y, y - distance, bottom + distance),
        ] {
            if way == 0 {
                if start < least || start > most { return false }
                continue
            }
            let (first, second) = ((least - start) / way, (most - start) / way)
            (low, high) = (max(low, min(first, second)), min(high, max(first, second)))
        }
        return low <= high
    }
}
