internal import CLibsystemd
internal import DBus
internal import Glibc
internal import System

/// The connection to IBus, in both directions. For use by one thread that waits with `poll`.
final class Bus {
    let connection: BusConnection
    private let answer: Handler

    /// A handler of calls; it returns the reply, or nil if there is no such method.
    final class Handler {
        var body: (BusMessage) throws(BusError) -> Answer? = { _ throws(BusError) in nil }
    }

    /// A closure that writes the reply, once the message exists.
    typealias Answer = BusMessage.Body

    init(address: String) throws(BusError) {
        answer = Handler()
        connection = try BusConnection(address: address)
        // a filter instead of an object: IBus sends its calls without a destination, and sd-bus does not dispatch those to objects
        let context = Unmanaged.passUnretained(answer).toOpaque()
        try check(sd_bus_add_filter(connection.pointer, nil, Self.filter, context), "listening")
    }

    /// Offers the service to IBus.
    func serve(
        as name: String, _ body: @escaping (BusMessage) throws(BusError) -> Answer?
    ) throws(IBusError) {
        answer.body = body
        let result = sd_bus_request_name(connection.pointer, name, 0)
        if result == -EEXIST || result == -EALREADY { throw .alreadyRunning }
        do throws(BusError) {
            try check(result, "requesting the name \(name)")
        } catch {
            throw .bus(error)
        }
    }

    /// Sends a signal. Errors appear when the bus is next processed.
    func signal(_ path: String, _ interface: String, _ member: String, _ body: Answer) throws(BusError) {
        var message: OpaquePointer?
        try check(sd_bus_message_new_signal(connection.pointer, &message, path, interface, member), "creating \(member)")
        guard let message else { return }
        let signal = BusMessage(adopting: message)
        try body(signal)
        try check(sd_bus_send(connection.pointer, signal.pointer, nil), "sending \(member)")
    }

    /// Flushes the sent messages.
    func flush() { sd_bus_flush(connection.pointer) }

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

/// Errors between this program and IBus.
enum IBusError: Error, CustomStringConvertible {
    case noAddress
    case alreadyRunning
    case bus(BusError)

    var description: String {
        switch self {
        case .noAddress: "IBus is not running in this session. Start it (ibus-daemon -drx), or set IBUS_ADDRESS; `ibus address` prints it."
        case .alreadyRunning: "another ibus-engine-inkd already serves this IBus; IBus starts it automatically"
        case .bus(let error): error.description
        }
    }
}

/// The address on which IBus listens, found as its clients do (ibusshare.c, `ibus_get_address`).
enum IBusAddress {
    static func current() throws(IBusError) -> String {
        if let address = variable("IBUS_ADDRESS") { return address }
        guard let machine = machineID() else { throw .noAddress }
        let folder = (variable("XDG_CONFIG_HOME") ?? (variable("HOME") ?? "") + "/.config") + "/ibus/bus/"
        let displays = displayNames(wayland: variable("WAYLAND_DISPLAY"), x11: variable("DISPLAY"))
        for display in displays {
            if let address = contents(of: folder + "\(machine)-\(display)").flatMap(address(in:)) { return address }
        }
        throw .noAddress
    }

    /// Returns the part of the file names after the machine ID: the host (unix for the same machine) and the display.
    static func displayNames(wayland: String?, x11: String?) -> [String] {
        var names: [String] = []
        if let wayland { names.append("unix-" + wayland) }
        if let x11, let colon = x11.lastIndex(of: ":") {
            let host = x11[..<colon].isEmpty ? "unix" : String(x11[..<colon])
            names.append("\(host)-\(x11[x11.index(after: colon)...].prefix { $0 != "." })")
        }
        return names
    }

    /// Returns the address in the text of such a file of IBus.
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
        // the file has only a few lines
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
