internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import Tablet
internal import Varlink

/// org.inkd.Devices. Loop thread only.
final class DevicesServer: DevicesService {
    private let clients: ClientHub
    private let devices: DeviceHub
    private let statistics: StatisticsHub

    init(clients: ClientHub, devices: DeviceHub, statistics: StatisticsHub) {
        self.clients = clients
        self.devices = devices
        self.statistics = statistics
    }

    func list(_ parameters: DevicesInterface.List.Parameters, for caller: Caller) -> DevicesInterface.List.Reply {
        .init(devices: devices.messages(for: caller.user), seats: devices.seatMessages(for: caller.user))
    }

    func statistics(
        _ parameters: DevicesInterface.Statistics.Parameters, for caller: Caller
    ) async -> DevicesInterface.Statistics.Reply {
        await statistics.reply(to: caller)
    }

    func watch(
        _ parameters: DevicesInterface.Watch.Parameters, for caller: Caller, to stream: ReplyStream<DevicesInterface.Watch>
    ) {
        clients.begin(.devices, caller)
        if let client = clients[caller.id] { devices.publishPresent(to: client) }
    }
}

/// org.inkd.Pointer. Loop thread only.
final class PointerServer: PointerService {
    private let clients: ClientHub
    private let registry: DeviceRegistry
    private let devices: DeviceHub

    init(clients: ClientHub, registry: DeviceRegistry, devices: DeviceHub) {
        self.clients = clients
        self.registry = registry
        self.devices = devices
    }

    func watch(
        _ parameters: PointerInterface.Watch.Parameters, for caller: Caller, to stream: ReplyStream<PointerInterface.Watch>
    ) throws {
        if let number = parameters.device {
            guard let session = UInt32(exactly: number).flatMap({ registry[DeviceID($0)] }) else {
                throw PointerInterface.NoSuchDevice(device: number)
            }
            guard registry.mayUse(session, caller.user) else { throw ServiceInterface.PermissionDenied() }
        }
        clients.begin(.pointers(parameters.device.map { DeviceID(UInt32(clamping: $0)) }), caller)
        if let client = clients[caller.id] { devices.publishPresentPauses(to: client) }
    }
}
