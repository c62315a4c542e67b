internal import Formula
internal import FormulaLayout
internal import Ink

/// Typeset words among what is read.
extension InkEditor {
    /// The typeset words of a line, from left to right.
    func typesetWords(on line: InkLine) -> [TypesetWord] {
        guard !content.words.isEmpty else { return [] }
        return line.marks.compactMap { $0.isTypeset ? content.words[$0.stroke] : nil }
            .sorted { ($0.box.x, $0.id) < ($1.box.x, $1.id) }
    }

    /// Puts a line's typeset words among those that are read, from left to right. Words that were written over are left out.
    func addTypesetWords(to state: inout LineState, of line: InkLine) {
        let typeset = typesetWords(on: line)
        guard !typeset.isEmpty else { return }
        // what was read of ink that is gone is in the type now
        let read = state.words.filter { !$0.ranges.isEmpty }
        var words = read
        for word in typeset where !read.contains(where: { $0.covers(word) }) {
            let middle = word.box.x + word.box.width / 2
            let place = words.firstIndex { other in other.box.map { $0.x + $0.width / 2 > middle } ?? false } ?? words.count
            words.insert(word.lineWord, at: place)
        }
        state.words = words
        state.text = formula(of: state).map { LaTeXWriter.text(of: $0.math) } ?? words.map(\.text).joined(separator: " ")
        state.candidates = [Candidate(text: state.text, score: nil)]
        if read.isEmpty { state.confidence = nil }
        // the ink may lie before the type: nothing can be said of both together
        state.stablePrefix = state.isFinal ? state.text.unicodeScalars.count : 0
    }

    /// The words of a line for what looks at ink only: typeset words as if they were written, with the strokes that stand for them.
    func standIns(for words: [LineWord]) -> (strokes: [Stroke], words: [LineWord]) {
        var strokes: [Stroke] = []
        let written = words.map { word in
            guard let name = word.typeset, let own = content.words[name]?.standIns, !own.isEmpty else { return word }
            strokes += own
            var word = word
            word.ranges = own.map { WordRange(stroke: $0.id, first: 0, last: $0.points.count - 1) }
            word.graphemes = []
            return word
        }
        return (strokes, written)
    }
}

extension LineWord {
    /// Whether it was written over a typeset word, in its place.
    fileprivate func covers(_ word: TypesetWord) -> Bool {
        guard let box, !text.isEmpty, box.height >= word.xHeight else { return false }
        let common = (x: min(box.right, word.box.right) - max(box.x, word.box.x), middle: box.y + box.height / 2)
        return common.x >= word.box.width / 2 && word.box.y <= common.middle && common.middle <= word.box.bottom
    }
}
