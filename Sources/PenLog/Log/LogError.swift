package import System

/// Why a pen log cannot be read or written.
public enum LogError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file does not begin as a log does.
    case noLog
    /// Written in a later version of the format.
    case newer(Int)
    /// From this byte on the file is cut off or changed.
    case damaged(at: Int, reason: String)
    /// What cannot be put into a log.
    case unwritable(String)
    /// The system refuses.
    case system(operation: String, path: String, code: Int32)
    /// So many bytes may be kept, and are.
    case full(limit: Int)
    /// The packed file cannot be unpacked.
    case packing(path: String, reason: String)

    /// What the system said, about a file.
    package init(_ error: SystemError) { self = .system(operation: error.operation, path: error.path ?? "a file", code: error.code) }

    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .noLog: "this is no pen log; give a file that inkd recorded (.inklog or .inklog.zst)"
        case .newer(let version):
            "the log is of version \(version), and this program knows \(LogHeader.currentVersion); use a newer program"
        case .damaged(let place, let reason): "the log is damaged from byte \(place) on: \(reason); everything before that is whole"
        case .unwritable(let what): "\(what) cannot be written into a log; shorten it"
        case .system(let operation, let path, let code):
            "cannot \(operation) \(path): \(SystemError.reason(code)); check the folder's permissions and the space on its disk"
        case .full(let limit):
            "\(limit >> 20) MiB of recordings are kept, and no more may be; delete some (inkctl record delete) or raise recorder.limit"
        case .packing(let path, let reason): "cannot pack or unpack \(path): \(reason); get the file anew, or record again"
        }
    }
}
