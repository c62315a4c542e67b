internal import CLibudev
internal import Glibc

/// Watches for pens, touch devices and pads through udev.
///
/// It listens to udev and not to the kernel, whose message comes before the node has its permissions. Listening begins before
/// the devices there are get listed, so none is missed; one that shows up both ways is announced once.
public final class DeviceMonitor {
    /// The descriptor to poll for reading.
    public let fileDescriptor: Int32
    private let udev: OpaquePointer
    private let monitor: OpaquePointer
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

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    /// The devices added and removed since the last call; the first call lists all that are there. Does not wait.
    ///
    /// Call it once at the start and then whenever the descriptor is readable.
    public func pending() -> [DeviceChange] {
        var changes: [DeviceChange] = []
        while true {
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
