internal import CLibsystemd
internal import Glibc

/// An sd-bus connection, for use by one thread that waits with `poll`.
public final class BusConnection {
    /// The pointer for sd-bus functions, owned by this object.
    public private(set) var pointer: OpaquePointer?

    /// Begins to connect.
    /// - Parameter address: The bus address; nil for the user's session bus.
    public init(address: String?) throws(BusError) {
        guard let address else {
            try check(sd_bus_open_user(&pointer), "connecting to the session's bus")
            return
        }
        try check(sd_bus_new(&pointer), "creating a bus connection")
        try check(sd_bus_set_address(pointer, address), "setting the address \(address)")
        try check(sd_bus_set_bus_client(pointer, 1), "becoming a bus client")
        try check(sd_bus_start(pointer), "connecting to the bus at \(address)")
    }

    deinit {
        // flushing a connection that is not ready yet would block
        if sd_bus_is_ready(pointer) > 0 { sd_bus_flush_close_unref(pointer) } else { sd_bus_close_unref(pointer) }
    }

    /// The descriptor for `poll`.
    public var fileDescriptor: Int32 { sd_bus_get_fd(pointer) }
    /// The events to poll for.
    public var events: Int16 { Int16(truncatingIfNeeded: max(0, sd_bus_get_events(pointer))) }

    /// Handles received messages. Returns false when the connection to the bus is lost.
    public func process() -> Bool {
        while true {
            let result = sd_bus_process(pointer, nil)
            if result < 0 { return false }
            if result == 0 { return true }
        }
    }

    /// Milliseconds until `process` must be called; -1 for never.
    public var timeout: Int32 {
        var due: UInt64 = 0
        guard sd_bus_get_timeout(pointer, &due) > 0, due != .max else { return -1 }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let now = UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
        return due > now ? Int32(clamping: (due - now) / 1000 + 1) : 0
    }
}
