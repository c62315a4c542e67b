public import Editing

/// A file format that a block can be written in, by its media type.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// What the lines say, in UTF-8.
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

    /// The format of this media type; nil if there is none.
    public init?(mediaType: String) { self.init(rawValue: mediaType) }

    /// Its media type, without parameters.
    public var mediaType: String { rawValue }

    /// How the names of such files end, without the dot.
    public var fileEnding: String {
        switch self {
        case .text: "txt"
        case .jiix: "jiix"
        case .inkML: "inkml"
        case .svg: "svg"
        case .png: "png"
        case .pdf: "pdf"
        case .docx: "docx"
        }
    }

    /// Whether blocks of this type can be written in it: what holds no text has none to write, and what is only a part of a diagram makes
    /// no document.
    public func supports(_ type: BlockType) -> Bool {
        switch self {
        case .text: ![.drawing, .edge].contains(type)
        case .docx: ![.node, .edge, .polyedge].contains(type)
        case .jiix, .inkML, .svg, .png, .pdf: true
        }
    }
}
