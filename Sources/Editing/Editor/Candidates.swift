internal import Ink

/// Choosing among the candidates of the word written last.
extension InkEditor {
    /// Replaces the text of the word with the newest stroke by the candidate `step` places after the current one. The candidates are in the
    /// recognizer's order, which wraps around. Returns nil without such a word, or if the word has only one candidate.
    public mutating func chooseCandidate(_ step: Int) -> EditorEffects? {
        guard let newest = content.strokes.all.last, let line = line(newest.line) else { return nil }
        func age(_ word: LineWord) -> StrokeID { word.ranges.map(\.stroke).max() ?? StrokeID(0) }
        // if several words share the newest stroke, use the last one
        guard let last = line.words.indices.max(by: { (age(line.words[$0]), $0) < (age(line.words[$1]), $1) }) else { return nil }
        // use the recognizer's order: in the line's own list the chosen text moves to the front, and stepping would alternate between two
        // candidates
        let read = unchosenWords(of: line.id).first { $0.ranges == line.words[last].ranges }
        var options: [String] = []
        for text in [read?.text].compactMap(\.self) + (read ?? line.words[last]).candidates.map(\.text) + [line.words[last].text]
        where !text.isEmpty && !options.contains(text) { options.append(text) }
        guard options.count > 1, let place = options.firstIndex(of: line.words[last].text) else { return nil }
        let next = (place + step % options.count + options.count) % options.count
        return try? choose(options[next], line: line.id, word: last)
    }
}
