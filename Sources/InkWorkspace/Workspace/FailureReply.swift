package import InkProtocol
internal import Logging

extension Reply {
    /// Encodes an error as a reply, its NUL included. An error that no interface defines, such as a reply with a number that JSON cannot
    /// represent, becomes `org.inkd.Client.Failed` and a line in the journal: every call must be answered, because otherwise the client
    /// would take the next reply for its answer.
    package static func failure(_ error: any Error, to user: UInt32, _ shared: SharedState) -> [UInt8] {
        if let bytes = try? encode(any: error) { return bytes }
        shared.notice(.warning, causedBy: user, "a call failed: \(type(of: error))")
        let failure = ClientInterface.Failed(reason: "\(error)")
        return (try? encode(failure)) ?? Array(#"{"error":"org.inkd.Client.Failed","parameters":{"reason":""}}"#.utf8) + [0]
    }
}
