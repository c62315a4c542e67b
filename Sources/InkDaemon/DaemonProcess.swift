internal import Dispatch
internal import Glibc
public import InkLoop
public import InkWorkspace
internal import Logging
internal import System

/// Runs a daemon for the lifetime of the process.
public enum DaemonProcess {
    /// Blocks the signals that the loop handles, in the calling thread and all threads it creates. Call it before any other thread
    /// exists.
    public static func blockSignals() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Makes the allocator return freed memory to the system. Call it before any other thread exists.
    public static func returnFreedMemory() { Heap.returnFreedMemory() }

    /// Runs the program's body, and waits until it is done. An `async` main is not used: libdispatch would park the main thread with all
    /// signals unblocked, so that any signal would end the process, and would wake another thread every second.
    /// - Throws: `DaemonError` if no thread can be started.
    public static func wait(for body: @escaping @Sendable () async -> Void) throws(DaemonError) {
        let isDone = DispatchSemaphore(value: 0)
        do throws(SystemError) {
            Task.detached(executorPreference: try TaskThread(name: "inkd-main")) {
                await body()
                isDone.signal()
            }
        } catch {
            throw DaemonError(error)
        }
        isDone.wait()
    }

    /// Serves on a separate thread until a signal or a finished replay ends it.
    /// - Throws: `DaemonError` if it cannot start, or fails.
    public static func run(_ settings: Settings, _ loader: SettingsLoader, _ replays: [Replay]) async throws(DaemonError) {
        let result: Result<Void, DaemonError> = await withCheckedContinuation { continuation in
            do throws(SystemError) {
                try startThread(named: "inkd-loop") {
                    do throws(DaemonError) {
                        continuation.resume(returning: .success(try serve(settings, loader, replays)))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
            } catch {
                continuation.resume(returning: .failure(DaemonError(error)))
            }
        }
        try result.get()
    }

    private static func serve(_ settings: Settings, _ loader: SettingsLoader, _ replays: [Replay]) throws(DaemonError) {
        var logger = Logger(label: "inkd") { _ in JournalLogHandler() }
        logger.logLevel = settings.logLevel
        let loop = try EventLoop()
        for replay in replays {
            for sentence in replay.leftOut { logger.warning("\(replay.path): \(sentence)") }
        }
        let daemon = try Daemon(loop: loop, settings: settings, replays: replays, logger: logger)
        let files = try granted(try TaskThread(name: "settings"))
        let reload = try loop.onSignal(SIGHUP) {
            daemon.assumeIsolated { $0.notifyReloading() }
            // files are read off the loop; the result comes back by `post`
            Task.detached(executorPreference: files) {
                let result: Result<Settings, DaemonError>
                do throws(DaemonError) { result = .success(try loader.loadWithQuirks()) } catch { result = .failure(error) }
                loop.post { daemon.assumeIsolated { $0.reloaded(result) } }
            }
        }
        try daemon.start()
        try loop.run()
        withExtendedLifetime(reload) {}
        if let problem = daemon.assumeIsolated({ $0.replayProblem }) { throw problem }
    }
}
