/// A document that cannot be read.
public struct YAMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line of the error, from 1; nil if it has no specific position.
    public let line: Int?
    /// The problem, as text.
    public let problem: String
    /// The remedy, if it does not depend on the purpose of the document.
    public let remedy: String?

    init(line: Int?, problem: String, remedy: String? = nil) {
        self.line = line
        self.problem = problem
        self.remedy = remedy
    }

    /// The problem with its line.
    public var description: String { (line.map { "line \($0): " } ?? "") + problem }

    /// Returns a piece of the document for display in a message: short, and without control characters.
    static func quoted(_ text: String) -> String {
        let shown = text.prefix(40).unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : String($0) }.joined()
        return "\"\(shown)\(text.count > 40 ? "…" : "")\""
    }
}
