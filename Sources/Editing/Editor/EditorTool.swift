/// The tools that a pointer can act as.
public enum EditorTool: String, Sendable, Hashable, CaseIterable {
    /// A pen that writes.
    case pen
    /// A hand, which moves the selection.
    case hand
    /// An eraser.
    case eraser
    /// A selector, which selects the strokes within a line drawn around them.
    case selector
    /// A pen that writes with the highlighter's style.
    case highlighter
}
