internal import System

/// The program that shows ink and candidates near the caret, as a child of this one.
final class Overlay {
    private var process: ChildProcess?
    /// Those that were told to end: nobody waits for that, but the kernel wants them asked for.
    private var ending: [ChildProcess] = []

    /// It runs.
    var isRunning: Bool { process.map { $0.status == nil } ?? false }

    deinit { stop() }

    /// False where it is not installed.
    func start(socket: String?) -> Bool {
        guard !isRunning else { return true }
        ending.removeAll { $0.status != nil }
        process = try? ChildProcess("inkd-overlay", socket.map { ["--socket", $0] } ?? [])
        return process != nil
    }

    func stop() {
        guard isRunning, let process else { return }
        process.terminate()
        ending.append(process)
        self.process = nil
    }
}
