internal import Glibc

/// A running `gzip -dc`.
final class Decompression {
    /// Where the plain bytes come out.
    let output: Int32

    private let path: String
    private var process: pid_t

    /// Decompresses what is left to read of `input`.
    ///
    /// - Throws: `notDecompressed`.
    init(of input: Int32, path: String) throws(InkctlError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .notDecompressed(path: path, reason: "there is no pipe") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        // with an end to read left open it would not notice that nobody reads any more
        for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("gzip"), strdup("-dc"), nil]
        var child: pid_t = 0
        let code = posix_spawnp(&child, "gzip", &actions, nil, &arguments, nil)
        for argument in arguments { free(argument) }
        posix_spawn_file_actions_destroy(&actions)
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw .notDecompressed(path: path, reason: "gzip cannot be run; install it")
        }
        output = ends[0]
        process = child
        self.path = path
    }

    deinit {
        close(output)
        _ = wait()
    }

    /// Waits for the end.
    ///
    /// - Throws: `notDecompressed` if `gzip` was not content with the file.
    func finish() throws(InkctlError) {
        guard wait() == 0 else { throw .notDecompressed(path: path, reason: "gzip says it is damaged") }
    }

    private func wait() -> Int32 {
        guard process > 0 else { return 0 }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        process = 0
        return status
    }
}
