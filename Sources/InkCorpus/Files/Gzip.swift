internal import Glibc

/// A running `gzip`.
struct GzipProcess {
    private var process: pid_t

    /// Starts it.
    ///
    /// - Parameters:
    ///   - option: its mode, such as "-dc".
    ///   - input: its standard input; the caller closes it.
    ///   - output: its standard output; the caller closes it.
    ///   - path: the file, for messages.
    /// - Throws: `noGzip` if it cannot be run.
    init(_ option: String, from input: Int32, to output: Int32, path: String) throws(CorpusError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("gzip"), strdup(option), nil]
        process = 0
        // a closed pipe ends it silently, also where this process ignores SIGPIPE
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

    /// Waits for its end and returns the wait status; 0 if it was waited for before.
    mutating func wait() -> Int32 {
        guard process > 0 else { return 0 }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        process = 0
        return status
    }

    /// The two ends of a pipe, closed on exec: with an end left open in another process, neither side would see the end of file.
    ///
    /// - Throws: `noGzip`.
    static func pipe(path: String) throws(CorpusError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw .noGzip(path: path, reason: "there is no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}

/// A running `gzip -cn` that compresses into a file; the archive holds neither name nor time.
final class Compression {
    /// The descriptor that takes the plain bytes.
    let input: Int32

    private let path: String
    private var process: GzipProcess
    private var isOpen = true

    /// Compresses into `output`, which the caller closes.
    ///
    /// - Throws: `notCompressed`.
    init(to output: Int32, path: String) throws(CorpusError) {
        // a gzip that ends early is reported by the write that fails, with its reason
        signal(SIGPIPE, SIG_IGN)
        let (reading, writing) = try GzipProcess.pipe(path: path)
        defer { close(reading) }
        do {
            process = try GzipProcess("-cn", from: reading, to: output, path: path)
        } catch {
            close(writing)
            throw error
        }
        input = writing
        self.path = path
    }

    deinit { _ = end() }

    /// Waits for the end.
    ///
    /// - Throws: `notCompressed` if not everything was written.
    func finish() throws(CorpusError) {
        guard end() == 0 else { throw .notCompressed(path: path, reason: "gzip could not write all of it") }
    }

    private func end() -> Int32 {
        if isOpen { close(input) }
        isOpen = false
        return process.wait()
    }
}

/// A running `gzip -dc`.
final class Decompression {
    /// The descriptor that the plain bytes are read from.
    let output: Int32

    private let path: String
    private var process: GzipProcess

    /// Decompresses `input` from its present position on.
    ///
    /// - Throws: `noGzip`.
    init(of input: Int32, path: String) throws(CorpusError) {
        let (reading, writing) = try GzipProcess.pipe(path: path)
        defer { close(writing) }
        do {
            process = try GzipProcess("-dc", from: input, to: writing, path: path)
        } catch {
            close(reading)
            throw error
        }
        output = reading
        self.path = path
    }

    deinit {
        close(output)
        _ = process.wait()
    }

    /// Waits for the end.
    ///
    /// - Throws: `notDecompressed` if `gzip` reports an error.
    func finish() throws(CorpusError) {
        guard process.wait() == 0 else { throw .notDecompressed(path: path, reason: "gzip says it is damaged") }
    }
}
