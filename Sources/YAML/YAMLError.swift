/// A document that cannot be read.
public struct YAMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where, from 1; nil if the problem is nowhere in particular.
    public let line: Int?
    /// The problem, in words.
    public let problem: String
    /// What to do about it, where that does not depend on what the document is for.
    public let remedy: String?

    init(line: Int?, problem: String, remedy: String? = nil) {
        self.line = line
        self.problem = problem
        self.remedy = remedy
    }

    /// The problem and its line.
    public var description: String { (line.map { "line \($0): " } ?? "") + problem }

    /// A piece of the document as it may be shown in a message: short, and without control characters.
    static func quoted(_ text: String) -> String {
        let shown = text.prefix(40).unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : String($0) }.joined()
        return "\"\(shown)\(text.count > 40 ? "…" : "")\""
    }
}
