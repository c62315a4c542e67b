package import InkProtocol
internal import Synchronization

/// The limits of the resources of one user. `config/inkd.yaml` explains each.
public struct Quotas: Sendable, Equatable {
    /// MiB of packages on disk.
    public var disk = 200
    /// Number of packages.
    public var packages = 1000
    /// Number of packages open at a time.
    public var openPackages = 32
    /// Number of editors of a user's clients at a time.
    public var editors = 32
    /// Number of connections at a time.
    public var connections = 32
    /// Number of streams at a time: watches, replays, installs.
    public var watches = 24
    /// MiB that calls, files and exports of all users may use at a time.
    public var contentMemory = 256
    /// MiB of `contentMemory` that the exports of all users may use at a time.
    public var exportMemory = 256
    /// KiB per second of annotations in recordings.
    public var annotations = 64
    /// Lines per minute in the journal that a user's calls may cause.
    public var notices = 20
    /// Number of transfers of a user's connections at a time.
    public var transfers = 4
    /// MiB of all of a user's transfers.
    public var transferSize = 64
    /// MiB of a user's own installed models.
    public var models = 64

    /// The defaults.
    public init() {}

    /// A quota of one user.
    package enum Name: String, CaseIterable {
        case disk, packages, openPackages, editors, connections, watches, annotations, transfers, transferSize, models

        /// The quota's key in the configuration, which is also its name for clients.
        package var setting: String { "quotas.\(rawValue)" }
    }

    /// Returns the limit for one user: bytes, or a count.
    package func limit(of name: Name) -> Int {
        switch name {
        case .disk: disk << 20
        case .packages: packages
        case .openPackages: openPackages
        case .editors: editors
        case .connections: connections
        case .watches: watches
        case .annotations: annotations << 10
        case .transfers: transfers
        case .transferSize: transferSize << 20
        case .models: models << 20
        }
    }

    /// Checks whether a request exceeds a quota.
    /// - Parameter used: the amount used without the request; for `disk`, `models` and `transferSize`, the bytes including the request.
    /// - Throws: `ClientInterface.QuotaExceeded` naming the quota, the used amount, the limit and the remedy.
    package func check(_ name: Name, used: Int) throws(ClientInterface.QuotaExceeded) {
        let limit = limit(of: name)
        let remedy =
            switch name {
            case .disk: "delete packages or parts you do not need"
            case .packages: "delete packages you do not need"
            case .openPackages: "close packages you do not need"
            case .editors: "close editors you do not need"
            case .connections: "close connections you do not need"
            case .watches: "end watches you do not need"
            case .annotations: "send fewer or shorter annotations a second"
            case .transfers: "end transfers you do not need"
            case .transferSize: "end transfers you do not need, or send less at once"
            case .models: "remove models you do not need"
            }
        let isAmount =
            switch name {
            case .disk, .annotations, .transferSize, .models: true
            case .packages, .openPackages, .editors, .connections, .watches, .transfers: false
            }
        let isExceeded = isAmount ? used > limit : used >= limit
        guard !isExceeded else {
            let setting = name.setting
            throw .init(quota: setting, used: used, limit: limit, remedy: "\(remedy), or ask an administrator to raise \(setting)")
        }
    }
}

extension ClientInterface.QuotaExceeded {
    /// The explanation for users.
    var explanation: String { "\(quota) is \(limit), and \(used) would be needed: \(remedy)" }
}

/// Use of shared resources that must be known on every thread.
package final class ResourceUsage: Sendable {
    /// The memory used by calls and replies.
    package let memory: ContentMemory
    /// The disk space used by transfers.
    package let transfers = TransferUsage()
    private let streams = Mutex<[UInt32: Int]>([:])

    init(_ quotas: Quotas) { memory = ContentMemory(limit: quotas.contentMemory << 20, exportLimit: quotas.exportMemory << 20) }

    /// - Throws: `QuotaExceeded` if the user has the maximum number of streams.
    func checkStreams(of user: UInt32, _ quotas: Quotas) throws(ClientInterface.QuotaExceeded) {
        try quotas.check(.watches, used: streams.withLock { $0[user] ?? 0 })
    }

    /// The number of streams of each user.
    package var streamCounts: [UInt32: Int] { streams.withLock { $0 } }

    /// Counts a stream that has begun.
    package func streamBegan(of user: UInt32) { streams.withLock { $0[user, default: 0] += 1 } }

    /// Removes an ended stream from the count.
    package func streamEnded(of user: UInt32) {
        streams.withLock { streams in
            guard let count = streams[user] else { return }
            streams[user] = count > 1 ? count - 1 : nil
        }
    }
}
