internal import Editing
internal import Ink

/// The row of an item, present or removed.
struct ItemRow {
    var kind: ItemKind
    var id: Int64
    /// The line of a stroke or a typeset word.
    var line: Int64?
    /// The item's bytes; nil if it was removed.
    var body: [UInt8]?

    /// - Throws: `invalidValue` if the item cannot be stored.
    init(_ change: DocumentChange) throws(PackageError) {
        let (kind, number) = Self.name(change.key)
        self.kind = kind
        id = try Self.integer(number, "the number of a \(kind)")
        guard let item = change.after else { return }
        guard item.key == change.key else {
            throw .invalidValue(field: "the key of a change", value: "\(change.key)", remedy: "give the key of the changed item")
        }
        var writer = ByteWriter()
        switch item {
        case .stroke(let placed):
            line = try Self.integer(placed.line.value, "the number of a line")
            body = placed.stroke.encoded()
        case .block(let block): block.write(to: &writer)
        case .choice(let choice):
            writer.text(choice.text)
            writer.number(UInt64(clamping: choice.place))
            writer.list(choice.strokes) { $0.number($1.value) }
        case .decoration(let decoration):
            writer.text(decoration.kind.rawValue)
            writer.list(decoration.strokes) { $0.number($1.value) }
        case .word(let word):
            line = try Self.integer(word.line.value, "the number of a line")
            word.write(to: &writer)
        case .boundary(let boundary):
            writer.byte(boundary.kind.rawValue)
            writer.list(boundary.left) { $0.number($1.value) }
            writer.list(boundary.right) { $0.number($1.value) }
        }
        guard !writer.isUnreadable, Self.isReadable(item) else {
            throw .invalidValue(
                field: "\(kind) \(number)", value: "this value", remedy: "give it finite numbers, and names of strokes in ascending order")
        }
        let bytes = body ?? writer.bytes
        guard bytes.count <= PackageDatabase.largestRow else {
            throw .invalidValue(
                field: "\(kind) \(number)", value: "\(bytes.count) bytes long", remedy: "store at most \(PackageDatabase.largestRow) bytes")
        }
        body = bytes
    }

    static func integer(_ value: UInt64, _ field: String) throws(PackageError) -> Int64 {
        guard let integer = Int64(exactly: value) else {
            throw .invalidValue(field: field, value: "\(value)", remedy: "give a number below 2⁶³")
        }
        return integer
    }

    /// Whether the decoder would accept the encoded item. The encoder does not check this itself.
    private static func isReadable(_ item: DocumentItem) -> Bool {
        switch item {
        case .stroke(let placed): placed.stroke.transform.isFinite
        case .block: true
        case .word(let word): word.ink.allSatisfy(\.transform.isFinite)
        case .choice(let choice): choice.strokes.isAscending
        case .decoration(let decoration): decoration.strokes.isAscending
        case .boundary(let boundary): boundary.left.isAscending && boundary.right.isAscending && !boundary.left.isEmpty
        }
    }

    private static func name(_ key: ItemKey) -> (ItemKind, UInt64) {
        switch key {
        case .stroke(let id): (.stroke, id.value)
        case .block(let id): (.block, id.value)
        case .choice(let id): (.choice, id.value)
        case .decoration(let id): (.decoration, id.value)
        case .boundary(let id): (.boundary, id.value)
        case .word(let id): (.word, id.value)
        }
    }
}

extension DocumentItem {
    /// Decodes the item of a row whose columns are kind, id, line, body.
    init(_ row: Columns) throws(Damage) {
        let number = try row.integer(0)
        guard let kind = ItemKind(rawValue: number) else { throw Damage("it is of kind \(number)") }
        let id = try row.number(1)
        let bytes = try row.bytes(3)
        switch kind {
        case .stroke: self = .stroke(try Self.stroke(StrokeID(id), line: LineID(try row.number(2)), bytes))
        case .block: self = .block(try AddedBlock(id: BlockID(id), bytes))
        case .word: self = .word(try TypesetWord(id: StrokeID(id), line: LineID(try row.number(2)), bytes))
        case .choice:
            var reader = ByteReader(bytes)
            let text = try reader.text()
            let place = Int(clamping: try reader.number())
            let choice = WordChoice(strokes: try Self.strokes(&reader), place: place, text: text)
            try reader.finish()
            guard choice.strokes.first == StrokeID(id) else { throw Damage("it belongs to another stroke") }
            self = .choice(choice)
        case .decoration:
            var reader = ByteReader(bytes)
            let name = try reader.text()
            guard let kind = Decoration.Kind(rawValue: name) else { throw Damage("it is of kind \"\(name)\"") }
            self = .decoration(Decoration(id: DecorationID(id), kind: kind, strokes: try Self.strokes(&reader)))
            try reader.finish()
        case .boundary:
            var reader = ByteReader(bytes)
            let number = try reader.byte()
            guard let kind = WordBoundary.Kind(rawValue: number) else { throw Damage("it is of kind \(number)") }
            let boundary = WordBoundary(kind: kind, left: try Self.strokes(&reader), right: try Self.strokes(&reader))
            try reader.finish()
            guard !boundary.left.isEmpty, boundary.right.first == StrokeID(id) else { throw Damage("it belongs to another stroke") }
            self = .boundary(boundary)
        }
    }

    private static func stroke(_ id: StrokeID, line: LineID, _ bytes: [UInt8]) throws(Damage) -> PlacedStroke {
        let stroke: InkStroke
        do throws(InkCodingError) {
            stroke = try InkStroke(decoding: bytes)
        } catch {
            throw Damage("\(error)")
        }
        guard stroke.id == id else { throw Damage("it has the ID of stroke \(stroke.id.value)") }
        return PlacedStroke(stroke: stroke, line: line)
    }

    private static func strokes(_ reader: inout ByteReader) throws(Damage) -> [StrokeID] {
        let strokes = try reader.list { (reader) throws(Damage) in StrokeID(try reader.number()) }
        guard strokes.isAscending else { throw Damage("its strokes are not in order") }
        return strokes
    }
}

extension Columns {
    /// The name of a row's item in messages, even if the row is damaged.
    var itemName: String {
        let kind = (try? integer(0)).flatMap(ItemKind.init).map { "\($0)" } ?? "item"
        return (try? integer(1)).map { "\(kind) \($0)" } ?? kind
    }
}

extension [StrokeID] {
    fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
