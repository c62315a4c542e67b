/// Why a recording cannot be read.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line it is about, counted from 1; nil if it is about the whole file.
    public var line: Int?
    /// What is wrong, with the offending value.
    public var problem: String
    /// What to do about it.
    public var remedy: String

    /// A problem, its place and its remedy.
    public init(line: Int? = nil, problem: String, remedy: String) {
        self.line = line
        self.problem = problem
        self.remedy = remedy
    }

    /// "line 3: …; …".
    public var description: String { (line.map { "line \($0): " } ?? "") + "\(problem); \(remedy)" }

    /// A piece of the file as it may be shown in a message: short, and without control characters.
    static func quoted(_ text: some StringProtocol) -> String {
        let shown = text.prefix(40).unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : String($0) }.joined()
        return "\"\(shown)\(text.count > 40 ? "…" : "")\""
    }
}
