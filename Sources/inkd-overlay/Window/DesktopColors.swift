internal import CLibsystemd
internal import Glibc

/// The desktop's preference for light or dark colors.
enum DesktopColors {
    /// Whether dark colors are preferred, according to the desktop's portal, or, if the portal reports no preference, according to GTK's
    /// theme in the environment. False without any preference.
    static var areDark: Bool { portal() ?? environment() }

    /// The timeout for a portal's answer in microseconds.
    private static let patience: UInt64 = 500_000

    /// Reads org.freedesktop.portal.Settings: `color-scheme` is 0 for no preference, 1 for dark, 2 for light. Returns nil without a running
    /// portal, which is not started for this.
    private static func portal() -> Bool? {
        var bus: OpaquePointer?
        guard sd_bus_open_user(&bus) >= 0 else { return nil }
        defer { sd_bus_flush_close_unref(bus) }
        var call: OpaquePointer?
        let (service, path, interface) = (
            "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings"
        )
        guard sd_bus_message_new_method_call(bus, &call, service, path, interface, "Read") >= 0 else { return nil }
        defer { sd_bus_message_unref(call) }
        sd_bus_message_set_auto_start(call, 0)
        for argument in ["org.freedesktop.appearance", "color-scheme"] {
            guard sd_bus_message_append_basic(call, CChar(UInt8(ascii: "s")), argument) >= 0 else { return nil }
        }
        var reply: OpaquePointer?
        guard sd_bus_call(bus, call, patience, nil, &reply) >= 0 else { return nil }
        defer { sd_bus_message_unref(reply) }
        // a variant within a variant
        var scheme: UInt32 = 0
        let variant = CChar(UInt8(ascii: "v"))
        guard sd_bus_message_enter_container(reply, variant, "v") > 0, sd_bus_message_enter_container(reply, variant, "u") > 0,
            sd_bus_message_read_basic(reply, CChar(UInt8(ascii: "u")), &scheme) > 0
        else { return nil }
        return scheme == 1
    }

    private static func environment() -> Bool {
        getenv("GTK_THEME").map { String(cString: $0).lowercased().contains("dark") } ?? false
    }
}
