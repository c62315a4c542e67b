internal import CLibudev
internal import Glibc

/// Monitors pens, touch devices and pads through udev.
///
/// Listens to udev instead of the kernel, whose message arrives before the node has its permissions. Begins to listen before listing the
/// existing devices, so that no device is missed. A device that is found both ways is reported once.
///
/// udev's messages belong to a network namespace, so a process without a network cannot listen by itself. It receives a socket that was
/// created outside.
public final class DeviceMonitor {
    /// The descriptor to poll for reading.
    public let fileDescriptor: Int32
    private let udev: OpaquePointer
    private let messages: UdevMessages
    private let database = TabletDatabase()
    /// The seat of every announced device, by sysfs path.
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
        messages = .libudev(monitor)
        fileDescriptor = udev_monitor_get_fd(monitor)
    }

    /// Begins to listen for udev's messages (NETLINK_KOBJECT_UEVENT, group 2) on an existing socket. The caller keeps ownership of the
    /// socket.
    ///
    /// Accepts only messages that root has sent to that group, as libudev does. The kernel is asked for the sender of each message.
    public init(socket: Int32) throws(TabletError) {
        guard inkd_netlink_ask_senders(socket) == 0 else { throw .cannotDiscover(step: "SO_PASSCRED", errno: errno) }
        guard let udev = udev_new() else { throw .cannotDiscover(step: "udev_new", errno: errno) }
        self.udev = udev
        messages = .socket(socket)
        fileDescriptor = socket
    }

    deinit {
        if case .libudev(let monitor) = messages { udev_monitor_unref(monitor) }
        udev_unref(udev)
    }

    /// Returns the devices added and removed since the last call, without waiting. The first call returns all existing devices.
    ///
    /// Call it once at the start and then whenever the descriptor is readable.
    public func pending() -> [DeviceChange] {
        var changes: [DeviceChange] = []
        switch messages {
        case .libudev(let monitor): receive(from: monitor, &changes)
        case .socket(let socket): receive(from: socket, &changes)
        }
        if mustList {
            mustList = false
            list(&changes)
        }
        return changes
    }

    private func receive(from monitor: OpaquePointer, _ changes: inout [DeviceChange]) {
        while true {
            errno = 0
            if let device = udev_monitor_receive_device(monitor) {
                defer { udev_device_unref(device) }
                consider(device, &changes)
            } else if errno == ENOBUFS {
                // messages were lost, so the devices must be listed again
                mustList = true
            } else if errno != EINTR {
                return
            }
        }
    }

    private func receive(from socket: Int32, _ changes: inout [DeviceChange]) {
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer in
            while true {
                var from = inkd_netlink_sender()
                let count = inkd_netlink_receive(socket, buffer.baseAddress, buffer.count, &from)
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == ENOBUFS {
                    mustList = true
                    continue
                }
                guard count > 0 else { return }
                guard from.is_cut == 0, UdevSender(from).isUdev else { continue }
                if let message = UdevMessage(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { consider(message, &changes) }
            }
        }
    }

    private func consider(_ message: UdevMessage, _ changes: inout [DeviceChange]) {
        if message.isRemoval {
            if known.removeValue(forKey: message.syspath) != nil { changes.append(.removed(syspath: message.syspath)) }
        } else if let device = udev_device_new_from_syspath(udev, message.syspath) {
            // nil for a device that is already removed: its removal message follows
            defer { udev_device_unref(device) }
            consider(device, &changes)
        }
    }

    private func consider(_ device: OpaquePointer, _ changes: inout [DeviceChange]) {
        guard let syspath = UdevDevice.text(udev_device_get_syspath(device)) else { return }
        if UdevDevice.text(udev_device_get_action(device)) == "remove" {
            if known.removeValue(forKey: syspath) != nil { changes.append(.removed(syspath: syspath)) }
        } else if let found = DiscoveredDevice(device, database), known[syspath] != found.seat {
            // a device that moved to another seat is a new device there
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
        // known devices may have moved to another seat
        for syspath in present.sorted() {
            guard let device = udev_device_new_from_syspath(udev, syspath) else { continue }
            defer { udev_device_unref(device) }
            consider(device, &changes)
        }
    }
}

extension UdevSender {
    fileprivate init(_ sender: inkd_netlink_sender) {
        self.init(groups: sender.groups, user: sender.user == .max ? nil : sender.user)
    }
}
