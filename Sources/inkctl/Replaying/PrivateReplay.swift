internal import FoundationEssentials
internal import Glibc
internal import InkCorpus
internal import System

/// Plays a recording on a private inkd, shown by `inkctl watch`. All temporary files are removed.
struct PrivateReplay {
    /// The recording.
    let file: String
    /// Arguments for `inkctl watch`.
    let watch: [String]
    /// Arguments for inkd.
    let inkd: [String]

    /// Runs until everything is played and recognized, or until a signal interrupts.
    ///
    /// - Throws: `notReplayed`, `outputClosed`.
    func run() throws(InkctlError) {
        // the signals are blocked, and are handled only after both programs have ended
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGCHLD] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        var template = Array("\(FileManager.default.temporaryDirectory.path)/inkctl-replay-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .notReplayed("no folder for temporary files can be created: \(SystemError.reason(errno))")
        }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let socket = folder + "/org.inkd"
        let daemon = try Self.start(
            Self.beside("inkd"),
            [
                // inkd waits long, because the user may read the output in a pager; it logs only errors, because damage has been reported
                // already
                "--log-level", "error", "--replay-patience", "86400", "--socket", socket, "--replay", file, "--replay-wait",
                "--replay-exit", "--replay-watches", "3",
            ] + inkd,
            environment: ["INKD_STATE": folder + "/state", "INKD_RUNTIME": folder + "/runtime", "INKD_TEMPORARY": ""])
        while access(socket, F_OK) != 0 {
            guard daemon.status == nil else { throw .notReplayed("inkd exited immediately with the messages above") }
            if Self.isInterrupted(&signals, milliseconds: 20) { return daemon.end() }
        }
        let viewer: ChildProcess
        do {
            viewer = try Self.start("/proc/self/exe", ["watch", "--socket", socket] + watch)
        } catch {
            daemon.end()
            throw error
        }
        while viewer.status == nil {
            guard Self.isInterrupted(&signals, milliseconds: 1000) else { continue }
            daemon.end()
            return viewer.end()
        }
        // the daemon has exited, or standard output was closed
        daemon.end()
        // a reader that stops early, such as head, is not a failure: the shell handles this as for any program
        guard viewer.status.map({ $0 & 0x7f }) != SIGPIPE else { throw .outputClosed }
        guard viewer.status == 0, daemon.status == 0 else {
            throw .notReplayed("it was played only in part, with the messages of inkd above")
        }
    }

    private static func start(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws(InkctlError) -> ChildProcess {
        do throws(SystemError) {
            return try ChildProcess(program, arguments, environment: environment)
        } catch {
            throw .notReplayed("\(program) cannot be run: \(error.reason); install inkd in the folder of inkctl or in the PATH")
        }
    }

    /// Returns the path of a program in the folder of this program, or the name of a program that is not there, to be searched in PATH.
    private static func beside(_ name: String) -> String {
        let own = SmallFiles.target("/proc/self/exe") ?? ""
        let path = own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
        return access(path, X_OK) == 0 ? path : name
    }

    /// Waits for a signal. Returns true for an interrupt, false for the end of a child or a timeout.
    private static func isInterrupted(_ signals: inout sigset_t, milliseconds: Int) -> Bool {
        var limit = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        return [SIGINT, SIGTERM, SIGHUP].contains(sigtimedwait(&signals, nil, &limit))
    }
}
