internal import PenLog
internal import System

/// A failure to read or write a file of ink, or a corpus.
package enum CorpusError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file cannot be opened or read; `code` is the system's error number.
    case unreadable(path: String, code: Int32)
    /// A file is compressed, and cannot be decompressed.
    case notDecompressed(path: String, reason: String)
    /// A file cannot be compressed.
    case notCompressed(path: String, reason: String)
    /// A file cannot be written; `code` is the system's error number.
    case notWritten(path: String, code: Int32)
    /// A file exists that must not be overwritten.
    case exists(path: String)
    /// A folder has no ink files.
    case noInkFiles(folder: String)
    /// A file has no labeled ink for a measurement.
    case noLabels(path: String)
    /// A file has no sentences for prompts.
    case noPrompts(path: String)
    /// A row of a corpus is not a valid ink, or a file of the corpus cannot be read to its end.
    case damaged(place: String, reason: String)
    /// A file is not an ink file. `kind` is its kind, worded to follow "is"; `remedy` is the fix.
    case otherKind(path: String, kind: String, remedy: String?)
    /// A line of a file is not a valid ink; reading may continue with the next one.
    case lineIsNoInk(path: String, line: Int, reason: String)
    /// A name that matches no ink of a corpus, or more than one.
    case inkNames(missing: [String], ambiguous: [String])
    /// A corpus that cannot be changed, at least not in this way.
    case refused(problem: String, remedy: String)

    /// The problem, and the fix if there is one; on one line.
    package var description: String {
        switch self {
        case .unreadable(let path, let code): "Cannot read \(path): \(SystemError.reason(code))."
        case .notDecompressed(let path, let reason): "Cannot decompress \(path): \(reason)."
        case .notCompressed(let path, let reason): "Cannot compress \(path): \(reason)."
        case .notWritten(let path, let code): "Cannot write \(path): \(SystemError.reason(code))."
        case .exists(let path): "\(path) already exists. Use another name, or --force to replace it."
        case .noInkFiles(let folder):
            "There is no ink in \(folder): it contains no file with the extension \(InkRows.endings.joined(separator: " or "))."
        case .noLabels(let path): "\(path) contains no labeled ink."
        case .noPrompts(let path): "\(path) contains no sentence. Write one sentence per line."
        case .damaged(let place, let reason):
            "\(place): \(reason). Nothing was written. `inkctl corpus check` lists all damaged rows; --skip-damaged omits them."
        case .otherKind(let path, let kind, let remedy):
            "\(path == "-" ? "Standard input" : path) is \(kind), not ink as JSON lines: "
                + (remedy ?? "use a file with {\"strokes\":[[x,y,dx,dy,…],…]} on each line; `inkctl convert` makes such files") + "."
        case .lineIsNoInk(let path, let line, let reason): "\(path == "-" ? "Line" : "\(path): line") \(line): \(reason)."
        case .inkNames(let missing, let ambiguous): Self.explanation(missing: missing, ambiguous: ambiguous)
        case .refused(let problem, let remedy): "\(problem). \(remedy)."
        }
    }

    private static func explanation(missing: [String], ambiguous: [String]) -> String {
        func list(_ names: [String]) -> String { names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", …" : "") }
        var reasons: [String] = []
        if !missing.isEmpty { reasons.append("There is no ink \(list(missing)). `inkctl corpus list` lists all inks.") }
        if !ambiguous.isEmpty {
            reasons.append("There are several inks \(list(ambiguous)). Name one by its position, such as words.jsonl:12.")
        }
        return reasons.joined(separator: " ")
    }
}
