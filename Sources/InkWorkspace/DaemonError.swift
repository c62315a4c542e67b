internal import Glibc
package import System

/// A failure that prevents the daemon from starting or continuing.
public enum DaemonError: Error, CustomStringConvertible, Sendable {
    /// The system refused an operation with this errno.
    case system(operation: String, code: Int32)
    /// A setting is invalid; the message names its key, its value and the remedy.
    case configuration(String)
    /// The socket cannot be served at this path.
    case socket(path: String, reason: String)
    /// A device cannot be read.
    case device(name: String, reason: String)
    /// A recording cannot be replayed.
    case replay(path: String, reason: String)

    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .system(let operation, let code): "cannot \(operation): \(SystemError.reason(code))"
        case .configuration(let problem): problem
        case .socket(let path, let reason): "cannot serve the socket \(path): \(reason)"
        case .device(let name, let reason): "cannot read the device \"\(name)\": \(reason)"
        case .replay(let path, let reason): "cannot replay \(path): \(reason)"
        }
    }
}

extension DaemonError {
    /// Wraps the system's error.
    package init(_ error: SystemError) {
        self = .system(operation: error.operation + (error.path.map { " " + $0 } ?? ""), code: error.code)
    }
}

/// Returns the result of a call, or throws the system's error as a `DaemonError`.
package func granted<Value: ~Copyable>(_ call: @autoclosure () throws(SystemError) -> Value) throws(DaemonError) -> Value {
    do throws(SystemError) { return try call() } catch { throw DaemonError(error) }
}
