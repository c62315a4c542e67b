internal import InputMethod

extension ClientProfile {
    /// Creates the profile of a client of IBus.
    ///
    /// - Parameters:
    ///   - name: The name that the client gave to IBus, perhaps followed by ":" and the program's name; nil: unknown.
    ///   - isKeySynchronous: Whether the client has IBUS_CAP_SYNC_PROCESS_KEY, as GTK's modules and IBus's Wayland input method do.
    ///   - reportsText: Whether the client has IBUS_CAP_SURROUNDING_TEXT.
    init(ibusClient name: String?, isKeySynchronous: Bool, reportsText: Bool, isX11: Bool) {
        let program = name?.split(separator: ":").last ?? ""
        self =
            switch name {
            case "wayland": .plasma
            case nil where isKeySynchronous: .silentGTKModule
            case _ where isKeySynchronous && !reportsText: .silentGTKModule
            case _ where isKeySynchronous: program.hasPrefix("firefox") || program.hasPrefix("thunderbird") ? .firefoxGTKModule : .gtkModule
            case "QIBusInputContext": .qtModule
            case "gnome-shell": .gnomeShell
            // on X11, only GTK's modules and Qt's report text
            case nil where isX11 && reportsText: .qtModule
            default: .otherIBusClient
            }
    }
}
