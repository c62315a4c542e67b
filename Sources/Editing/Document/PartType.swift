/// What a part holds; fixed when the part is made. The names are case-sensitive, and the root block's type is the same.
public enum PartType: String, Sendable, Hashable, CaseIterable {
    /// Lines of writing.
    case text = "Text"
    /// Formulas.
    case math = "Math"
    /// Ink that is not read.
    case drawing = "Drawing"
    /// Shapes, what connects them, and their labels.
    case diagram = "Diagram"
    /// Ink of no particular kind, as from a sheet of paper: writing in it is read.
    case rawContent = "Raw Content"
    /// Paragraphs, formulas, drawings and pictures, one below the other.
    case textDocument = "Text Document"

    /// Whether its lines are read.
    public var isRead: Bool { self != .drawing }
}
