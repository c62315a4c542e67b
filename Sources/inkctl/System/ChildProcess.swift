internal import FoundationEssentials
internal import Glibc

/// A child process on the same terminal.
final class ChildProcess {
    private let process: pid_t
    private var ended: Int32?

    /// Starts the program with no signal blocked.
    ///
    /// - Parameter environment: variables in addition to this process's own.
    /// - Throws: `notReplayed` if it cannot be started.
    init(program: String, arguments: [String], environment: [String: String] = [:]) throws(InkctlError) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var texts = ([program] + arguments).map { strdup($0) } + [nil]
        var pairs = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in texts + pairs { free(text) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, program, nil, &attributes, &texts, &pairs)
        guard code == 0 else {
            throw .notReplayed("\(program) cannot be run: \(PrivateReplay.text(code)); install inkd beside inkctl, or put it on the PATH")
        }
        self.process = process
    }

    /// The wait status; nil while it runs.
    var status: Int32? {
        var status: Int32 = 0
        if ended == nil, waitpid(process, &status, WNOHANG) == process { ended = status }
        return ended
    }

    /// Terminates it with SIGTERM and waits for its end.
    func end() {
        guard status == nil else { return }
        kill(process, SIGTERM)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        ended = status
    }
}
