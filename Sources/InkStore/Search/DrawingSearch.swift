internal import Glibc
public import Ink

/// A sketch to compare drawings with, in several variants: as drawn, and slightly rotated and stretched.
///
/// The variants belong to the query, not to the index: a drawing is stored once, and a query is compared with all drawings anyway.
public struct DrawingQuery: Sendable, Hashable {
    /// The looks of all variants. A drawing's similarity is that of the best match.
    let looks: [DrawingLook]
    /// The package to search in; nil for all.
    public var package: String?
    /// The maximum number of hits.
    public var limit: Int

    /// The variants: the rotation in degrees, and the factor on the ratio of width to height. No variant has both, because combinations do
    /// not improve the results.
    private static let changes: [(turn: Double, stretch: Double)] = [(0, 1), (-14, 1), (-7, 1), (7, 1), (14, 1), (0, 0.8), (0, 1.25)]

    /// Creates a search for drawings that look like some strokes; nil for strokes without any length.
    public init?(_ strokes: [[Point]], package: String? = nil, limit: Int = 50) {
        looks = Self.changes.compactMap { DrawingLook(strokes, turnedBy: $0.turn / 180 * .pi, stretchedBy: $0.stretch) }
        guard !looks.isEmpty else { return nil }
        self.package = package
        self.limit = limit
    }

    /// Returns the similarity of a drawing to the best-matching variant, 0…1.
    func likeness(of look: DrawingLook) -> Double { looks.reduce(0) { max($0, $1.likeness(to: look)) } }
}

/// A drawing that a search for a sketch has found.
public struct DrawingHit: Sendable, Hashable {
    /// The name of the package.
    public var package: String
    /// The part.
    public var part: PartID
    /// The index of the part in the package, from 0.
    public var index: Int
    /// The type of the part.
    public var type: String
    /// The similarity: the cosine of the two looks, 0…1.
    public var score: Double
    /// The IDs of the drawing's strokes, ascending.
    public var strokes: [StrokeID]
    /// The bounding box of the drawing's ink, including the width of the pen.
    public var box: Box
}

/// The drawings that a search found.
public struct DrawingResult: Sendable, Hashable {
    /// The hits up to the query's limit, best first.
    public var hits: [DrawingHit] = []
    /// The number of all drawings above the minimum similarity.
    public var total = 0
}

extension SearchIndex {
    /// The minimum similarity of a hit. A drawing below it shows something else.
    static let leastLikeness = 0.75
    /// The maximum number of drawings that a query is compared with.
    static let mostDrawings = 200_000

    /// Finds the drawings that look like a sketch, best first.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func find(_ query: DrawingQuery) throws(SearchIndexError) -> DrawingResult {
        try read { database -> DrawingResult in
            var package: Int64?
            if let name = query.package {
                package = try Self.number(of: name, in: database)
                guard package != nil else { return DrawingResult() }
            }
            var alike: [(id: Int64, score: Double)] = []
            let sql = "SELECT id, look FROM drawing WHERE ?1 IS NULL OR package = ?1 LIMIT ?2"
            try Columns.forEach(database, sql, [package, Self.mostDrawings]) { row in
                guard let look = DrawingLook(bytes: try row.bytes(1)) else { throw Damage("the shape data of a drawing is invalid") }
                let score = query.likeness(of: look)
                if score >= Self.leastLikeness { alike.append((try row.integer(0), score)) }
            }
            alike.sort { ($1.score, $0.id) < ($0.score, $1.id) }
            return DrawingResult(
                hits: try alike.prefix(query.limit).compactMap { try Self.hit($0.id, $0.score, in: database) }, total: alike.count)
        }
    }

    private static func hit(_ id: Int64, _ score: Double, in database: Database) throws -> DrawingHit? {
        let sql = """
            SELECT package.name, drawing.part, part.position, part.type, \
            drawing.strokes, drawing.x, drawing.y, drawing.width, drawing.height \
            FROM drawing JOIN package ON package.id = drawing.package \
            LEFT JOIN part ON part.package = drawing.package AND part.part = drawing.part WHERE drawing.id = ?
            """
        var hit: DrawingHit?
        try Columns.forEach(database, sql, [id]) { row in
            hit = DrawingHit(
                package: try row.text(0), part: PartID(try row.integer(1)),
                index: row.isNull(2) ? 0 : Int(clamping: try row.integer(2)), type: row.isNull(3) ? "" : try row.text(3), score: score,
                strokes: try strokes(try row.text(4)),
                box: Box(x: try row.real(5), y: try row.real(6), width: try row.real(7), height: try row.real(8)))
        }
        return hit
    }

    /// Inserts the drawings of a part. The caller has removed the part's earlier drawings.
    static func insert(_ drawings: [SearchableDrawing], in database: Database, _ package: Int64, _ part: PartID) throws {
        guard !drawings.isEmpty else { return }
        let insertion = try database.statement(
            "INSERT INTO drawing (package, part, strokes, x, y, width, height, look) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for drawing in drawings {
            let (box, strokes) = (drawing.box, drawing.strokes.map { "\($0.value)" }.joined(separator: " "))
            guard [box.x, box.y, box.width, box.height].allSatisfy(\.isFinite) else { continue }
            try insertion.execute([package, part.value, strokes, box.x, box.y, box.width, box.height, drawing.look.bytes])
        }
    }

    private static func strokes(_ text: String) throws(Damage) -> [StrokeID] {
        var strokes: [StrokeID] = []
        for number in text.split(separator: " ") {
            guard let number = UInt64(number) else { throw Damage("the strokes of a drawing are invalid") }
            strokes.append(StrokeID(number))
        }
        return strokes
    }
}
