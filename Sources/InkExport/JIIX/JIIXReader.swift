internal import FoundationEssentials

extension Export {
    /// The longest JIIX that is read, in bytes.
    public static let longestJIIX = 64 << 20
    /// How deep braces and brackets may lie in each other; what is written here needs fewer than 20 for a diagram in a text document.
    static let deepestJIIX = 64

    /// What the bytes say. Keys that are not known here mean nothing.
    ///
    /// - Throws: `ExportError.invalidJIIX` with the place of what is wrong.
    public static func readJIIX(_ bytes: [UInt8]) throws(ExportError) -> ImportedJIIX {
        guard bytes.count <= longestJIIX else {
            throw .invalidJIIX(path: "$", reason: "\(bytes.count) bytes are more than the \(longestJIIX) that are read")
        }
        try checkDepth(bytes)
        do {
            return try JSONDecoder().decode(ImportedJIIX.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw .invalidJIIX(path: error.path, reason: error.reason)
        } catch let error as ExportError {
            throw error
        } catch {
            throw .invalidJIIX(path: "$", reason: "\(error)")
        }
    }

    /// Before anything recursive sees the bytes.
    private static func checkDepth(_ bytes: [UInt8]) throws(ExportError) {
        var (depth, inString, escaped) = (0, false, false)
        for byte in bytes {
            if inString {
                let isEscape = byte == UInt8(ascii: "\\") && !escaped
                if byte == UInt8(ascii: "\""), !escaped { inString = false }
                escaped = isEscape
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            guard depth <= deepestJIIX else { throw .invalidJIIX(path: "$", reason: "more than \(deepestJIIX) levels") }
        }
    }
}

extension DecodingError {
    fileprivate var path: String { context.map { JIIXPath.text($0.codingPath) } ?? "$" }

    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing"
        case .valueNotFound: "there is null instead of a value"
        case .typeMismatch, .dataCorrupted: context?.debugDescription ?? "it is no JSON"
        @unknown default: "it is no JIIX"
        }
    }

    private var context: Context? {
        switch self {
        case .keyNotFound(_, let context), .valueNotFound(_, let context), .typeMismatch(_, let context): context
        case .dataCorrupted(let context): context
        @unknown default: nil
        }
    }
}

/// Places in JSON as people write them.
enum JIIXPath {
    static func text(_ path: [any CodingKey]) -> String {
        path.reduce(into: "$") { text, key in text += key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
    }
}
