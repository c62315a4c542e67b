internal import Glibc

/// The program that shows ink and candidates near the caret, as a child of this one.
final class Overlay {
    private var process: pid_t?
    /// Those that were told to end: nobody waits for that, but the kernel wants them asked for.
    private var ending: [pid_t] = []

    /// It runs.
    var isRunning: Bool {
        guard let process else { return false }
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return true }
        self.process = nil
        return false
    }

    deinit { stop() }

    /// False where it is not installed.
    func start(socket: String?) -> Bool {
        guard !isRunning else { return true }
        ending.removeAll { waitpid($0, nil, WNOHANG) == $0 }
        let words = ["inkd-overlay"] + (socket.map { ["--socket", $0] } ?? [])
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        guard posix_spawnp(&child, "inkd-overlay", nil, nil, &arguments, environ) == 0 else { return false }
        process = child
        return true
    }

    func stop() {
        guard isRunning, let process else { return }
        kill(process, SIGTERM)
        ending.append(process)
        self.process = nil
    }
}
