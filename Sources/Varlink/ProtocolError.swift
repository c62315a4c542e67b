/// What can be wrong with bytes, messages and interface texts.
public enum ProtocolError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A message grew beyond the limit, in bytes, before its NUL came.
    case messageTooLarge(limit: Int)
    /// Not JSON, or nested too deeply; `offset` is in bytes from the message's start.
    case malformedJSON(offset: Int, reason: String)
    /// JSON, but not a call or a reply.
    case malformedMessage(reason: String)
    /// Parameters that do not have the type asked for.
    case undecodable(type: String, reason: String)
    /// A value that JSON cannot hold, such as an infinite number.
    case unencodable(type: String, reason: String)
    /// An interface text that breaks the language's rules; the line counts from 1.
    case interfaceSyntax(line: Int, reason: String)

    /// What was wrong, and what to do about it.
    public var description: String {
        switch self {
        case .messageTooLarge(let limit):
            "a message is longer than \(limit) bytes: send less at once, and end each message with a NUL"
        case .malformedJSON(let offset, let reason):
            "byte \(offset) of the message is not valid JSON: \(reason)"
        case .malformedMessage(let reason):
            "not a Varlink message: \(reason)"
        case .undecodable(let type, let reason):
            "the parameters do not fit \(type): \(reason)"
        case .unencodable(let type, let reason):
            "\(type) cannot be written as JSON: \(reason)"
        case .interfaceSyntax(let line, let reason):
            "line \(line) of the interface: \(reason)"
        }
    }
}
