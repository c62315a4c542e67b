internal import CLibsystemd

/// Calls of methods on a bus, each with an object that waits for the answer.
enum BusQuestion {
    /// Sends a call without waiting.
    ///
    /// - Parameters:
    ///   - asker: What `answered` gets. sd-bus keeps it until it was answered, or until the connection goes: then `answered` is not called, and
    ///     what was asked for has to be answered in another way.
    ///   - answered: Gets the answer, or an error where there was none in time; on the thread that processes the bus.
    ///   - timeout: Microseconds; 0 for sd-bus's own, 25 s.
    /// - Returns: whether an answer may come.
    static func ask<Asker: AnyObject>(
        _ bus: OpaquePointer?, _ message: OpaquePointer, for asker: Asker, timeout: UInt64, answered: @escaping sd_bus_message_handler_t
    ) -> Bool {
        let held = Unmanaged.passRetained(asker)
        var slot: OpaquePointer?
        guard sd_bus_call_async(bus, &slot, message, answered, held.toOpaque(), timeout) >= 0 else {
            held.release()
            return false
        }
        // a connection that goes drops its calls without a word: the slot alone goes with each of them
        sd_bus_slot_set_destroy_callback(slot) { context in
            if let context { Unmanaged<AnyObject>.fromOpaque(context).release() }
        }
        sd_bus_slot_set_floating(slot, 1)
        sd_bus_slot_unref(slot)
        return true
    }
}
