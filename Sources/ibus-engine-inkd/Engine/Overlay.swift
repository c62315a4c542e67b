internal import System

/// The program that shows ink near the caret, as a child process.
final class Overlay {
    /// inkd's socket; nil: the default one.
    private let socket: String?
    private var process: ChildProcess?
    /// Whether the overlay was already started automatically, or switched on or off by the user.
    private(set) var isDecided = false
    /// Processes that are ending, and must be reaped without waiting.
    private var ending: [ChildProcess] = []

    /// Whether the overlay is running.
    var isRunning: Bool { process.map { $0.status == nil } ?? false }

    init(socket: String?) { self.socket = socket }

    deinit { stop() }

    /// Switches the overlay on or off at the user's request; returns false if it is not installed.
    func toggle() -> Bool {
        isDecided = true
        guard isRunning else { return start() }
        stop()
        return true
    }

    /// Starts the overlay once, without a request of the user.
    func startUnasked() {
        isDecided = true
        _ = start()
    }

    private func start() -> Bool {
        guard !isRunning else { return true }
        ending.removeAll { $0.status != nil }
        // without candidates, because IBus shows them
        process = try? ChildProcess("inkd-overlay", ["--no-candidates", "--with-parent"] + (socket.map { ["--socket", $0] } ?? []))
        return process != nil
    }

    private func stop() {
        guard isRunning, let process else { return }
        process.terminate()
        ending.append(process)
        self.process = nil
    }
}
