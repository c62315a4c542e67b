internal import Glibc

/// A running `gzip`.
struct GzipProcess {
    private var process: pid_t

    /// Starts it.
    ///
    /// - Parameters:
    ///   - option: what it shall do.
    ///   - input: what it reads; stays the caller's.
    ///   - output: what it writes; stays the caller's.
    ///   - path: the file it is about, for messages.
    /// - Throws: `noGzip` if it cannot be run.
    init(_ option: String, from input: Int32, to output: Int32, path: String) throws(InkctlError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("gzip"), strdup(option), nil]
        process = 0
        // that nobody reads any more ends it without a word, also where this process does not mind
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let code = posix_spawnp(&process, "gzip", &actions, &attributes, &arguments, nil)
        posix_spawnattr_destroy(&attributes)
        for argument in arguments { free(argument) }
        posix_spawn_file_actions_destroy(&actions)
        guard code == 0 else { throw .noGzip(path: path, reason: "gzip cannot be run; install it") }
    }

    /// Waits for the end, and gives what it ended with; 0 if that was done before.
    mutating func wait() -> Int32 {
        guard process > 0 else { return 0 }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        process = 0
        return status
    }

    /// The two ends of a pipe, which no further process inherits: with an end left open in another one, neither side would notice that
    /// the other is gone.
    ///
    /// - Throws: `noGzip`.
    static func pipe(path: String) throws(InkctlError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw .noGzip(path: path, reason: "there is no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
