internal import CLibsystemd

/// A bus client that does not block. Replies and signals arrive while its connection is processed.
public final class BusClient {
    /// A closure that receives the reply; nil after an error or a timeout.
    public typealias Reply = (BusMessage?) -> Void

    /// The connection to poll and to process.
    public let connection: BusConnection
    private let onSignal: (BusMessage) -> Void
    /// The reply handlers, by the serial numbers of their calls.
    private var replies: [UInt64: Reply] = [:]

    /// Connects to a bus.
    /// - Parameters:
    ///   - address: The bus address; nil for the user's session bus.
    ///   - onSignal: Receives the signals subscribed to with `match`.
    public init(address: String?, onSignal: @escaping (BusMessage) -> Void) throws(BusError) {
        self.onSignal = onSignal
        connection = try BusConnection(address: address)
    }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Subscribes to the signals of a rule (D-Bus specification, "Match Rules").
    public func match(_ rule: String) throws(BusError) {
        try check(sd_bus_add_match_async(connection.pointer, nil, rule, Self.signalHandler, nil, context), "subscribing to \(rule)")
    }

    /// Calls a method. `reply` may be called with nil before this returns.
    public func call(
        _ method: BusMethod, timeout: Duration = .seconds(25), _ body: BusMessage.Body = { _ throws(BusError) in }, reply: @escaping Reply
    ) {
        do throws(BusError) {
            var pointer: OpaquePointer?
            try check(
                sd_bus_message_new_method_call(
                    connection.pointer, &pointer, method.destination, method.path, method.interface, method.member),
                "creating \(method.member)")
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
public struct BusMethod: Sendable {
    let destination: String
    let path: String
    let interface: String
    let member: String

    /// Creates the method `member` of `interface`, of the object at `path` of the connection `destination`.
    public init(_ destination: String, _ path: String, _ interface: String, _ member: String) {
        (self.destination, self.path, self.interface, self.member) = (destination, path, interface, member)
    }
}
