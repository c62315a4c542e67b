internal import CLibsystemd

/// A client of a bus that never waits: answers and signals come while it is processed.
public final class BusClient {
    /// Gets the answer; nil: an error, or none in time.
    public typealias Reply = (BusMessage?) -> Void

    /// To wait for with `poll`, and to be processed.
    public let connection: BusConnection
    private let onSignal: (BusMessage) -> Void
    /// By the numbers of their calls.
    private var replies: [UInt64: Reply] = [:]

    /// - Parameters:
    ///   - address: Where the bus listens; nil: the one of the user's session.
    ///   - onSignal: Gets the signals that `match` asks for.
    public init(address: String?, onSignal: @escaping (BusMessage) -> Void) throws(BusError) {
        self.onSignal = onSignal
        connection = try BusConnection(address: address)
    }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Asks for the signals of a rule (D-Bus specification, "Match Rules").
    public func match(_ rule: String) throws(BusError) {
        try check(sd_bus_add_match_async(connection.pointer, nil, rule, Self.signalHandler, nil, context), "asking for \(rule)")
    }

    /// Calls a method. The answer may come before this returns, if it is none.
    public func call(
        _ method: BusMethod, timeout: Duration = .seconds(25), _ body: BusMessage.Body = { _ throws(BusError) in }, reply: @escaping Reply
    ) {
        do throws(BusError) {
            var pointer: OpaquePointer?
            try check(
                sd_bus_message_new_method_call(
                    connection.pointer, &pointer, method.destination, method.path, method.interface, method.member),
                "making \(method.member)")
            guard let pointer else { return reply(nil) }
            let message = BusMessage(adopting: pointer)
            try body(message)
            let microseconds = UInt64(max(0, timeout / .microseconds(1)))
            try check(
                sd_bus_call_async(connection.pointer, nil, message.pointer, Self.replyHandler, context, microseconds),
                "calling \(method.member)")
            var cookie: UInt64 = 0
            try check(sd_bus_message_get_cookie(message.pointer, &cookie), "calling \(method.member)")
            replies[cookie] = reply
        } catch {
            reply(nil)
        }
    }

    private static let replyHandler: sd_bus_message_handler_t = { pointer, context, _ in
        guard let pointer, let context else { return 0 }
        let client = Unmanaged<BusClient>.fromOpaque(context).takeUnretainedValue()
        var cookie: UInt64 = 0
        guard sd_bus_message_get_reply_cookie(pointer, &cookie) >= 0, let reply = client.replies.removeValue(forKey: cookie) else {
            return 0
        }
        reply(sd_bus_message_is_method_error(pointer, nil) > 0 ? nil : BusMessage(sharing: pointer))
        return 0
    }

    private static let signalHandler: sd_bus_message_handler_t = { pointer, context, _ in
        guard let pointer, let context else { return 0 }
        Unmanaged<BusClient>.fromOpaque(context).takeUnretainedValue().onSignal(BusMessage(sharing: pointer))
        return 0
    }
}

/// A method of an object on a bus.
public struct BusMethod {
    let destination: String
    let path: String
    let interface: String
    let member: String

    /// The method `member` of `interface`, of the object at `path` of the connection `destination`.
    public init(_ destination: String, _ path: String, _ interface: String, _ member: String) {
        (self.destination, self.path, self.interface, self.member) = (destination, path, interface, member)
    }
}
