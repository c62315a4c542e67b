internal import CGtk4

/// The desktop's preference for dark windows, which GTK does not query.
enum DesktopTheme {
    /// The timeout for the portal's answer in milliseconds.
    private static let patience: Int32 = 500

    /// Returns the preference that the desktop's portal reports (`color-scheme` of org.freedesktop.portal.Settings: 0 for no preference, 1
    /// for dark, 2 for light). Returns nil without a running portal, which is not started for this. Blocks: do not call it on the main
    /// thread.
    static func isDark() -> Bool? {
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
        var words: [OpaquePointer?] = [g_variant_new_string("org.freedesktop.appearance"), g_variant_new_string("color-scheme")]
        guard
            let reply = g_dbus_connection_call_sync(
                bus, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "Read",
                g_variant_new_tuple(&words, 2), nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, patience, nil, nil)
        else { return nil }
        return scheme(in: reply).map { $0 == 1 }
    }

    /// Returns the number within a tuple of a variant of a variant; takes ownership of the reply.
    private static func scheme(in reply: OpaquePointer) -> UInt32? {
        var value = reply
        for _ in 0..<3 {
            defer { g_variant_unref(value) }
            guard g_variant_is_container(value) != 0, g_variant_n_children(value) == 1, let child = g_variant_get_child_value(value, 0)
            else {
                return nil
            }
            value = child
        }
        defer { g_variant_unref(value) }
        return g_variant_classify(value) == G_VARIANT_CLASS_UINT32 ? g_variant_get_uint32(value) : nil
    }
}
