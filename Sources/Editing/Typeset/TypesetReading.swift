internal import Formula
internal import Ink

/// Typeset words among the reading of a line.
extension InkEditor {
    /// Returns the typeset words of a line, from left to right.
    func typesetWords(on line: InkLine) -> [TypesetWord] {
        guard !content.words.isEmpty else { return [] }
        return line.marks.compactMap { $0.isTypeset ? content.words[$0.stroke] : nil }
            .sorted { ($0.box.x, $0.id) < ($1.box.x, $1.id) }
    }

    /// Inserts a line's typeset words among the read words, from left to right. Overwritten typeset words are left out.
    func addTypesetWords(to state: inout LineState, of line: InkLine) {
        let typeset = typesetWords(on: line)
        guard !typeset.isEmpty else { return }
        // skip read words without ink, which have been converted to typeset words
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
        // ink may precede the typeset words, so the stable prefix of the combined text is unknown
        state.stablePrefix = state.isFinal ? state.text.unicodeScalars.count : 0
    }

    /// Returns the words of a line for code that only handles ink: typeset words are replaced with their stand-in strokes.
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
    /// Whether the word was written over the typeset word, to replace it.
    fileprivate func covers(_ word: TypesetWord) -> Bool {
        guard let box, !text.isEmpty, box.height >= word.xHeight else { return false }
        let common = (x: min(box.right, word.box.right) - max(box.x, word.box.x), middle: box.y + box.height / 2)
        return common.x >= word.box.width / 2 && word.box.y <= common.middle && common.middle <= word.box.bottom
    }
}
