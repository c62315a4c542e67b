/// What one check found.
struct Finding: Codable, Sendable, Hashable {
    /// How bad it is.
    enum Level: String, Codable, Sendable {
        /// As it should be, or not to be told.
        case ok
        /// Something may not work.
        case warning
        /// Something does not work.
        case problem
    }

    /// What was looked at, in a word.
    var check: String
    var level: Level
    /// What is so.
    var message: String
    /// What to do about it; nil where nothing is to be done.
    var remedy: String?

    static func ok(_ check: String, _ message: String) -> Finding { .init(check: check, level: .ok, message: message, remedy: nil) }

    static func warning(_ check: String, _ message: String, _ remedy: String) -> Finding {
        .init(check: check, level: .warning, message: message, remedy: remedy)
    }

    static func problem(_ check: String, _ message: String, _ remedy: String) -> Finding {
        .init(check: check, level: .problem, message: message, remedy: remedy)
    }

    /// One line: "problem  tablet    there is none. Plug one in".
    var line: String {
        func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
        let sentence = message + (remedy.map { ". \($0)" } ?? "")
        return "\(padded(level.rawValue, 7))  \(padded(check, 12))  \(DisplayText.escaped(sentence))"
    }
}
