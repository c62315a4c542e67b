internal import Ink

/// The content of a part: items, each identified by a key.
///
/// Every edit is a list of changes. Each change has an item's key, its old value and its new value. The same code can therefore undo an
/// edit, write the edit to disk, and apply it to a copy. Derived data (lines, readings, blocks) is not stored here.
public struct Document: Sendable, Hashable {
    /// The type of the part.
    public let type: PartType
    private(set) var strokes = DocumentStrokes()
    private(set) var blocks: [BlockID: AddedBlock] = [:]
    private(set) var choices: [StrokeID: WordChoice] = [:]
    private(set) var decorations: [DecorationID: Decoration] = [:]
    private(set) var boundaries: [StrokeID: WordBoundary] = [:]
    private(set) var words: [StrokeID: TypesetWord] = [:]
    /// The decorations of every decorated stroke.
    private var decorationsOf: [StrokeID: Set<DecorationID>] = [:]

    /// Creates an empty document.
    public init(type: PartType) { self.type = type }

    /// Creates a document with these items. If two items have the same key, the later item is used.
    public init(type: PartType, items: some Sequence<DocumentItem>) {
        self.init(type: type)
        for item in items { put(item) }
    }

    /// Whether the document has no strokes, blocks or words.
    public var isEmpty: Bool { strokes.isEmpty && blocks.isEmpty && words.isEmpty }

    /// All items, in the order of their keys. Two documents with equal items are equal.
    public var items: [DocumentItem] {
        let strokes = strokes.all.sorted { $0.stroke.id < $1.stroke.id }.map(DocumentItem.stroke)
        let blocks = blocks.values.sorted { $0.id < $1.id }.map(DocumentItem.block)
        let choices = choices.sorted { $0.key < $1.key }.map { DocumentItem.choice($0.value) }
        let decorations = decorations.values.sorted { $0.id < $1.id }.map(DocumentItem.decoration)
        let boundaries = boundaries.sorted { $0.key < $1.key }.map { DocumentItem.boundary($0.value) }
        let words = words.values.sorted { $0.id < $1.id }.map(DocumentItem.word)
        return strokes + blocks + choices + decorations + boundaries + words
    }

    /// The item with this key; nil if the document does not contain the item.
    public subscript(key: ItemKey) -> DocumentItem? {
        switch key {
        case .stroke(let id): strokes[id].map(DocumentItem.stroke)
        case .block(let id): blocks[id].map(DocumentItem.block)
        case .choice(let id): choices[id].map(DocumentItem.choice)
        case .decoration(let id): decorations[id].map(DocumentItem.decoration)
        case .boundary(let id): boundaries[id].map(DocumentItem.boundary)
        case .word(let id): words[id].map(DocumentItem.word)
        }
    }

    /// Returns the change that sets the item with this key, or removes the item if `item` is nil. Returns nil if nothing would change.
    func change(_ key: ItemKey, to item: DocumentItem?) -> DocumentChange? {
        let before = self[key]
        return before == item ? nil : DocumentChange(key: key, before: before, after: item)
    }

    /// Returns the document with a change applied.
    public func applying(_ change: DocumentChange) -> Document {
        var changed = self
        changed.apply(change)
        return changed
    }

    /// Returns the decorations of a word with these strokes. A word has a decoration only if all of its strokes have the decoration.
    func decorations(of word: [StrokeID]) -> Set<Decoration.Kind> {
        guard !decorations.isEmpty, let first = word.first else { return [] }
        func kinds(_ stroke: StrokeID) -> Set<Decoration.Kind> { Set((decorationsOf[stroke] ?? []).compactMap { decorations[$0]?.kind }) }
        return word.dropFirst().reduce(into: kinds(first)) { $0.formIntersection(kinds($1)) }
    }

    /// Changes that remove items whose strokes were deleted. A text choice is removed if any of its strokes is missing, a decoration if all
    /// of its strokes are missing, and a boundary if all strokes on one side are missing.
    var unattached: [DocumentChange] {
        let choices = choices.filter { choice in choice.value.strokes.contains { strokes[$0] == nil } }.keys.sorted().map(ItemKey.choice)
        let decorations = decorations.filter { mark in mark.value.strokes.allSatisfy { strokes[$0] == nil && words[$0] == nil } }
            .keys.sorted()
        let boundaries = boundaries.filter { boundary in
            [boundary.value.left, boundary.value.right].contains { $0.allSatisfy { strokes[$0] == nil } }
        }.keys.sorted().map(ItemKey.boundary)
        return (choices + decorations.map(ItemKey.decoration) + boundaries).compactMap { change($0, to: nil) }
    }

    /// Removes the strokes drawn first, all at once.
    mutating func removeOldest(_ count: Int) { strokes.removeFirst(count) }

    mutating func apply(_ change: DocumentChange) {
        if let item = change.after { put(item) } else { remove(change.key) }
    }

    private mutating func put(_ item: DocumentItem) {
        switch item {
        case .stroke(let placed): strokes.insert(placed)
        case .block(let block): blocks[block.id] = block
        case .choice(let choice): if let first = choice.strokes.first { choices[first] = choice }
        case .boundary(let boundary): if let first = boundary.right.first { boundaries[first] = boundary }
        case .word(let word): words[word.id] = word
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
        case .boundary(let id): boundaries[id] = nil
        case .word(let id): words[id] = nil
        case .decoration(let id):
            for stroke in decorations.removeValue(forKey: id)?.strokes ?? [] {
                decorationsOf[stroke]?.remove(id)
                if decorationsOf[stroke]?.isEmpty == true { decorationsOf[stroke] = nil }
            }
        }
    }
}

/// The content type of a part; fixed when the part is created. The names are case-sensitive, and equal the root block's type.
public enum PartType: String, Sendable, Hashable, CaseIterable {
    /// Lines of writing.
    case text = "Text"
    /// Formulas.
    case math = "Math"
    /// Ink that is not read.
    case drawing = "Drawing"
    /// Shapes, their connections and labels.
    case diagram = "Diagram"
    /// Ink without a known kind, such as a scanned sheet of paper: any text in it is recognized.
    case rawContent = "Raw Content"
    /// Paragraphs, formulas, drawings and pictures, one below the other.
    case textDocument = "Text Document"

    /// Whether text in the part is recognized.
    public var isRead: Bool { self != .drawing }
}

/// The strokes of a document in the order they were drawn. The pieces of a split stroke keep the stroke's position in this order.
struct DocumentStrokes: Sendable, Hashable {
    /// The sort key of a stroke in drawing order.
    private struct Rank: Hashable, Comparable {
        var root: StrokeID
        var begin: Double
        var id: StrokeID

        init(_ stroke: InkStroke) {
            root = stroke.root
            begin = stroke.root == stroke.id ? 0 : stroke.maskedPathRanges.first?.lowerBound ?? 0
            id = stroke.id
        }

        static func < (a: Self, b: Self) -> Bool { (a.root, a.begin, a.id) < (b.root, b.begin, b.id) }
    }

    private var placed: [StrokeID: PlacedStroke] = [:]
    private var ranks: [Rank] = []
    /// The total number of control points.
    private(set) var points = 0

    subscript(id: StrokeID) -> PlacedStroke? { placed[id] }
    var count: Int { ranks.count }
    var isEmpty: Bool { ranks.isEmpty }
    /// All strokes in the order they were drawn.
    var all: [PlacedStroke] { ranks.compactMap { placed[$0.id] } }

    /// Returns those of the strokes that exist, in the order they were drawn.
    func sorted(_ ids: Set<StrokeID>) -> [PlacedStroke] {
        ids.compactMap { placed[$0] }.map { (Rank($0.stroke), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Inserts a stroke, replacing a stroke with the same ID.
    mutating func insert(_ stroke: PlacedStroke) {
        let rank = Rank(stroke.stroke)
        if let old = placed[rank.id], Rank(old.stroke) == rank {
            // in place: other strokes keep their positions
            placed[rank.id] = stroke
            points += stroke.stroke.path.controlPoints.count - old.stroke.path.controlPoints.count
            return
        }
        remove(rank.id)
        ranks.insert(rank, at: position(of: rank))
        placed[rank.id] = stroke
        points += stroke.stroke.path.controlPoints.count
    }

    mutating func remove(_ id: StrokeID) {
        guard let stroke = placed.removeValue(forKey: id) else { return }
        points -= stroke.stroke.path.controlPoints.count
        let index = position(of: Rank(stroke.stroke))
        if index < ranks.count, ranks[index].id == id { ranks.remove(at: index) }
    }

    /// Removes the first strokes.
    mutating func removeFirst(_ count: Int) {
        let count = min(max(0, count), ranks.count)
        for rank in ranks.prefix(count) { points -= placed.removeValue(forKey: rank.id)?.stroke.path.controlPoints.count ?? 0 }
        ranks.removeFirst(count)
    }

    /// Returns the index of the first stroke at or after `rank`.
    private func position(of rank: Rank) -> Int {
        var (low, high) = (0, ranks.count)
        while low < high {
            let middle = (low + high) / 2
            if ranks[middle] < rank { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
