internal import Ink
import InkProtocol

/// The words of a line that are not committed yet.
struct PendingLine: Sendable {
    let editor: String
    let line: Int
    /// The strokes that were not committed before.
    private(set) var strokes: Set<Int>
    private(set) var words: [PendingWord]
    /// The relation to committed words of the line.
    private(set) var connection = Connection.none
    /// The number of committed words before those that the pending words continue or replace.
    private(set) var committedCount = 0
    /// The number of code points at the beginning of the reading that will not change.
    private(set) var stable: Int
    private(set) var alternatives: Alternatives
    let isFinal: Bool
    /// The reading that the words are from.
    let reading: TextInputInterface.Reading
    /// Whether the line was started after another line, so that it begins a new word.
    var follows = false
    /// Whether the user has selected a candidate.
    var isChosen = false
    /// The time of the line's commit; nil if it first waits for another event.
    var due: Duration?
    /// Whether the line must be committed at the next opportunity, even if a newer reading changes it.
    var isOrdered = false

    /// The relation between pending and committed words of a line.
    enum Connection: Sendable {
        /// No words of the line are committed.
        case none
        /// The pending words follow the committed ones.
        case follows
        /// The text in the field is the beginning of these words.
        case continues(String)
        /// The text in the field is another reading of these words.
        case replaces(String)
    }

    /// The effect of a reading on the field.
    enum Outcome {
        /// The reading has no new words.
        case nothing
        /// The reading has new words between committed words, or changes some committed words other than by continuing them.
        case unfit
        case line(PendingLine)
    }

    /// Returns the words of a reading that are not in the field yet, or are there with another text.
    ///
    /// - Parameter reach: The maximum number of code points in the field that can be replaced.
    static func read(_ reading: TextInputInterface.Reading, after committed: RevisableLine?, reach: Int) -> Outcome {
        let all = PendingWord.words(of: reading)
        guard let committed else {
            guard !all.isEmpty else { return .nothing }
            return .line(PendingLine(reading, all, whole: reading.candidates))
        }
        let known = committed.strokes
        guard let new = all.firstIndex(where: { !$0.strokes.isSubset(of: known) }) else { return .nothing }
        var (start, touched) = committed.words(sharingInkWith: all, from: new)
        let isRevised = reach > 0 && reading.final
        if isRevised { (start, touched) = committed.revised(by: all, from: start, touched, reach: reach) }
        let tail = Array(all[start...])
        guard let first = touched.first else {
            var line = PendingLine(reading, tail, whole: [])
            line.connection = .follows
            line.committedCount = committed.words.count
            line.strokes.subtract(known)
            return .line(line)
        }
        guard touched == Array(first..<committed.words.count), let merged = committed.merged(tail, from: first, revises: isRevised) else {
            return .unfit
        }
        let field = committed.words[first...].map(\.text).joined()
        var line = PendingLine(reading, merged, whole: [])
        line.alternatives = Alternatives(of: merged, whole: [], lead: true)
        line.committedCount = first
        line.strokes.subtract(known)
        line.connection = line.alternatives.text.starts(withScalarsOf: field) ? .continues(field) : .replaces(field)
        return .line(line)
    }

    private init(_ reading: TextInputInterface.Reading, _ words: [PendingWord], whole candidates: [String]) {
        editor = reading.editor
        line = reading.line
        self.reading = reading
        strokes = Set(reading.strokes)
        self.words = words
        stable = reading.final ? .max : reading.stablePrefix
        isFinal = reading.final
        alternatives = Alternatives(of: words, whole: candidates)
    }

    func isSame(as reading: TextInputInterface.Reading) -> Bool { reading.editor == editor && reading.line == line }

    /// The committed text that these words continue; empty if they do not continue a committed word.
    var base: String { if case .continues(let text) = connection { text } else { "" } }

    /// The text in the field that these words replace.
    var replaced: String { if case .replaces(let text) = connection { text } else { "" } }

    /// Whether words of the line are already committed.
    private var followsCommitted: Bool { if case .none = connection { false } else { true } }

    /// Whether the pending text continues or replaces a word that is already committed to the field.
    var carriesOn: Bool { !base.isEmpty || !replaced.isEmpty }

    /// Takes over the decisions about the line's previous reading. A chosen candidate stays chosen if the strokes are the same.
    mutating func carryOn(_ before: PendingLine) {
        follows = before.follows
        if before.isChosen, before.strokes == strokes {
            alternatives = before.alternatives
            isChosen = true
            connect()
        }
        if before.isOrdered {
            isOrdered = true
            due = before.due
        }
    }

    /// Orders the commit of the line at the next opportunity.
    mutating func order(at now: Duration) {
        due = now
        isOrdered = true
    }

    /// Returns the alternatives that can be put into the field: where its text cannot be replaced, those that continue it.
    func alternatives(isCorrectable: Bool) -> Alternatives {
        guard !isCorrectable, !base.isEmpty else { return alternatives }
        return alternatives.filtered { $0.starts(withScalarsOf: base) }
    }

    /// Chooses an alternative.
    mutating func select(_ option: String) {
        guard let index = alternatives.options.firstIndex(of: option) else { return }
        alternatives.selected = index
        isChosen = true
        connect()
    }

    /// Decides whether the chosen text continues or replaces the text in the field.
    private mutating func connect() {
        guard carriesOn else { return }
        let field = base + replaced
        connection = alternatives.text.starts(withScalarsOf: field) ? .continues(field) : .replaces(field)
    }

    /// The candidate chosen instead of the recognized text, and its strokes; nil without such a choice.
    var correction: (text: String, strokes: Set<Int>)? {
        let chosen = alternatives.options[alternatives.selected]
        guard isChosen, chosen != alternatives.read else { return nil }
        guard let index = alternatives.word else { return (alternatives.text.trimmed, strokes) }
        return words.indices.contains(index) ? (chosen, words[index].strokes) : nil
    }

    // MARK: Text

    /// Returns the text to insert at a position.
    func text(in place: InsertionPlace) -> String {
        if !base.isEmpty { return String(alternatives.text.unicodeScalars.dropFirst(base.unicodeScalars.count)) }
        var place = place
        place.beginsWord = beginsWord
        return place.inserted(alternatives.text)
    }

    /// Returns the alternatives as inserted into the field, with the added capital and space.
    func placed(in place: InsertionPlace, as text: String) -> Alternatives {
        var placed = alternatives
        if base.isEmpty, placed.prefix.isEmpty { placed.options = placed.options.map { place.capitalized($0.trimmed) } }
        if text.last?.isWhitespace == true { placed.suffix += " " }
        return placed
    }

    var beginsWord: Bool {
        guard let first = words.first else { return false }
        // Korean syllables are written separately, but only words have spaces between them
        return !first.lead.isEmpty || (follows && !followsCommitted && first.text.first?.isHangul != true)
    }

    /// Returns the number of code points at the beginning of `text` that will not change.
    func firm(in text: String) -> Int {
        let open = max(0, (words.last?.end ?? 0) - stable)
        return max(0, text.unicodeScalars.count - open)
    }

    // MARK: Parts

    /// Returns the number of words that can be committed: words that are stable and followed by another word. If later corrections are
    /// impossible, the following word must be stable, too.
    func finishedWords(isCorrectable: Bool) -> Int {
        guard !isChosen, words.count > 1 else { return 0 }
        var later: Set<Int> = []
        var hasWord = false
        for index in stride(from: words.count - 1, to: 0, by: -1) {
            later.formUnion(words[index].strokes)
            hasWord = hasWord || words[index].isWord
            // one stroke may write two words
            guard hasWord, words[..<index].allSatisfy({ $0.strokes.isDisjoint(with: later) }) else { continue }
            guard words[index - 1].end + (isCorrectable ? 0 : 2) <= stable else { continue }
            let part = first(index)
            guard part.alternatives.text.starts(withScalarsOf: base) else { continue }
            return index
        }
        return 0
    }

    /// Returns the first `count` words of the line.
    func first(_ count: Int) -> PendingLine {
        var part = self
        part.words = Array(words.prefix(count))
        part.strokes = strokes.intersection(part.words.reduce(into: Set()) { $0.formUnion($1.strokes) })
        part.alternatives = Alternatives(of: part.words, whole: [], lead: carriesOn)
        return part
    }

    /// Returns the line without a part of it that was committed; nil if nothing is left.
    func rest(after part: PendingLine) -> PendingLine? {
        guard part.words.count < words.count else { return nil }
        var rest = self
        rest.words.removeFirst(part.words.count)
        rest.strokes.subtract(part.strokes)
        rest.alternatives = Alternatives(of: rest.words, whole: [])
        rest.connection = .follows
        return rest
    }

    /// Returns the words after the last one that shares ink with committed words; nil without such words.
    func withoutCommitted(_ strokes: Set<Int>) -> PendingLine? {
        let count = (words.lastIndex { !$0.strokes.isDisjoint(with: strokes) } ?? -1) + 1
        return rest(after: first(count))
    }

    /// Returns the words of the line that are lost when its field cannot be changed any more; nil if no words are lost. Of a replacement,
    /// the words after the replaced words are lost. Without such words, the replacing words themselves are lost if they have more letters
    /// or are numbers, because the field then contains only their beginning.
    ///
    /// - Parameter committed: The strokes of the words in the field.
    func uncommitted(besides committed: Set<Int>) -> PendingLine? {
        guard !replaced.isEmpty else { return self }
        if let rest = withoutCommitted(committed) { return rest }
        let text = alternatives.text
        let isLonger = text.count(where: \.isLetter) > replaced.count(where: \.isLetter)
        let isOtherNumber = text.contains(where: \.isNumber) && text.filter { !$0.isWhitespace } != replaced.filter { !$0.isWhitespace }
        guard isLonger || isOtherNumber else { return nil }
        var whole = self
        whole.connection = .none
        return whole
    }
}
