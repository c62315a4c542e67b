public import Editing

/// Writes blocks as files, and reads back what can be read back. The same block and options give the same bytes.
public enum Export {
    /// The block with everything in it as a file of this format.
    ///
    /// - Throws: `ExportError` if the format cannot hold blocks of this type, or the block is too large for it.
    public static func data(
        of block: Block, in snapshot: DocumentSnapshot, as format: ExportFormat, options: ExportOptions = ExportOptions()
    ) throws(ExportError) -> [UInt8] {
        guard format.supports(block.type) else { throw .unsupported(block: block.type, format: format) }
        let source = ExportSource(snapshot)
        switch format {
        case .text: return Array(PlainText.text(of: block).utf8)
        case .jiix: return JIIXWriter(source: source, parts: options.jiix).document(block)
        case .inkML: return InkMLWriter(source: source).document(block)
        case .svg: return try PageRenderer(source: source, options: options).svg(block)
        case .png: return try PageRenderer(source: source, options: options).png(block)
        case .pdf: return try PageRenderer(source: source, options: options).pdf(block)
        case .docx: return try WordDocument(source: source, options: options).document(block)
        }
    }
}
