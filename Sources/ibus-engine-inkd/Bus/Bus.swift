internal import CLibsystemd
internal import Glibc
internal import System

/// The connection to IBus, and what it calls here. For one thread that waits with `poll`.
final class Bus {
    private var bus: OpaquePointer?
    private let answer: Handler

    /// Answers calls; returns what goes back, or nil if there is no such method.
    final class Handler {
        var body: (BusMessage) throws(BusError) -> Answer? = { _ throws(BusError) in nil }
    }

    /// What goes back; it is written when the message is there.
    typealias Answer = (BusMessage) throws(BusError) -> Void

    init(address: String) throws(BusError) {
        answer = Handler()
        try check(sd_bus_new(&bus), "making a bus")
        try check(sd_bus_set_address(bus, address), "the address \(address)")
        try check(sd_bus_set_bus_client(bus, 1), "saying hello")
        try check(sd_bus_start(bus), "connecting to IBus at \(address)")
        // a filter and no object: IBus sends its calls without a destination, and sd-bus takes such ones for no call to an object
        try check(sd_bus_add_filter(bus, nil, Self.filter, Unmanaged.passUnretained(answer).toOpaque()), "listening")
    }

    deinit { sd_bus_flush_close_unref(bus) }

    /// Offers the service to IBus.
    func serve(
        as name: String, _ body: @escaping (BusMessage) throws(BusError) -> Answer?
    ) throws(BusError) {
        answer.body = body
        let result = sd_bus_request_name(bus, name, 0)
        if result == -EEXIST || result == -EALREADY { throw .alreadyRunning }
        try check(result, "taking the name \(name)")
    }

    var fileDescriptor: Int32 { sd_bus_get_fd(bus) }
    var events: Int16 { Int16(truncatingIfNeeded: max(0, sd_bus_get_events(bus))) }

    /// Handles what has come. False when IBus has gone.
    func process() -> Bool {
        while true {
            let result = sd_bus_process(bus, nil)
            if result < 0 { return false }
            if result == 0 { return true }
        }
    }

    /// Milliseconds until `process` must be called; -1 for never.
    var timeout: Int32 {
        var due: UInt64 = 0
        guard sd_bus_get_timeout(bus, &due) > 0, due != .max else { return -1 }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let now = UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
        return due > now ? Int32(clamping: (due - now) / 1000 + 1) : 0
    }

    /// Sends a signal. What goes wrong shows when the bus is next processed.
    func signal(_ path: String, _ interface: String, _ member: String, _ body: Answer) throws(BusError) {
        var message: OpaquePointer?
        try check(sd_bus_message_new_signal(bus, &message, path, interface, member), "making \(member)")
        guard let message else { return }
        let signal = BusMessage(adopting: message)
        try body(signal)
        try check(sd_bus_send(bus, signal.pointer, nil), "sending \(member)")
    }

    /// Has everything leave that was sent.
    func flush() { sd_bus_flush(bus) }

    private static let filter: sd_bus_message_handler_t = { pointer, context, _ in
        guard let pointer, let context else { return 0 }
        let handler = Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        let call = BusMessage(sharing: pointer)
        guard call.isCall else { return 0 }
        do throws(BusError) {
            guard let answer = try handler.body(call) else { return 0 }
            var pointer: OpaquePointer?
            try check(sd_bus_message_new_method_return(call.pointer, &pointer), "answering \(call.member)")
            guard let pointer else { return 0 }
            let reply = BusMessage(adopting: pointer)
            try answer(reply)
            try check(sd_bus_send(sd_bus_message_get_bus(reply.pointer), reply.pointer, nil), "answering \(call.member)")
            return 1
        } catch {
            StandardError.writeLine("ibus-engine-inkd: \(call.member): \(error)")
            // sd-bus answers with the error
            return -EINVAL
        }
    }
}
