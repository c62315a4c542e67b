internal import Ink
internal import Tablet

/// The hardware that udev has found: open, closed, and not to be read. Loop thread only.
final class HardwareRegistry {
    let devices: DeviceRegistry
    /// Live devices by their sysfs path.
    var discovered: [String: (device: DiscoveredDevice, id: DeviceID)] = [:]
    /// Devices of seats whose devices are not read, by their sysfs path: plugged in meanwhile, and never opened.
    var unopened: [String: DiscoveredDevice] = [:]
    /// Devices that udev knows and that may be read, by their sysfs path; not all of them are.
    var present: [String: DiscoveredDevice] = [:]

    init(devices: DeviceRegistry) { self.devices = devices }

    /// Handles a device that cannot be read any more. udev reports it a little later: until the device comes again it must not be opened.
    func unplugged(_ id: DeviceID) {
        if let syspath = discovered.first(where: { $0.value.id == id })?.key { present[syspath] = nil }
    }

    /// Forgets a device whose session has ended.
    func removed(_ id: DeviceID) { discovered = discovered.filter { $0.value.id != id } }

    /// The seats that hardware is on, open or not.
    var seats: Set<String> { Set(discovered.values.map(\.device.seat)).union(unopened.values.map(\.seat)) }

    /// Returns the hardware of a seat that was opened once, in order of arrival.
    func sessions(of seat: String) -> [DeviceSession] {
        discovered.values.filter { $0.device.seat == seat }.compactMap { devices[$0.id] }.sorted { $0.id.value < $1.id.value }
    }

    /// Returns the number of devices of a seat that wait to be opened.
    func unopened(on seat: String) -> Int { unopened.values.count { $0.seat == seat } }

    /// Returns the hardware of a device; nil for a replayed one.
    func device(_ id: DeviceID) -> DiscoveredDevice? { discovered.values.first { $0.id == id }?.device }
}
