internal import Glibc
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import System
internal import Tablet

/// The daemon's statistics about itself, for clients that request them. Contains numbers and times, never written content. Loop thread
/// only.
final class StatisticsHub {
    private let loop: EventLoop
    private let shared: SharedState
    private let clients: ClientHub
    private let devices: DeviceRegistry
    private let recorders: RecorderServer
    private let models: ModelServer
    /// The start of the daemon, in microseconds of CLOCK_MONOTONIC.
    private let start = MonotonicClock.microseconds

    /// Maximum number of users in one reply.
    private static let mostUsers = 64
    /// Microseconds within which the threads of users' packages must answer; later answers are left out.
    private static let patience: UInt64 = 200_000

    init(
        loop: EventLoop, shared: SharedState, clients: ClientHub, devices: DeviceRegistry, recorders: RecorderServer, models: ModelServer
    ) {
        self.loop = loop
        self.shared = shared
        self.clients = clients
        self.devices = devices
        self.recorders = recorders
        self.models = models
    }

    /// Returns the statistics that a caller may see: of the devices that the caller may use, and of the caller's own resources. Root and
    /// the daemon's user see the resources of all users.
    func reply(to caller: Caller) async -> DevicesInterface.Statistics.Reply {
        let user = shared.access.isPrivileged(caller.user) ? nil : caller.user
        let quotas = await quotas(of: user)
        return .init(
            uptime: Int(clamping: (MonotonicClock.microseconds - start) / 1_000_000), memory: Self.residentMemory,
            devices: devices(for: caller.user), queues: clients.statistics(of: user), recogniser: recognizer(of: user), quotas: quotas)
    }

    private func devices(for user: UInt32) -> [DevicesInterface.DeviceStatistics] {
        let now = loop.now
        return devices.sessions.values.filter { devices.mayUse($0, user) }.sorted { $0.id.value < $1.id.value }.map { session in
            let meter = session.meter
            return .init(
                id: Int(session.id.value), name: session.identity.name, frames: meter.frames, events: meter.events,
                rate: meter.rate(at: now), drops: meter.drops, latency: DevicesInterface.Durations(meter.latency),
                strays: session.identity.role == .pen ? session.strays : nil)
        }
    }

    private func recognizer(of user: UInt32?) -> [DevicesInterface.RecogniserStatistics] {
        shared.recognizer.shares(of: user).sorted { $0.key < $1.key }.map { user, share in
            .init(
                user: Int(user), lines: share.times.flatMap { DevicesInterface.Durations($0) }, waiting: share.waiting.lines,
                requests: share.waiting.requests, leftOut: share.leftOut)
        }
    }

    // MARK: Quotas

    private func quotas(of user: UInt32?) async -> [DevicesInterface.QuotaUse] {
        let (connections, streams) = (clients.connectionCounts, shared.usage.streamCounts)
        let (editors, transfers) = (shared.editors.created, shared.usage.transfers.byUser)
        var users = user.map { [$0] } ?? []
        if user == nil {
            let all = Set(connections.keys).union(streams.keys).union(editors.keys).union(transfers.keys).union(shared.packages.users)
            users = Array(all.sorted().prefix(Self.mostUsers))
        }
        let packages = await packages(of: users)
        let settings = shared.settings
        var uses: [DevicesInterface.QuotaUse] = []
        for user in users {
            for name in Quotas.Name.allCases {
                let used: Int? =
                    switch name {
                    case .disk: packages[user]?.disk
                    case .packages: packages[user]?.packages
                    case .openPackages: packages[user]?.open
                    case .editors: editors[user] ?? 0
                    case .connections: connections[user] ?? 0
                    case .watches: streams[user] ?? 0
                    case .annotations: recorders.annotationLevel(of: user)
                    case .transfers: transfers[user]?.count ?? 0
                    case .transferSize: transfers[user]?.bytes ?? 0
                    case .models: models.bytes(of: user)
                    }
                let limit = name == .connections ? clients.connectionLimit(settings) : settings.quotas.limit(of: name)
                uses.append(.init(user: Int(user), quota: name.setting, used: used, limit: limit))
            }
            uses.append(
                .init(
                    user: Int(user), quota: "quotas.notices", used: shared.notices.count(of: .user(user)),
                    limit: settings.quotas.notices))
        }
        if user == nil {
            let (memory, exports) = (shared.usage.memory.use, shared.usage.memory.useByExports)
            uses.append(.init(quota: "quotas.contentMemory", used: memory.used, limit: memory.limit))
            uses.append(.init(quota: "quotas.exportMemory", used: exports.used, limit: exports.limit))
        }
        return uses
    }

    /// Returns the usage of users' packages, for the threads that answer in time.
    private func packages(of users: [UInt32]) async -> [UInt32: PackageUse] {
        let measurement = PackageMeasurement()
        let timer = try? loop.timer { measurement.end() }
        // without a timer this might wait forever
        guard let timer else { return [:] }
        timer.fire(at: loop.now &+ Self.patience)
        defer { timer.disable() }
        return await measurement.gather(of: users, from: shared.packages)
    }

    /// Bytes of memory that the process uses; 0 where the kernel does not report it.
    private static var residentMemory: Int {
        guard let text = try? WholeFile.read("/proc/self/statm", limit: 256) else { return 0 }
        let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }
}

extension DevicesInterface.Durations {
    /// Creates the summary of a histogram; nil if nothing was measured.
    init?(_ histogram: LatencyHistogram) {
        guard histogram.count > 0 else { return nil }
        self.init(
            count: histogram.count, p50: Int(clamping: histogram.percentile(50)), p99: Int(clamping: histogram.percentile(99)),
            max: Int(clamping: histogram.longest))
    }
}
