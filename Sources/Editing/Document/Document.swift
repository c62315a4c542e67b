internal import Ink

/// What a part holds: things with names, each of which is there or not.
///
/// Every edit is a list of changes that name a thing, what it was and what it is. So an edit is undone by its inverse, written to
/// disk as it is, and made on a copy elsewhere, by the same few lines; what is derived (lines, readings, blocks) is not in here.
public struct Document: Sendable, Hashable {
    /// What kind of part it is.
    public let type: PartType
    private(set) var strokes = DocumentStrokes()
    private(set) var blocks: [BlockID: AddedBlock] = [:]
    private(set) var choices: [StrokeID: WordChoice] = [:]
    private(set) var decorations: [DecorationID: Decoration] = [:]
    /// The decorations of every stroke that has some.
    private var decorationsOf: [StrokeID: Set<DecorationID>] = [:]

    /// An empty document.
    public init(type: PartType) { self.type = type }

    /// A document of these things; of two with one name the later counts.
    public init(type: PartType, items: some Sequence<DocumentItem>) {
        self.init(type: type)
        for item in items { put(item) }
    }

    /// There is no stroke and no block.
    public var isEmpty: Bool { strokes.isEmpty && blocks.isEmpty }

    /// Everything, in the order of its names: two documents with equal items are equal.
    public var items: [DocumentItem] {
        let strokes = strokes.all.sorted { $0.stroke.id < $1.stroke.id }.map(DocumentItem.stroke)
        let blocks = blocks.values.sorted { $0.id < $1.id }.map(DocumentItem.block)
        let choices = choices.sorted { $0.key < $1.key }.map { DocumentItem.choice($0.value) }
        let decorations = decorations.values.sorted { $0.id < $1.id }.map(DocumentItem.decoration)
        return strokes + blocks + choices + decorations
    }

    /// What has this name; nil if nothing has.
    public subscript(key: ItemKey) -> DocumentItem? {
        switch key {
        case .stroke(let id): strokes[id].map(DocumentItem.stroke)
        case .block(let id): blocks[id].map(DocumentItem.block)
        case .choice(let id): choices[id].map(DocumentItem.choice)
        case .decoration(let id): decorations[id].map(DocumentItem.decoration)
        }
    }

    /// The change that makes `item` what has this name; nil for none. nil if that is so already.
    func change(_ key: ItemKey, to item: DocumentItem?) -> DocumentChange? {
        let before = self[key]
        return before == item ? nil : DocumentChange(key: key, before: before, after: item)
    }

    /// The document after a change: what a copy elsewhere becomes.
    public func applying(_ change: DocumentChange) -> Document {
        var changed = self
        changed.apply(change)
        return changed
    }

    /// How a word of these strokes is marked: as all of them are.
    func decorations(of word: [StrokeID]) -> Set<Decoration.Kind> {
        guard !decorations.isEmpty, let first = word.first else { return [] }
        func kinds(_ stroke: StrokeID) -> Set<Decoration.Kind> { Set((decorationsOf[stroke] ?? []).compactMap { decorations[$0]?.kind }) }
        return word.dropFirst().reduce(into: kinds(first)) { $0.formIntersection(kinds($1)) }
    }

    /// Takes away what hangs on strokes that are not there: choices that lack one, decorations that lack all.
    var unattached: [DocumentChange] {
        let choices = choices.filter { choice in choice.value.strokes.contains { strokes[$0] == nil } }.keys.sorted().map(ItemKey.choice)
        let decorations = decorations.filter { mark in mark.value.strokes.allSatisfy { strokes[$0] == nil } }.keys.sorted()
        return (choices + decorations.map(ItemKey.decoration)).compactMap { change($0, to: nil) }
    }

    /// Takes away the strokes drawn first, in one go.
    mutating func removeOldest(_ count: Int) { strokes.removeFirst(count) }

    mutating func apply(_ change: DocumentChange) {
        if let item = change.after { put(item) } else { remove(change.key) }
    }

    private mutating func put(_ item: DocumentItem) {
        switch item {
        case .stroke(let placed): strokes.insert(placed)
        case .block(let block): blocks[block.id] = block
        case .choice(let choice): if let first = choice.strokes.first { choices[first] = choice }
        case .decoration(let decoration):
            remove(.decoration(decoration.id))
            decorations[decoration.id] = decoration
            for stroke in decoration.strokes { decorationsOf[stroke, default: []].insert(decoration.id) }
        }
    }

    private mutating func remove(_ key: ItemKey) {
        switch key {
        case .stroke(let id): strokes.remove(id)
        case .block(let id): blocks[id] = nil
        case .choice(let id): choices[id] = nil
        case .decoration(let id):
            for stroke in decorations.removeValue(forKey: id)?.strokes ?? [] {
                decorationsOf[stroke]?.remove(id)
                if decorationsOf[stroke]?.isEmpty == true { decorationsOf[stroke] = nil }
            }
        }
    }
}
