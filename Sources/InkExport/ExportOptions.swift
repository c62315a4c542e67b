/// What can be left out of JIIX. The names are those of the configuration keys.
public enum JIIXPart: String, Sendable, Hashable, CaseIterable {
    /// The boxes of blocks, words and characters.
    case boundingBox = "export.jiix.bounding-box"
    /// The ink.
    case strokes = "export.jiix.strokes"
    /// The words with their candidates; no candidate can be chosen without them.
    case words = "export.jiix.text.words"
    /// The characters.
    case chars = "export.jiix.text.chars"
    /// The lines.
    case lines = "export.jiix.text.lines"

    /// What is written unless told otherwise.
    public static let defaults: Set<JIIXPart> = [.boundingBox, .strokes, .words]
}

/// How blocks are written; a format takes from it what concerns it.
public struct ExportOptions: Sendable, Hashable {
    /// What JIIX holds.
    public var jiix: Set<JIIXPart> = JIIXPart.defaults
    /// Pixels per inch of PNG, and of the pictures in DOCX.
    public var resolution = 150.0
    /// Millimetres of white around the ink of SVG, PNG and PDF.
    public var margin = 5.0
    /// The largest PNG, in pixels: each takes four bytes while it is drawn.
    public var maximumPixels = 32_000_000

    /// The usual.
    public init() {}
}
