internal import Glibc

/// Where IBus listens, as its clients find out (ibusshare.c, `ibus_get_address`).
enum IBusAddress {
    static func current() throws(BusError) -> String {
        if let address = variable("IBUS_ADDRESS") { return address }
        guard let machine = machineID() else { throw .noAddress }
        let folder = (variable("XDG_CONFIG_HOME") ?? (variable("HOME") ?? "") + "/.config") + "/ibus/bus/"
        let displays = displayNames(wayland: variable("WAYLAND_DISPLAY"), x11: variable("DISPLAY"))
        for display in displays {
            if let address = contents(of: folder + "\(machine)-\(display)").flatMap(address(in:)) { return address }
        }
        throw .noAddress
    }

    /// How the files are called after the machine: host, or unix for the same machine, and the display.
    static func displayNames(wayland: String?, x11: String?) -> [String] {
        var names: [String] = []
        if let wayland { names.append("unix-" + wayland) }
        if let x11, let colon = x11.lastIndex(of: ":") {
            let host = x11[..<colon].isEmpty ? "unix" : String(x11[..<colon])
            names.append("\(host)-\(x11[x11.index(after: colon)...].prefix { $0 != "." })")
        }
        return names
    }

    /// The address in such a file.
    static func address(in file: String) -> String? {
        let key = "IBUS_ADDRESS="
        return file.split(separator: "\n").first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
    }

    private static func machineID() -> String? {
        for path in ["/var/lib/dbus/machine-id", "/etc/machine-id"] {
            if let id = contents(of: path)?.split(separator: "\n").first { return String(id) }
        }
        return nil
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func contents(of path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        // such a file has a few lines
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
