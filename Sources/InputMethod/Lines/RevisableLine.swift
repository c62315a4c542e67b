internal import Ink
import InkProtocol

/// A word in the field whose ink inkd still has.
struct RevisableWord: Sendable {
    /// The word as it is in the field, with the surrounding spaces.
    var text: String
    /// The word as read.
    let read: String
    /// Whether the recognizer reported a space before the word, even if no space was inserted (punctuation).
    let isParted: Bool
    var strokes: Set<Int>

    /// Whether the text is the recognizer's own, apart from automatic capitalization.
    fileprivate var isAsRead: Bool { text.trimmed.lowercased() == read.lowercased() }

    fileprivate var startsWord: Bool { text.trimmed.first.map { $0.isLetter || $0.isNumber } ?? false }
}

/// The words of the last written line that are already in the field, up to the caret. Later strokes may continue these words.
struct RevisableLine: Sendable {
    let editor: String
    let line: Int
    private(set) var words: [RevisableWord] = []

    init(editor: String, line: Int) {
        self.editor = editor
        self.line = line
    }

    var strokes: Set<Int> { words.reduce(into: []) { $0.formUnion($1.strokes) } }

    func isSame(as reading: TextInputInterface.Reading) -> Bool { reading.editor == editor && reading.line == line }

    /// Returns the words written with these strokes; nil without such words, or if they do not include the line's end.
    func limited(to strokes: Set<Int>) -> RevisableLine? {
        guard let last = words.last, !last.strokes.isDisjoint(with: strokes) else { return nil }
        var line = self
        for index in line.words.indices { line.words[index].strokes.formIntersection(strokes) }
        if let gone = line.words.lastIndex(where: { $0.strokes.isEmpty }) { line.words.removeFirst(gone + 1) }
        return line
    }

    /// Matches the words of a reading with committed words that have the same ink.
    ///
    /// - Parameter start: The first relevant word of the reading.
    /// - Returns: The first matched word of the reading, and the indices of the matched committed words, ascending.
    func words(sharingInkWith read: [PendingWord], from start: Int) -> (start: Int, touched: [Int]) {
        var start = start
        while true {
            let ink = read[start...].reduce(into: Set<Int>()) { $0.formUnion($1.strokes) }
            let touched = words.indices.filter { !words[$0].strokes.isDisjoint(with: ink) }
            let old = touched.reduce(into: Set<Int>()) { $0.formUnion(words[$1].strokes) }
            let earlier = read.firstIndex { !$0.strokes.isDisjoint(with: old) } ?? start
            guard earlier < start else { return (start, touched) }
            start = earlier
        }
    }

    /// The maximum number of committed words that a newer reading may revise when more words follow; users do not look farther back.
    private static let mostRevised = 2
    /// The maximum number of committed pieces that one revised word may replace: a word may have been committed in pieces if the pen was
    /// lifted high within it.
    private static let mostPieces = 4

    /// Adds the last committed words to those to be replaced, if their reading has changed and the user has not chosen their text.
    ///
    /// - Parameters:
    ///   - start: The first word of the reading that is new, or shares ink with a new one.
    ///   - touched: The indices of the committed words that share ink with that word and the words after it.
    ///   - reach: The maximum number of code points before the caret that can be replaced.
    func revised(by read: [PendingWord], from start: Int, _ touched: [Int], reach: Int) -> (start: Int, touched: [Int]) {
        var found = (start: start, touched: touched)
        for earlier in stride(from: start - 1, through: max(0, start - Self.mostRevised), by: -1) {
            let (begin, all) = words(sharingInkWith: read, from: earlier)
            let old = all.filter { !touched.contains($0) }.map { words[$0] }
            guard !old.isEmpty, old.count <= Self.mostPieces, old.allSatisfy(\.isAsRead) else { break }
            guard let first = all.first, words[first...].map(\.text).joined().withoutLead.unicodeScalars.count <= reach else { break }
            if read[begin..<start].map(\.text) != old.map(\.read) { found = (begin, all) }
        }
        return found
    }

    /// Returns the words of a reading, with the committed text for words whose ink is the same. Words of the reading that share ink with
    /// the same words of the field are merged into one.
    ///
    /// - Parameters:
    ///   - first: The index of the committed word with which the reading begins.
    ///   - revises: Whether to prefer the new reading to the committed text for words whose strokes are unchanged.
    /// - Returns: The words; nil if new words are between committed words.
    func merged(_ read: [PendingWord], from first: Int, revises: Bool) -> [PendingWord]? {
        func covered(_ word: PendingWord) -> ClosedRange<Int>? {
            let found = words.indices.filter { !words[$0].strokes.isDisjoint(with: word.strokes) }
            guard let low = found.first, let high = found.last else { return nil }
            return low...high
        }
        var result: [PendingWord] = []
        var (next, isNew) = (first, false)
        var rest = read[...]
        while let head = rest.popFirst() {
            guard var range = covered(head) else {
                isNew = true
                result.append(head)
                continue
            }
            guard !isNew, range.lowerBound == next else { return nil }
            var group = [head]
            while let word = rest.first, let more = covered(word), more.lowerBound <= range.upperBound {
                range = range.lowerBound...max(range.upperBound, more.upperBound)
                group.append(rest.removeFirst())
            }
            next = range.upperBound + 1
            result.append(merged(group, words[range], revises: revises))
        }
        return next == words.count ? result : nil
    }

    /// Returns one word in place of the words `group` of a reading, which share ink with the words `old` of the field.
    private func merged(_ group: [PendingWord], _ old: ArraySlice<RevisableWord>, revises: Bool) -> PendingWord {
        let inField = old.map(\.text).joined()
        let strokes = group.reduce(into: Set<Int>()) { $0.formUnion($1.strokes) }
        var text = group.enumerated().map { ($0.offset == 0 ? "" : $0.element.lead) + $0.element.text }.joined()
        let read = text
        var lead = String(inField.prefix { $0.isWhitespace })
        // punctuation in the field has turned out to be the beginning of a word, which needs a space before it
        if let first = text.first, first.isLetter || first.isNumber, let old = old.first, old.isParted, !old.startsWord { lead = " " }
        if strokes.isSubset(of: self.strokes) {
            let isSame = read == old.map(\.read).joined(separator: " ")
            if !revises || isSame || !old.allSatisfy(\.isAsRead) { text = inField.trimmed }
        } else if old.count == 1, let word = old.first, text.starts(withScalarsOf: word.read) {
            // keep the capital or the chosen candidate that is in the field
            text = inField.trimmed + String(text.unicodeScalars.dropFirst(word.read.unicodeScalars.count))
        }
        // only a single word with its text as read keeps its candidates
        let options = group.count == 1 && text == read ? group[0].options : [text]
        return PendingWord(lead: lead, text: text, read: read, options: options, strokes: strokes, end: group.last?.end ?? 0)
    }

    /// Records that the words of a part are now in the field.
    mutating func put(_ part: PendingLine, text: String) {
        let old = part.carriesOn ? words[min(part.committedCount, words.count)...] : []
        words.removeLast(old.count)
        if !part.base.isEmpty {
            let merged = RevisableWord(
                text: part.base + text, read: part.words.map(\.read).joined(separator: " "),
                isParted: part.beginsWord,
                strokes: old.reduce(into: part.strokes) { $0.formUnion($1.strokes) })
            return words.append(merged)
        }
        var rest = text[...]
        for (index, word) in part.words.enumerated() {
            let isLast = index == part.words.count - 1
            var own = rest
            if !isLast {
                // up to the space before the next word
                let body = rest.drop(while: \.isWhitespace)
                let length = rest.count - body.count + word.text.count
                own = rest.prefix(length)
                rest = rest.dropFirst(length)
            }
            words.append(
                RevisableWord(
                    text: String(own), read: word.read, isParted: index == 0 ? part.beginsWord : !word.lead.isEmpty, strokes: word.strokes))
        }
        // assign strokes that belong to no particular word to the last word
        let all = old.reduce(into: part.strokes) { $0.formUnion($1.strokes) }
        if let last = words.indices.last { words[last].strokes.formUnion(all.subtracting(strokes)) }
    }

    /// Returns the line after the end of the field's text was replaced; nil if the replaced text did not consist of these words.
    func exchanged(_ removed: String, for inserted: String) -> RevisableLine? {
        for index in words.indices.reversed() {
            let text = words[index...].map(\.text).joined()
            guard text.unicodeScalars.count >= removed.unicodeScalars.count else { continue }
            guard text.ends(with: removed), text.trimmed.unicodeScalars.count <= removed.unicodeScalars.count else { return nil }
            var line = self
            let lead = String(text.unicodeScalars.dropLast(removed.unicodeScalars.count))
            let strokes = words[index...].reduce(into: Set<Int>()) { $0.formUnion($1.strokes) }
            let read = words[index...].map(\.read).joined(separator: " ")
            line.words.removeLast(words.count - index)
            line.words.append(RevisableWord(text: lead + inserted, read: read, isParted: words[index].isParted, strokes: strokes))
            return line
        }
        return nil
    }
}
