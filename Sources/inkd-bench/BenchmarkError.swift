import Glibc

/// Why a measurement failed.
enum BenchmarkError: Error, CustomStringConvertible {
    /// The system refused an operation with this errno.
    case system(operation: String, code: Int32)
    /// Frames or messages stopped.
    case interrupted(String)
    /// A data set cannot be read.
    case data(path: String, reason: String)

    /// What was wrong, and what to do about it.
    var description: String {
        switch self {
        case .system(let operation, let code): "cannot \(operation): \(String(cString: strerror(code)))"
        case .interrupted(let what): "\(what); run the benchmark again"
        case .data(let path, let reason): "cannot read \(path): \(reason)"
        }
    }
}
