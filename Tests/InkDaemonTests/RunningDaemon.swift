import Dispatch
import Glibc
import Editing
import InkClient
import InkProtocol
import InkTestSupport
import Logging
import PenLog
import Synchronization
import System

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension Duration {
    /// The timeout of tests, long enough for a slow machine.
    static let patience = MachineSpeed.scaled(.seconds(60))
}

/// A daemon in this process, on a thread of its own, with a socket in a folder of its own. It never reads the machine's hardware.
///
/// Stops when this object goes.
final class RunningDaemon: Sendable {
    let folder: TemporaryFolder
    let socket: String
    private let loop: EventLoop
    private let daemon: Daemon
    private let hasEnded: DispatchSemaphore

    /// When a test gives up on the loop, which may have ended.
    private static var patience: DispatchTime { .now() + .seconds(Int(Duration.patience.components.seconds)) }

    /// A daemon that serves already.
    /// - Parameters:
    ///   - recordings: the replayed devices; with none there are no devices. `play` plays them.
    ///   - rounds: how often they are played.
    ///   - ends: the daemon ends when all is played and read.
    ///   - steps: each line that can be read here lets one more visit of the pen be played.
    ///   - model: without one nothing is read.
    ///   - login: whose sessions there are; logind's unless a test makes its own.
    ///   - logger: has what goes to the journal.
    init(
        _ recordings: [Recording] = [], speed: Double = 1, rounds: Int? = 1, ends: Bool = false, steps: Int32? = nil,
        model: String = "/nowhere/none.safetensors", login: LoginSessions? = .available,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        _ change: (inout Settings) -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder()
        socket = folder.path + "/inkd"
        var settings = Settings()
        settings.socket = socket
        settings.model = model
        settings.models = folder.path + "/models"
        settings.state = folder.path + "/state"
        settings.runtime = folder.path + "/runtime"
        change(&settings)
        var options = ReplayOptions()
        options.speed = speed
        options.rounds = rounds
        options.waitsForClient = true
        options.endsDaemon = ends
        options.steps = steps
        // a replay of nothing keeps hardware out
        let replays = (recordings.isEmpty ? [Recording(devices: [])] : recordings).map { [options] in
            Replay(recording: $0, options: options)
        }
        let hasStarted = DispatchSemaphore(value: 0)
        let hasEnded = DispatchSemaphore(value: 0)
        self.hasEnded = hasEnded
        let outcome = Outcome()
        try startThread(named: "test-loop") { [settings] in
            defer { hasEnded.signal() }
            do throws(DaemonError) {
                let loop = try EventLoop()
                let daemon = try Daemon(loop: loop, settings: settings, replays: replays, logger: logger, login: login)
                try daemon.start()
                // held until `play`, whoever watches
                daemon.assumeIsolated { $0.parts.replays.timeOfStart = 0 }
                // tests read streams late
                daemon.assumeIsolated { $0.parts.pulses.patience = .max / 2 }
                outcome.value.withLock { $0 = .success((loop, daemon)) }
                hasStarted.signal()
                try loop.run()
            } catch {
                outcome.value.withLock { $0 = $0 ?? .failure(error) }
                hasStarted.signal()
            }
        }
        guard hasStarted.wait(timeout: Self.patience) == .success else { throw RawClient.Failure(reason: "the daemon did not start") }
        guard let result = outcome.value.withLock({ $0 }) else { throw DaemonError.configuration("the daemon did not start") }
        (loop, daemon) = try result.get()
    }

    private final class Outcome: Sendable {
        let value = Mutex<Result<(EventLoop, Daemon), DaemonError>?>(nil)
    }

    deinit { stop() }

    /// Ends the daemon as a signal would, and waits for it.
    func stop() {
        loop.post { [daemon] in daemon.assumeIsolated { $0.stop() } }
        waitForEnd()
    }

    /// Waits until the daemon has ended, of itself or otherwise; false if it has not in time.
    @discardableResult
    func waitForEnd() -> Bool {
        guard hasEnded.wait(timeout: Self.patience) == .success else { return false }
        hasEnded.signal()
        return true
    }

    /// What `work` gives on the loop's thread.
    func onLoop<R: Sendable>(_ work: @escaping @Sendable (isolated Daemon) throws -> R) throws -> R {
        let result = Box<R>()
        let isDone = DispatchSemaphore(value: 0)
        loop.post { [daemon] in
            result.value.withLock { $0 = Result { try daemon.assumeIsolated { try work($0) } } }
            isDone.signal()
        }
        guard isDone.wait(timeout: Self.patience) == .success else { throw RawClient.Failure(reason: "the loop has ended, or is stuck") }
        guard let result = result.value.withLock({ $0 }) else { throw RawClient.Failure(reason: "the loop gave no result") }
        return try result.get()
    }

    /// Copies of editors' ink, after all that the loop has handed to them.
    func inks(_ pick: @escaping @Sendable (isolated Daemon) -> [EditorHandle]) throws -> [InkEditor] { try read(pick) { $0.ink } }

    /// Reads something of editors, after all that the loop has handed to them.
    func read<R: Sendable>(
        _ pick: @escaping @Sendable (isolated Daemon) -> [EditorHandle], _ read: @escaping @Sendable (EditorSession) -> R
    ) throws -> [R] {
        try onLoop { pick($0) }.compactMap { handle in
            let result = Box<R?>()
            let isDone = DispatchSemaphore(value: 0)
            handle.workspace.post { workspace in
                result.value.withLock { $0 = .success(workspace.editors[handle.id].map(read)) }
                isDone.signal()
            }
            guard isDone.wait(timeout: Self.patience) == .success else { throw RawClient.Failure(reason: "a workspace is stuck") }
            return try result.value.withLock { $0 }?.get()
        }
    }

    /// The ink of pens' own editors.
    func penInks() throws -> [InkEditor] { try inks { $0.parts.deviceRegistry.sessions.values.compactMap(\.editor) } }

    private final class Box<R: Sendable>: Sendable {
        let value = Mutex<Result<R, any Error>?>(nil)
    }

    /// Begins to play recordings that were held back, once so many clients watch.
    func play(when watches: Int = 0) throws {
        try wait("\(watches) watches") { $0.parts.clients.all.count { $0.watch != nil } >= watches }
        try onLoop {
            $0.parts.replays.timeOfStart = nil
            $0.parts.replays.play()
        }
    }

    /// A client that is told of all pointers from now on; the daemon's first that watches.
    func watchPointers() throws -> RawClient {
        let watch = try connectRaw()
        watch.send(#"{"method":"org.inkd.Pointer.Watch","more":true}"#)
        try wait("a watch") { $0.parts.clients.all.contains { $0.watch != nil } }
        return watch
    }

    /// Lets everything wait for clients that watch now, so that no motion is thinned out while the test is slow.
    func keepEverything() throws {
        try onLoop { daemon in
            for client in daemon.parts.clients.all where client.watch != nil {
                client.queue = OutgoingQueue(softLimit: 64 << 20, hardLimit: 64 << 20)
            }
        }
    }

    /// Waits until all is played, read and sent; `readers` take it in meanwhile.
    func waitUntilQuiet(_ readers: RawClient...) throws {
        try wait("quiet") { daemon in
            daemon.parts.replays.isReplayed && daemon.parts.clients.all.allSatisfy(\.queue.isEmpty)
        } meanwhile: {
            for reader in readers { reader.takeIn() }
        }
    }

    /// Waits until the daemon is as it should be.
    func wait(_ what: String, _ isSo: @escaping @Sendable (isolated Daemon) -> Bool, meanwhile work: () -> Void = {}) throws {
        let end = ContinuousClock.now + .patience
        while try !onLoop({ isSo($0) }) {
            work()
            guard ContinuousClock.now < end else { throw RawClient.Failure(reason: "no \(what) in \(Duration.patience)") }
            usleep(2000)
        }
    }

    /// A new connection for calls, or for one watch.
    func connect() throws -> InkConnection { try InkConnection(path: socket) }

    /// A new connection for a client that keeps to no rules.
    func connectRaw() throws -> RawClient { try RawClient(path: socket) }
}
