internal import CLibsystemd

/// Asynchronous method calls on a bus. Each call retains an object until its reply arrives.
enum BusQuestion {
    /// Sends a call without waiting.
    ///
    /// - Parameters:
    ///   - asker: The context of `answered`. sd-bus retains the object until the reply arrives or the connection is lost. If the connection
    ///     is lost, `answered` is not called, and the caller must handle the call in another way.
    ///   - answered: Called with the reply, or with an error on timeout, on the thread that processes the bus.
    ///   - timeout: Microseconds; 0 for sd-bus's own, 25 s.
    /// - Returns: whether a reply may come.
    static func ask<Asker: AnyObject>(
        _ bus: OpaquePointer?, _ message: OpaquePointer, for asker: Asker, timeout: UInt64, answered: @escaping sd_bus_message_handler_t
    ) -> Bool {
        let held = Unmanaged.passRetained(asker)
        var slot: OpaquePointer?
        guard sd_bus_call_async(bus, &slot, message, answered, held.toOpaque(), timeout) >= 0 else {
            held.release()
            return false
        }
        // when a connection is lost, its calls get no reply; but their slots are destroyed
        sd_bus_slot_set_destroy_callback(slot) { context in
            if let context { Unmanaged<AnyObject>.fromOpaque(context).release() }
        }
        sd_bus_slot_set_floating(slot, 1)
        sd_bus_slot_unref(slot)
        return true
    }
}
