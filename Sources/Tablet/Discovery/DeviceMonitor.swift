internal import CLibudev
internal import Glibc

/// Watches for pen and touch devices through udev.
///
/// It listens to udev and not to the kernel, whose message comes before the node has its permissions. Listening begins before
/// the devices there are get listed, so none is missed; one that shows up both ways is announced once.
///
/// A process without a network cannot listen by itself: udev's messages are those of a network namespace. It is handed a socket that was made
/// outside. Then a message only says that the list is to be read again; libudev takes no socket of others.
public final class DeviceMonitor {
    /// The descriptor to poll for reading.
    public let fileDescriptor: Int32
    private let udev: OpaquePointer
    /// nil where a socket was handed over.
    private let monitor: OpaquePointer?
    private let database = TabletDatabase()
    /// The seat of every device that was announced, by its place in sysfs.
    private var known: [String: String] = [:]
    private var mustList = true

    /// Begins to listen.
    public init() throws(TabletError) {
        guard let udev = udev_new() else { throw .cannotDiscover(step: "udev_new", errno: errno) }
        guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
            let code = errno
            udev_unref(udev)
            throw .cannotDiscover(step: "udev_monitor_new_from_netlink", errno: code)
        }
        var result = udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
        if result >= 0 { result = udev_monitor_enable_receiving(monitor) }
        guard result >= 0 else {
            udev_monitor_unref(monitor)
            udev_unref(udev)
            throw .cannotDiscover(step: "udev_monitor_enable_receiving", errno: -result)
        }
        self.udev = udev
        self.monitor = monitor
        fileDescriptor = udev_monitor_get_fd(monitor)
    }

    /// Begins to listen on a socket of udev's messages (NETLINK_KOBJECT_UEVENT, group 2) that somebody else has made, and keeps.
    public init(socket: Int32) throws(TabletError) {
        guard let udev = udev_new() else { throw .cannotDiscover(step: "udev_new", errno: errno) }
        let flags = fcntl(socket, F_GETFL)
        guard flags >= 0, fcntl(socket, F_SETFL, flags | O_NONBLOCK) == 0 else {
            let code = errno
            udev_unref(udev)
            throw .cannotDiscover(step: "taking over a socket", errno: code)
        }
        self.udev = udev
        monitor = nil
        fileDescriptor = socket
    }

    deinit {
        if let monitor { udev_monitor_unref(monitor) }
        udev_unref(udev)
    }

    /// The devices added and removed since the last call; the first call lists all that are there. Does not wait.
    ///
    /// Call it once at the start and then whenever the descriptor is readable.
    public func pending() -> [DeviceChange] {
        var changes: [DeviceChange] = []
        if monitor == nil, drainSocket() { mustList = true }
        while let monitor {
            errno = 0
            if let device = udev_monitor_receive_device(monitor) {
                defer { udev_device_unref(device) }
                consider(device, &changes)
            } else if errno == ENOBUFS {
                // Messages were lost: only a new list tells what changed.
                mustList = true
            } else if errno != EINTR {
                break
            }
        }
        if mustList {
            mustList = false
            list(&changes)
        }
        return changes
    }

    /// Takes all messages that wait on the socket that was handed over.
    /// - Returns: whether an input device may be concerned. Who has sent them does not matter: what is there is read from udev's database.
    private func drainSocket() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer in
            var isConcerned = false
            for _ in 0..<Self.messagesPerTurn {
                let count = recv(fileDescriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
                if count < 0, errno == EINTR { continue }
                // messages were lost
                if count < 0, errno == ENOBUFS {
                    isConcerned = true
                    continue
                }
                guard count > 0 else { break }
                isConcerned = isConcerned || Self.concernsInput(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
            return isConcerned
        }
    }

    private static let messagesPerTurn = 256

    /// Whether a message of udev's is about an input device: properties are `KEY=value`, each ended by a NUL.
    static func concernsInput(_ message: UnsafeRawBufferPointer) -> Bool {
        message.split(separator: 0).contains { $0.elementsEqual("SUBSYSTEM=input".utf8) }
    }

    private func consider(_ device: OpaquePointer, _ changes: inout [DeviceChange]) {
        guard let syspath = UdevDevice.text(udev_device_get_syspath(device)) else { return }
        if UdevDevice.text(udev_device_get_action(device)) == "remove" {
            if known.removeValue(forKey: syspath) != nil { changes.append(.removed(syspath: syspath)) }
        } else if let found = DiscoveredDevice(device, database), known[syspath] != found.seat {
            // one that was given to another seat is a new device there
            if known.updateValue(found.seat, forKey: syspath) != nil { changes.append(.removed(syspath: syspath)) }
            changes.append(.added(found))
        }
    }

    private func list(_ changes: inout [DeviceChange]) {
        guard let enumeration = udev_enumerate_new(udev) else { return }
        defer { udev_enumerate_unref(enumeration) }
        udev_enumerate_add_match_subsystem(enumeration, "input")
        udev_enumerate_add_match_sysname(enumeration, "event*")
        udev_enumerate_add_match_is_initialized(enumeration)
        udev_enumerate_scan_devices(enumeration)
        var present: [String] = []
        var entry = udev_enumerate_get_list_entry(enumeration)
        while let current = entry {
            if let syspath = UdevDevice.text(udev_list_entry_get_name(current)) { present.append(syspath) }
            entry = udev_list_entry_get_next(current)
        }
        for syspath in Set(known.keys).subtracting(present).sorted() {
            known[syspath] = nil
            changes.append(.removed(syspath: syspath))
        }
        // those that are known may have been given to another seat
        for syspath in present.sorted() {
            guard let device = udev_device_new_from_syspath(udev, syspath) else { continue }
            defer { udev_device_unref(device) }
            consider(device, &changes)
        }
    }
}
