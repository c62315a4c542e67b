internal import InkProtocol
internal import Logging
internal import Synchronization
internal import System

/// The state that the loop and all workspaces share. Every piece guards itself, and none is held while anything grows with content.
final class SharedState: Sendable {
    let logger: Logger
    let access: Access
    /// The installed models, and those in use by editors.
    let models: ModelDirectory
    /// The editors of all workspaces, and the clients that watch them.
    let editors: EditorDirectory
    /// Each user's packages on disk.
    let packages: PackageStores
    let recogniser: RecogniserThread
    let usage: ResourceUsage
    /// What clients and devices can have the journal say.
    let notices: Notices
    private let current: Mutex<Settings>

    init(
        settings: Settings, access: Access, models: ModelDirectory, packages: PackageStores, recogniser: RecogniserThread, logger: Logger
    ) {
        current = Mutex(settings)
        self.access = access
        self.models = models
        self.packages = packages
        self.recogniser = recogniser
        self.logger = logger
        notices = Notices(logger, limit: settings.quotas.notices) { MonotonicClock.microseconds }
        editors = EditorDirectory()
        usage = ResourceUsage(settings.quotas)
    }

    /// The settings as they were read last.
    var settings: Settings { current.withLock { $0 } }

    /// Takes over settings that were read again.
    func use(_ settings: Settings) {
        current.withLock { $0 = settings }
        let quotas = settings.quotas
        usage.memory.resize(limit: quotas.contentMemory << 20, exportLimit: quotas.exportMemory << 20)
        packages.use(settings.quotas)
        notices.use(limit: settings.quotas.notices)
    }

    /// Logs a line that a user has caused, unless there were too many.
    func notice(_ level: Logger.Level, causedBy user: UInt32, _ line: @autoclosure () -> String) {
        notices.log(level, about: access.isMember(user) ? .user(user) : .strangers, line())
    }
}
