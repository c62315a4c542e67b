public import Editing
internal import Formula
public import Ink

/// Writes blocks as files, and reads JIIX. Equal blocks with equal options give equal bytes.
public enum Export {
    /// Returns the block with all its content as a file in a format.
    ///
    /// - Throws: `ExportError` if the format does not support blocks of this type, or the block is too large for the format.
    public static func data(
        of block: Block, in snapshot: DocumentSnapshot, as format: ExportFormat, options: ExportOptions = ExportOptions()
    ) throws(ExportError) -> [UInt8] {
        guard format.supports(block.type) else { throw .unsupported(block: block.type, format: format) }
        let source = ExportSource(snapshot)
        switch format {
        case .text: return Array(PlainText.text(of: block).utf8)
        case .jiix: return JIIXWriter(source: source, parts: options.jiix).document(block)
        case .inkML: return InkMLWriter(source: source).document(block)
        case .svg where options.typesetsFormulas && block.type == .math:
            return FormulaPicture(rows: block.formulas, margin: options.margin).document
        case .svg: return try PageRenderer(source: source, options: options).svg(block)
        case .png: return try PageRenderer(source: source, options: options).png(block)
        case .pdf: return try PageRenderer(source: source, options: options).pdf(block)
        case .docx: return try WordDocument(source: source, options: options).document(block)
        case .html: return try HTMLWriter(source: source, options: options).document(block)
        case .markdown: return try MarkdownWriter(source: source, options: options).document(block)
        case .latex: return Array((FormulaRows(block.formulas).latex + "\n").utf8)
        case .mathML: return Array((FormulaRows(block.formulas).mathML + "\n").utf8)
        }
    }
}

extension ExportFormat {
    /// Returns whether the format supports blocks of a type. The text format does not support blocks without text, and document
    /// formats do not support parts of a diagram.
    public func supports(_ type: BlockType) -> Bool {
        switch self {
        case .text: ![.drawing, .edge].contains(type)
        case .docx, .html, .markdown: ![.node, .edge, .polyedge].contains(type)
        case .latex, .mathML: type == .math
        case .jiix, .inkML, .svg, .png, .pdf: true
        }
    }
}

/// The optional parts of JIIX, named by their configuration keys.
public enum JIIXPart: String, Sendable, Hashable, CaseIterable {
    /// The boxes of blocks, words and characters.
    case boundingBox = "export.jiix.bounding-box"
    /// The ink.
    case strokes = "export.jiix.strokes"
    /// The words with their candidates. If this part is left out, an importer cannot offer candidates.
    case words = "export.jiix.text.words"
    /// The characters.
    case chars = "export.jiix.text.chars"
    /// The lines.
    case lines = "export.jiix.text.lines"

    /// The parts written by default.
    public static let defaults: Set<JIIXPart> = [.boundingBox, .strokes, .words]
}

/// Options for exports. Each format ignores the options that do not apply to it.
public struct ExportOptions: Sendable, Hashable {
    /// The parts to write in JIIX.
    public var jiix: Set<JIIXPart> = JIIXPart.defaults
    /// Whether SVG of a Math block shows its formulas typeset.
    public var typesetsFormulas = false
    /// Pixels per inch of PNG, and of the pictures in DOCX.
    public var resolution = 150.0
    /// The white margin around the ink of SVG, PNG and PDF, in millimeters.
    public var margin = 5.0
    /// Maximum number of pixels of a PNG. Each pixel takes four bytes of memory during drawing.
    public var maximumPixels = 32_000_000

    /// Creates the default options.
    public init() {}
}

/// A failed export of a block, or import of a file.
public enum ExportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The format does not support blocks of this type.
    case unsupported(block: BlockType, format: ExportFormat)
    /// An option has an invalid value.
    case invalidOption(name: String, value: String, allowed: String)
    /// The picture has more pixels than the options or the file format allow.
    case tooManyPixels(width: Double, height: Double, limit: Int)
    /// The page, in millimeters, exceeds the maximum size of a document.
    case pageTooLarge(width: Double, height: Double, limit: Double)
    /// The picture file in this block cannot be decoded.
    case unreadableImage(block: String, reason: String)
    /// The graphics library failed.
    case drawing(String)
    /// The archive library failed.
    case archive(String)
    /// The bytes are not valid JIIX; `path` is the JSON path of the error.
    case invalidJIIX(path: String, reason: String)
    /// The document has changed since the JIIX was written.
    case changedSinceExported(reason: String)
    /// A word was changed to a text that is not one of its candidates.
    case notACandidate(word: Int, label: String, candidates: [String])

    /// The error with its remedy.
    public var description: String {
        switch self {
        case .unsupported(let type, let format):
            let others = ExportFormat.allCases.filter { $0.supports(type) }.map(\.rawValue).joined(separator: ", ")
            return "a block of type \(type.rawValue) cannot be written as \(format.rawValue); it can be written as \(others)"
        case .invalidOption(let name, let value, let allowed): return "\(name) is \(value); it must be \(allowed)"
        case .tooManyPixels(let width, let height, let limit):
            return "the picture would have \(Number.text(width, digits: 0)) × \(Number.text(height, digits: 0)) pixels, and the maximum is "
                + "\(limit); lower the resolution"
        case .pageTooLarge(let width, let height, let limit):
            return "the page would be \(Number.text(width, digits: 0)) × \(Number.text(height, digits: 0)) mm large, and "
                + "\(Number.text(limit, digits: 0)) mm are allowed; export a part of it"
        case .unreadableImage(let block, let reason): return "the picture of block \(block) cannot be drawn: \(reason); remove it"
        case .drawing(let reason): return "the page cannot be drawn: \(reason)"
        case .archive(let reason): return "the archive cannot be written: \(reason)"
        case .invalidJIIX(let path, let reason): return "the JIIX is invalid at \(path): \(reason)"
        case .changedSinceExported(let reason): return "the block has changed since it was exported: \(reason); export it again"
        case .notACandidate(let word, let label, let candidates):
            return "word \(word) was changed to \"\(label)\", and its candidates are \(candidates.joined(separator: ", "))"
        }
    }
}

/// The document's content in the form that all writers need.
struct ExportSource {
    let snapshot: DocumentSnapshot
    private let ranks: [StrokeID: Int]

    init(_ snapshot: DocumentSnapshot) {
        self.snapshot = snapshot
        ranks = Dictionary(snapshot.strokes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The factor from the unit of the ink to millimeters.
    var millimeters: Double {
        let factor = 1 / snapshot.unitsPerMillimeter
        return factor.isFinite && factor > 0 ? factor : 1
    }

    func stroke(_ id: StrokeID) -> InkStroke? { ranks[id].map { snapshot.strokes[$0] } }

    /// Returns the position of a stroke in drawing order, or `Int.max` if the stroke is not in the document.
    func rank(_ id: StrokeID) -> Int { ranks[id] ?? .max }

    /// Returns the strokes with these IDs that are in the document, in drawing order.
    func strokes(_ ids: some Sequence<StrokeID>) -> [InkStroke] { Set(ids).compactMap { ranks[$0] }.sorted().map { snapshot.strokes[$0] } }

    func isRoot(_ block: Block) -> Bool { block.id == snapshot.root.id }

    /// Returns whether a stroke is a marker's ink on a page. It is drawn below all other ink. In a Drawing part, ink stays in drawing order.
    func isHighlight(_ stroke: InkStroke) -> Bool { stroke.style.kind == .marker && snapshot.type != .drawing }

    /// Returns the strokes of a block that belong to no word.
    func looseStrokes(of block: Block) -> [InkStroke] {
        let words = Set(block.lines.flatMap { $0.words.flatMap { $0.ranges.map(\.stroke) } })
        return strokes(block.strokes.filter { !words.contains($0) })
    }
}
