internal import InkProtocol

/// A watch as JSON lines.
struct WatchRecords {
    /// Writes one reply.
    ///
    /// - Throws: `unwritable`.
    func write(_ interface: String, _ reply: JSONValue) throws(InkctlError) {
        try StandardOutput.writeLine(Self.line(interface, reply))
    }

    /// `{"interface":"org.inkd.Editor","reply":{…}}`.
    static func line(_ interface: String, _ reply: JSONValue) -> String {
        JSONValue.object(["interface": .string(interface), "reply": reply]).description
    }
}
