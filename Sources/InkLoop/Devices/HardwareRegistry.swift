internal import Ink
internal import Tablet

/// The hardware that udev has found: open devices, closed devices, and devices that must not be read. Loop thread only.
final class HardwareRegistry {
    let devices: DeviceRegistry
    /// The devices that have a session, by sysfs path. Some of them are closed.
    var discovered: [String: (device: DiscoveredDevice, id: DeviceID)] = [:]
    /// The devices that were plugged in while their seat's devices were not read, by sysfs path. They have never been opened.
    var unopened: [String: DiscoveredDevice] = [:]
    /// Devices that udev reports and that may be read, by sysfs path; some of them are not read.
    var present: [String: DiscoveredDevice] = [:]

    init(devices: DeviceRegistry) { self.devices = devices }

    /// Handles a device whose node can no longer be read. udev reports the removal a little later. Until the device is plugged in again, it
    /// must not be opened.
    func unplugged(_ id: DeviceID) {
        if let syspath = discovered.first(where: { $0.value.id == id })?.key { present[syspath] = nil }
    }

    /// Forgets a device whose session has ended.
    func removed(_ id: DeviceID) { discovered = discovered.filter { $0.value.id != id } }

    /// The seats that hardware is on, open or not.
    var seats: Set<String> { Set(discovered.values.map(\.device.seat)).union(unopened.values.map(\.seat)) }

    /// Returns the sessions of a seat's hardware, in order of arrival.
    func sessions(of seat: String) -> [DeviceSession] {
        discovered.values.filter { $0.device.seat == seat }.compactMap { devices[$0.id] }.sorted { $0.id.value < $1.id.value }
    }

    /// Returns the number of devices of a seat that wait to be opened.
    func unopened(on seat: String) -> Int { unopened.values.count { $0.seat == seat } }

    /// Returns the hardware of a device; nil for a replayed device.
    func device(_ id: DeviceID) -> DiscoveredDevice? { discovered.values.first { $0.id == id }?.device }
}
