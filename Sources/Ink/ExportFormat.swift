/// A file format that blocks are exported in, identified by its media type. Daemon and clients share this list.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// The text of the lines, in UTF-8.
    case text = "text/plain"
    /// JSON Interactive Ink eXchange, version 3: words, candidates and ink.
    case jiix = "application/vnd.myscript.jiix"
    /// Ink Markup Language (W3C Recommendation, 20 September 2011).
    case inkML = "application/inkml+xml"
    /// Scalable Vector Graphics.
    case svg = "image/svg+xml"
    /// Portable Network Graphics.
    case png = "image/png"
    /// Portable Document Format.
    case pdf = "application/pdf"
    /// Office Open XML of a word processor (ECMA-376).
    case docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    /// HyperText Markup Language.
    case html = "text/html"
    /// CommonMark, by RFC 7763.
    case markdown = "text/markdown"
    /// The formulas of a Math block in LaTeX, for math mode.
    case latex = "application/x-latex"
    /// The formulas of a Math block in presentation MathML (MathML Core, W3C).
    case mathML = "application/mathml+xml"

    /// The filename extension, without the dot.
    public var fileEnding: String { properties.fileEnding }

    /// Whether the files are text in UTF-8.
    public var isText: Bool { properties.isText }

    private var properties: (fileEnding: String, isText: Bool) {
        switch self {
        case .text: ("txt", true)
        case .jiix: ("jiix", true)
        case .inkML: ("inkml", true)
        case .svg: ("svg", true)
        case .png: ("png", false)
        case .pdf: ("pdf", false)
        case .docx: ("docx", false)
        case .html: ("html", true)
        case .markdown: ("md", true)
        case .latex: ("tex", true)
        case .mathML: ("mml", true)
        }
    }

    /// Creates the format of this filename extension, without the dot; case-insensitive.
    public init?(fileEnding: String) {
        guard let format = Self.allCases.first(where: { $0.fileEnding == fileEnding.lowercased() }) else { return nil }
        self = format
    }
}
