internal import CLibsystemd

/// Whether this machine's connection is charged by volume, according to NetworkManager.
public enum MeteredConnection {
    private static let service = "org.freedesktop.NetworkManager"
    /// The timeout for a reply, in microseconds.
    private static let patience: UInt64 = 2_000_000

    /// Returns whether the connection is metered; nil if NetworkManager is not running, or does not know.
    public static func isMetered() -> Bool? {
        switch property() {
        // values of NMMetered: 1 yes, 3 guessed yes; 2 no, 4 guessed no
        case 1, 3: true
        case 2, 4: false
        default: nil
        }
    }

    /// Returns the property `Metered`, a value of NMMetered; nil without a reply.
    private static func property() -> UInt32? {
        var bus: OpaquePointer?
        guard sd_bus_open_system(&bus) >= 0 else { return nil }
        defer { sd_bus_flush_close_unref(bus) }
        var message: OpaquePointer?
        var reply: OpaquePointer?
        guard
            sd_bus_message_new_method_call(
                bus, &message, service, "/org/freedesktop/NetworkManager", "org.freedesktop.DBus.Properties", "Get") >= 0
        else { return nil }
        defer { sd_bus_message_unref(message) }
        // query the service only if it is running, instead of starting it
        sd_bus_message_set_auto_start(message, 0)
        let text = CChar(UInt8(ascii: "s"))
        var value: UInt32 = 0
        guard service.withCString({ sd_bus_message_append_basic(message, text, $0) }) >= 0,
            "Metered".withCString({ sd_bus_message_append_basic(message, text, $0) }) >= 0,
            sd_bus_call(bus, message, patience, nil, &reply) >= 0
        else { return nil }
        defer { sd_bus_message_unref(reply) }
        guard sd_bus_message_enter_container(reply, CChar(UInt8(ascii: "v")), "u") > 0,
            sd_bus_message_read_basic(reply, CChar(UInt8(ascii: "u")), &value) > 0
        else { return nil }
        return value
    }
}
