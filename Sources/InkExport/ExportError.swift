public import Editing

/// Why a block cannot be written, or a file cannot be taken.
public enum ExportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Blocks of this type are not written in this format.
    case unsupported(block: BlockType, format: ExportFormat)
    /// An option has a value that it cannot have.
    case invalidOption(name: String, value: String, allowed: String)
    /// More pixels than the options allow, or than a file can hold.
    case tooManyPixels(width: Double, height: Double, limit: Int)
    /// The page is larger than a document can be, in millimetres.
    case pageTooLarge(width: Double, height: Double, limit: Double)
    /// The picture of this block cannot be drawn.
    case unreadableImage(block: String, reason: String)
    /// The graphics library gave up.
    case drawing(String)
    /// The archive library gave up.
    case archive(String)
    /// The bytes are no JIIX that can be understood; `path` is the place in it.
    case invalidJIIX(path: String, reason: String)
    /// What the JIIX describes is no longer so.
    case changedSinceExported(reason: String)
    /// A word was changed to what is none of its candidates.
    case notACandidate(word: Int, label: String, candidates: [String])

    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .unsupported(let type, let format):
            let others = ExportFormat.allCases.filter { $0.supports(type) }.map(\.rawValue).joined(separator: ", ")
            return "a block of type \(type.rawValue) cannot be written as \(format.rawValue); it can be written as \(others)"
        case .invalidOption(let name, let value, let allowed): return "\(name) is \(value); it must be \(allowed)"
        case .tooManyPixels(let width, let height, let limit):
            return "the picture would have \(Number.text(width, digits: 0)) × \(Number.text(height, digits: 0)) pixels, and \(limit) "
                + "are allowed; lower the resolution"
        case .pageTooLarge(let width, let height, let limit):
            return "the page would be \(Number.text(width, digits: 0)) × \(Number.text(height, digits: 0)) mm large, and "
                + "\(Number.text(limit, digits: 0)) mm are allowed; write a part of it"
        case .unreadableImage(let block, let reason): return "the picture of block \(block) cannot be drawn: \(reason); remove it"
        case .drawing(let reason): return "the page cannot be drawn: \(reason)"
        case .archive(let reason): return "the archive cannot be written: \(reason)"
        case .invalidJIIX(let path, let reason): return "the JIIX cannot be understood at \(path): \(reason)"
        case .changedSinceExported(let reason): return "the block has changed since it was exported: \(reason); export it again"
        case .notACandidate(let word, let label, let candidates):
            return "word \(word) was changed to \"\(label)\", and its candidates are \(candidates.joined(separator: ", "))"
        }
    }
}
