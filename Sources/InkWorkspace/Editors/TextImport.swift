internal import Editing
internal import Ink
internal import InkExport
internal import InkProtocol

/// Typed text that a client imports.
struct TextImport: Sendable {
    /// The number of words.
    let words: Int
    private let paragraphs: [TypedParagraph]

    /// Maximum number of bytes of a text.
    private static let mostBytes = 512 << 10
    /// Bytes of a typeset word as a value, as a change and in the undo history.
    private static let wordMemory = 1500
    /// The width of a page without a view, in millimeters.
    private static let pageWidth = 210.0

    /// Returns the memory that importing a text takes, in bytes.
    static func memory(of bytes: [UInt8]) -> Int {
        let read = min(bytes.count, mostBytes)
        return 20 * read + wordMemory * min(read / 2, TypedParagraph.mostWords)
    }

    /// - Throws: `ImportFailed` for bytes that are not UTF-8, a text that is too long, and one without words.
    init(_ bytes: [UInt8], _ format: ExportFormat) throws(BlocksInterface.ImportFailed) {
        guard bytes.count <= Self.mostBytes else {
            throw .init(reason: "it has \(bytes.count) bytes: give at most \(Self.mostBytes), in several parts")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .init(reason: "it is not text in UTF-8") }
        // some editors begin a file with a byte order mark
        let own = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
        paragraphs = format == .markdown ? TypedDocument.paragraphs(ofMarkdown: own) : TypedDocument.paragraphs(ofText: own)
        words = paragraphs.reduce(0) { $0 + $1.wordCount }
        guard words > 0 else { throw .init(reason: "it has no words") }
        guard words <= TypedParagraph.mostWords else {
            throw .init(reason: "it has \(words) words: give at most \(TypedParagraph.mostWords), in several parts")
        }
    }

    /// Adds the text to an editor's ink.
    /// - Parameter viewWidth: the width of the editor's view in millimeters; nil without a view.
    func add(to ink: inout InkEditor, viewWidth: Double?) throws(EditError) -> EditorEffects {
        try ink.addTyped(paragraphs, width: (viewWidth ?? Self.pageWidth) * ink.configuration.unitsPerMillimeter)
    }
}
