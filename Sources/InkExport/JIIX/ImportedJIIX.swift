internal import FoundationEssentials
public import Ink
internal import JSON

/// The content of a JIIX file as plain values. Only their types and bounds are checked.
public struct ImportedJIIX: Sendable, Hashable {
    /// A word, or white space between words.
    public struct Word: Sendable, Hashable {
        /// The text.
        public var label: String
        /// The candidates; nil for white space.
        public var candidates: [String]?
        /// The index of the word's first character in the exported label.
        public var firstCharacter: Int?
        /// The index of the word's last character in the exported label.
        public var lastCharacter: Int?
        /// The bounding box of the ink, in millimeters.
        public var box: Bounds?
        /// Whether a person chose the text.
        public var isChosen = false
        /// The names of the decorations.
        public var decorations: [String] = []
        /// The ink.
        public var strokes: [Item] = []
    }

    /// A box in millimeters.
    public struct Bounds: Sendable, Hashable {
        /// The left edge.
        public var x: Double
        /// The top edge.
        public var y: Double
        /// The width, never negative.
        public var width: Double
        /// The height, never negative.
        public var height: Double
    }

    /// A stroke, or a part of a stroke. Each of the other arrays has the length of `x`, or is empty.
    public struct Item: Sendable, Hashable {
        /// The name of the stroke.
        public var id: String
        /// The start time in ISO 8601; nil if not given.
        public var timestamp: String?
        /// The x coordinates in millimeters.
        public var x: [Double]
        /// The y coordinates in millimeters.
        public var y: [Double]
        /// The force, 0…1; empty if not given.
        public var force: [Double]
        /// The times of the samples in milliseconds since the start; empty if not given.
        public var time: [Double]
        /// The pen and the color; nil if not given.
        public var style: InkStyle?
    }

    /// The shape of a node or an edge, in millimeters. The kinds are those of JIIX: circles and ellipses, rectangles, other polygons,
    /// lines.
    public enum Shape: Sendable, Hashable {
        /// An ellipse with its center, its half axes, and its clockwise rotation in radians.
        case ellipse(x: Double, y: Double, radiusX: Double, radiusY: Double, rotation: Double)
        /// The coordinates of the corners in order: x, y, x, y, …
        case polygon([Double])
        /// The coordinates of an edge's corners in order, and whether its ends have arrowheads.
        case path([Double], headAtStart: Bool, headAtEnd: Bool)
    }

    /// A part of the document.
    public struct Block: Sendable, Hashable {
        /// The type, as in `BlockType`. For the root block, it is the type of the exported part.
        public var type: String
        /// The name; empty for an unnamed block.
        public var id: String
        /// The label; nil if not given.
        public var label: String?
        /// The bounding box in millimeters.
        public var box: Bounds?
        /// The words and the white space between them; nil if the file has no words.
        public var words: [Word]?
        /// The ink that belongs to no word.
        public var strokes: [Item] = []
        /// The child blocks.
        public var children: [Block] = []
        /// The exact shape of a node, an edge or a drawing, in millimeters; nil if not given.
        public var shape: Shape?
        /// The media type of a picture; nil if the block is not a picture.
        public var mediaType: String?
        /// The file of a picture, in base64; nil if not given.
        public var data: String?

        /// The texts of the block and of all its descendants, block by block.
        public var texts: [String] { (label.map { [$0] } ?? []) + children.flatMap(\.texts) }
    }

    /// The version in the file, or 3 if not given.
    public var version: String
    /// The revision of the document at the time of export; nil if another program wrote the file.
    public var revision: UInt64?
    /// The root block with all content.
    public var root: Block
    /// Sentences about the file's damaged parts, which were left out, and about strokes for which the file has only an ID.
    public var remarks: [String] = []
}

extension ImportedJIIX: Decodable {
    private enum CodingKeys: String, CodingKey {
        case version, revision
    }

    /// Decodes the root block and the fields of the file as a whole.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        // programs that store only the words omit the version
        version = try values.decodeIfPresent(String.self, forKey: .version) ?? "3"
        guard version == "3" || version.hasPrefix("3.") else {
            throw DecodingError.dataCorruptedError(forKey: .version, in: values, debugDescription: "version \(version) is not 3")
        }
        revision = try values.decodeIfPresent(String.self, forKey: .revision).map { text in
            guard let number = UInt64(text) else {
                throw DecodingError.dataCorruptedError(forKey: .revision, in: values, debugDescription: "\(text) is not a number")
            }
            return number
        }
        root = try Block(from: decoder)
    }
}

extension ImportedJIIX.Block: Decodable {
    private enum CodingKeys: String, CodingKey {
        case type, id, label, words, items, children, elements, expressions, data
        case box = "bounding-box"
        case mediaType = "media-type"
    }

    /// Decodes a block with all its content.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let notes = JIIXNotes.of(decoder)
        // the root's type identifies the file as JIIX
        type =
            decoder.codingPath.isEmpty ? try values.decode(String.self, forKey: .type) : values.lossy(.type, "type of a block", notes) ?? ""
        id = values.lossy(.id, "name of a block", notes) ?? ""
        label = values.lossy(.label, "label of a block", notes)
        box = values.lossy(.box, "bounding box", notes)
        words = values.lossyArray(.words, "word", notes)
        strokes = values.lossyArray(.items, "stroke", notes)?.compactMap { (item: ImportedJIIX.MaybeItem) in item.item } ?? []
        children = values.lossyArray(.children, "block", notes) ?? []
        children += values.lossyArray(.elements, "block", notes) ?? []
        // of a formula, only the ink is imported, and then recognized again
        let expressions: [Expression] = values.lossyArray(.expressions, "formula", notes) ?? []
        strokes += expressions.flatMap(\.strokes)
        if ["Node", "Edge", "Drawing"].contains(type) { shape = try? ImportedJIIX.Shape.read(from: decoder) }
        mediaType = values.lossy(.mediaType, "picture", notes)
        data = values.lossy(.data, "picture", notes)
    }
}

extension ImportedJIIX.Block {
    /// A node of a formula.
    private struct Expression: Decodable {
        var items: [ImportedJIIX.MaybeItem]?
        var operands: [Expression]?
        /// The rows of a matrix.
        var rows: [Row]?

        struct Row: Decodable {
            var cells: [Expression]?
        }

        var strokes: [ImportedJIIX.Item] {
            (items ?? []).compactMap(\.item) + (operands ?? []).flatMap(\.strokes)
                + (rows ?? []).flatMap { ($0.cells ?? []).flatMap(\.strokes) }
        }
    }
}

extension ImportedJIIX.Word: Decodable {
    private enum CodingKeys: String, CodingKey {
        case label, candidates, items, chosen, decorations
        case firstCharacter = "first-char"
        case lastCharacter = "last-char"
        case box = "bounding-box"
    }

    /// Decodes a word, or white space.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let notes = JIIXNotes.of(decoder)
        label = values.lossy(.label, "label of a word", notes) ?? ""
        candidates = values.lossy(.candidates, "list of candidates", notes)
        firstCharacter = values.lossy(.firstCharacter, "place of a word", notes)
        lastCharacter = values.lossy(.lastCharacter, "place of a word", notes)
        box = values.lossy(.box, "bounding box", notes)
        // other programs only put the chosen candidate into the label
        let others = candidates ?? []
        isChosen = values.lossy(.chosen, "choice", notes) ?? (others.first != label && others.contains(label))
        decorations = values.lossy(.decorations, "list of decorations", notes) ?? []
        strokes = values.lossyArray(.items, "stroke", notes)?.compactMap { (item: ImportedJIIX.MaybeItem) in item.item } ?? []
    }
}

extension ImportedJIIX.Bounds: Decodable {
    private enum CodingKeys: String, CodingKey {
        case x, y, width, height
    }

    /// Decodes a box; rejects negative widths and heights.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        x = try values.decode(Double.self, forKey: .x)
        y = try values.decode(Double.self, forKey: .y)
        width = try values.decode(Double.self, forKey: .width)
        height = try values.decode(Double.self, forKey: .height)
        guard width >= 0, height >= 0 else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "a side is negative"))
        }
    }
}

extension ImportedJIIX {
    /// A stroke, or only its ID, as written by clients that store the ink themselves.
    struct MaybeItem: Decodable {
        var item: Item?

        private enum CodingKeys: String, CodingKey {
            case x = "X"
            case y = "Y"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            if !values.contains(.x), !values.contains(.y) {
                JIIXNotes.of(decoder)?.reference()
            } else {
                do { item = try Item(from: decoder) } catch { JIIXNotes.of(decoder)?.lose("stroke") }
            }
        }
    }
}

extension ImportedJIIX.Item: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, timestamp, pen, color
        case x = "X"
        case y = "Y"
        case force = "F"
        case time = "T"
    }

    /// Decodes a stroke; rejects coordinate arrays of different lengths.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decodeIfPresent(String.self, forKey: .id) ?? ""
        timestamp = try values.decodeIfPresent(String.self, forKey: .timestamp)
        x = try values.decode([Double].self, forKey: .x)
        y = try values.decode([Double].self, forKey: .y)
        force = try values.decodeIfPresent([Double].self, forKey: .force) ?? []
        time = try values.decodeIfPresent([Double].self, forKey: .time) ?? []
        style = InkStyle(jiixPen: try? values.decode(String.self, forKey: .pen), color: try? values.decode(String.self, forKey: .color))
        guard y.count == x.count, force.isEmpty || force.count == x.count, time.isEmpty || time.count == x.count else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "X, Y, F, T differ in length"))
        }
    }
}

extension Export {
    /// The maximum size of imported JIIX, in bytes.
    public static let longestJIIX = 64 << 20
    /// The maximum nesting depth of braces and brackets; the writer's own output needs fewer than 20 for a diagram in a text document.
    static let deepestJIIX = 64

    /// Decodes the undamaged parts of a JIIX file. Unknown keys are ignored.
    ///
    /// - Throws: `ExportError.invalidJIIX` with the position of the error.
    public static func readJIIX(_ bytes: [UInt8]) throws(ExportError) -> ImportedJIIX {
        guard bytes.count <= longestJIIX else {
            throw .invalidJIIX(path: "$", reason: "it has \(bytes.count) bytes, and the maximum is \(longestJIIX)")
        }
        try checkDepth(bytes)
        do throws(ExportError) {
            return try decoded(bytes)
        } catch {
            // all undamaged parts of truncated or damaged JSON are read
            let repair = JSONRepair(bytes, deepest: deepestJIIX)
            guard repair.faults > 0, var imported = try? decoded(repair.bytes) else { throw error }
            imported.remarks.insert("line \(repair.line ?? 1): the JSON is damaged or cut off; its intact content was imported", at: 0)
            return imported
        }
    }

    private static func decoded(_ bytes: [UInt8]) throws(ExportError) -> ImportedJIIX {
        let notes = JIIXNotes()
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey(rawValue: JIIXNotes.name) { decoder.userInfo[key] = notes }
        do {
            var imported = try decoder.decode(ImportedJIIX.self, from: Data(bytes))
            imported.remarks = notes.sentences
            return imported
        } catch let error as DecodingError {
            throw .invalidJIIX(path: error.path, reason: error.reason)
        } catch let error as ExportError {
            throw error
        } catch {
            throw .invalidJIIX(path: "$", reason: "\(error)")
        }
    }

    /// Checks the nesting depth of the JSON before a recursive parser reads it.
    private static func checkDepth(_ bytes: [UInt8]) throws(ExportError) {
        var (depth, inString, escaped) = (0, false, false)
        for byte in bytes {
            if inString {
                let isEscape = byte == UInt8(ascii: "\\") && !escaped
                if byte == UInt8(ascii: "\""), !escaped { inString = false }
                escaped = isEscape
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            guard depth <= deepestJIIX else { throw .invalidJIIX(path: "$", reason: "more than \(deepestJIIX) levels") }
        }
    }
}

extension DecodingError {
    fileprivate var path: String { context.map { JIIXPath.text($0.codingPath) } ?? "$" }

    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing"
        case .valueNotFound: "null instead of a value"
        case .typeMismatch, .dataCorrupted: context?.debugDescription ?? "it is not JSON"
        @unknown default: "it is not JIIX"
        }
    }

    private var context: Context? {
        switch self {
        case .keyNotFound(_, let context), .valueNotFound(_, let context), .typeMismatch(_, let context): context
        case .dataCorrupted(let context): context
        @unknown default: nil
        }
    }
}

/// Formats the position of an error in JSON as a readable path.
private enum JIIXPath {
    static func text(_ path: [any CodingKey]) -> String {
        path.reduce(into: "$") { text, key in text += key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
    }
}
