internal import InkProtocol
internal import Logging

extension Reply {
    /// An error as the bytes of a reply, its NUL included. What no interface has a word for, such as a reply with a number that JSON does not
    /// have, becomes `org.inkd.Client.Failed` and a line in the journal: a call must have an answer, or the next one's would be taken for it.
    static func failure(_ error: any Error, to user: UInt32, _ shared: SharedState) -> [UInt8] {
        if let bytes = try? encode(any: error) { return bytes }
        shared.notice(.warning, causedBy: user, "a call failed: \(type(of: error))")
        let failure = ClientInterface.Failed(reason: "\(error)")
        return (try? encode(failure)) ?? Array(#"{"error":"org.inkd.Client.Failed","parameters":{"reason":""}}"#.utf8) + [0]
    }
}
