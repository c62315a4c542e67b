internal import FoundationEssentials

/// Values as JSON for programs.
enum JSONLine {
    /// The value as one JSON object on one line, its keys sorted.
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
