internal import Glibc

/// An error of the operating system.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The operation, as an infinitive that follows "cannot": "open", "create an eventfd".
    public let operation: String
    /// The file, folder or program of the operation; nil if not applicable.
    public let path: String?
    /// The errno.
    public let code: Int32

    /// A code that is not an errno: the path is not a regular file, but a pipe, a device or a socket, which may have no end or never
    /// deliver data.
    public static let irregularFile: Int32 = -1

    /// - Parameter code: by default the errno of this thread, so create the error before any other call.
    public init(_ operation: String, _ path: String? = nil, code: Int32? = nil) {
        self.operation = operation
        self.path = path
        self.code = code ?? errno
    }

    /// The system's message for the errno: "No such file or directory".
    public var reason: String { Self.reason(code) }

    /// The failed operation and its reason.
    public var description: String { "cannot \(operation)\(path.map { " " + $0 } ?? ""): \(reason)" }

    /// Returns the system's message for an errno.
    public static func reason(_ code: Int32) -> String {
        if code == irregularFile { return "not a regular file, but a pipe, a device or a socket" }
        // strerror's buffer is shared by all threads
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            guard let start = text.baseAddress, strerror_r(code, start, text.count) == 0 else { return "error \(code)" }
            return String(cString: start)
        }
    }
}

/// Repeats a call interrupted by a signal.
///
/// - Returns: the result of `call`, which is negative (and errno is set) if it failed for another reason.
@inline(__always)
package func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
