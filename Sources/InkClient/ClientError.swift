import Glibc
public import InkProtocol
internal import System

/// A failure between a client and inkd.
public enum ClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No service answers at the socket's path.
    case cannotConnect(path: String, errno: Int32)
    /// The path is too long for a Unix socket.
    case pathTooLong(path: String)
    /// The daemon closed the connection (`errno` is 0), or the socket failed.
    case connectionLost(errno: Int32)
    /// No answer arrived within the timeout. After a call has timed out, the connection cannot be used for calls; a watch continues.
    case timedOut
    /// The connection belongs to a watch, or a call on it timed out or failed.
    case connectionInUse
    /// The daemon sent a message that violates the protocol.
    case badAnswer(ProtocolError)
    /// The call cannot be written as JSON.
    case badCall(ProtocolError)
    /// The daemon answered with a Varlink error: its full name and its parameters.
    case refused(name: String, parameters: JSONValue)

    /// The failure and its remedy.
    public var description: String {
        switch self {
        case .cannotConnect(let path, let code):
            "Cannot connect to \(path): \(SystemError.reason(code)). \(Self.remedy(code))"
        case .pathTooLong(let path): "The socket path \(path) has \(path.utf8.count) bytes, more than the limit of 107."
        case .connectionLost(0): "inkd closed the connection. Check `journalctl -u inkd`."
        case .connectionLost(let code): "The connection to inkd failed: \(SystemError.reason(code))."
        case .timedOut: "inkd did not answer in time."
        case .connectionInUse: "This connection serves a watch or is broken. Open another one."
        case .badAnswer(let error): "inkd violated its protocol: \(error)"
        case .badCall(let error): "Cannot send the call: \(error)"
        case .refused(let name, let parameters): parameters == .object([:]) ? name : "\(name) \(parameters)"
        }
    }

    /// Returns the daemon's error as a value of this type; nil if the failure is another error.
    public func refusal<E: VarlinkError>(as type: E.Type) -> E? {
        guard case .refused(E.name, let parameters) = self else { return nil }
        return try? Reply(parameters: parameters, error: E.name).parameters(as: type)
    }

    private static func remedy(_ code: Int32) -> String {
        code == EACCES || code == EPERM
            ? "Check the permissions of the socket with ls -l, and your groups with id."
            : "Check that inkd is running: systemctl status inkd"
    }
}
