internal import Editing
internal import Ink

/// What every writer looks up in a document.
struct ExportSource {
    let snapshot: DocumentSnapshot
    private let ranks: [StrokeID: Int]

    init(_ snapshot: DocumentSnapshot) {
        self.snapshot = snapshot
        ranks = Dictionary(snapshot.strokes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// From the unit of the ink to millimetres.
    var millimetres: Double {
        let factor = 1 / snapshot.unitsPerMillimetre
        return factor.isFinite && factor > 0 ? factor : 1
    }

    func stroke(_ id: StrokeID) -> InkStroke? { ranks[id].map { snapshot.strokes[$0] } }

    /// Those of the strokes that the document has, in the order they were drawn.
    func strokes(_ ids: some Sequence<StrokeID>) -> [InkStroke] { Set(ids).compactMap { ranks[$0] }.sorted().map { snapshot.strokes[$0] } }

    func isRoot(_ block: Block) -> Bool { block.id == snapshot.root.id }

    /// The strokes of a block that none of its words is read from.
    func looseStrokes(of block: Block) -> [InkStroke] {
        let words = Set(block.lines.flatMap { $0.words.flatMap { $0.ranges.map(\.stroke) } })
        return strokes(block.strokes.filter { !words.contains($0) })
    }
}
