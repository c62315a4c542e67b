internal import Glibc
internal import System

/// A failure that keeps the daemon from starting or going on.
public enum DaemonError: Error, CustomStringConvertible, Sendable {
    /// The system refused an operation with this errno.
    case system(operation: String, code: Int32)
    /// A setting has no meaning; the message names its key, its value and the remedy.
    case configuration(String)
    /// The socket cannot be served at this path.
    case socket(path: String, reason: String)
    /// A device cannot be read.
    case device(name: String, reason: String)
    /// A recording cannot be replayed.
    case replay(path: String, reason: String)

    /// The fault and its remedy.
    public var description: String {
        switch self {
        case .system(let operation, let code): "cannot \(operation): \(String(cString: strerror(code)))"
        case .configuration(let problem): problem
        case .socket(let path, let reason): "cannot serve the socket \(path): \(reason)"
        case .device(let name, let reason): "cannot read the device \"\(name)\": \(reason)"
        case .replay(let path, let reason): "cannot replay \(path): \(reason)"
        }
    }
}

extension DaemonError {
    /// The system's own error.
    init(_ error: SystemError) {
        self = .system(operation: error.operation + (error.path.map { " " + $0 } ?? ""), code: error.code)
    }
}

/// The result of a call, or the system's refusal as an error of the daemon's.
func granted<Value: ~Copyable>(_ call: @autoclosure () throws(SystemError) -> Value) throws(DaemonError) -> Value {
    do throws(SystemError) { return try call() } catch { throw DaemonError(error) }
}
