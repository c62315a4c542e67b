internal import InkProtocol
package import Logging
internal import Synchronization
internal import System

/// The state shared by the loop and all workspaces. Each member has its own lock, which is not held during work that grows with content.
package final class SharedState: Sendable {
    /// The daemon's log.
    package let logger: Logger
    /// The rights of users.
    package let access: Access
    /// The installed models, and those in use by editors.
    package let models: ModelDirectory
    /// The editors of all workspaces, and the clients that watch them.
    package let editors: EditorDirectory
    /// The sessions of input methods.
    package let textSessions = TextSessionDirectory()
    /// Each user's packages on disk.
    package let packages: PackageStores
    /// The thread of the recognizer.
    package let recognizer: RecognizerThread
    /// The use of shared resources by users.
    package let usage: ResourceUsage
    /// Journal lines that clients and devices cause.
    package let notices: Notices
    private let current: Mutex<Settings>

    /// Creates the state of a daemon that starts.
    /// - Throws: `DaemonError.system` if the kernel grants no descriptor.
    package convenience init(settings: Settings, access: Access, logger: Logger) throws(DaemonError) {
        let folders = PackageFolders(state: settings.state, temporary: settings.temporary, runtime: settings.runtime)
        self.init(
            settings: settings, access: access, models: ModelDirectory(),
            packages: PackageStores(folders: folders, quotas: settings.quotas), recognizer: try RecognizerThread(), logger: logger)
    }

    init(
        settings: Settings, access: Access, models: ModelDirectory, packages: PackageStores, recognizer: RecognizerThread, logger: Logger
    ) {
        current = Mutex(settings)
        self.access = access
        self.models = models
        self.packages = packages
        self.recognizer = recognizer
        self.logger = logger
        notices = Notices(logger, limit: settings.quotas.notices) { MonotonicClock.microseconds }
        editors = EditorDirectory()
        usage = ResourceUsage(settings.quotas)
    }

    /// The settings as they were last read.
    package var settings: Settings { current.withLock { $0 } }

    /// Applies settings that were read again.
    package func use(_ settings: Settings) {
        current.withLock { $0 = settings }
        let quotas = settings.quotas
        usage.memory.resize(limit: quotas.contentMemory << 20, exportLimit: quotas.exportMemory << 20)
        packages.use(settings.quotas)
        notices.use(limit: settings.quotas.notices)
    }

    /// Logs a line caused by a user, unless there were too many.
    package func notice(_ level: Logger.Level, causedBy user: UInt32, _ line: @autoclosure () -> String) {
        notices.log(level, about: access.isMember(user) ? .user(user) : .strangers, line())
    }
}
