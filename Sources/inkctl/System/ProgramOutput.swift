internal import Glibc
internal import InkCorpus

/// Runs other programs for their output.
enum ProgramOutput {
    /// A program's standard output; nil if it cannot be run, does not end in time, or writes more than 1 MiB. The exit status is ignored: some
    /// programs report correctly, and fail.
    static func text(_ command: [String], seconds: Int = 3) -> String? {
        var ends: [Int32] = [-1, -1]
        guard let program = command.first, pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var variables = environment.map { strdup($0) } + [nil]
        defer { for variable in variables { free(variable) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, program, &actions, nil, &arguments, &variables)
        close(ends[1])
        guard code == 0 else { return nil }
        let bytes = read(ends[0], until: .now.advanced(by: .seconds(seconds)))
        if bytes == nil { kill(child, SIGKILL) }
        while waitpid(child, nil, 0) < 0, errno == EINTR {}
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// This process's environment, as it was at its start.
    private static var environment: [String] {
        let bytes = (try? ContentFile.bytes(at: "/proc/self/environ", atMost: 1 << 20)) ?? []
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func read(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while bytes.count < 1 << 20 {
            let left = ContinuousClock.now.duration(to: deadline).components.seconds
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left >= 0, poll(&request, 1, Int32(left * 1000 + 500)) > 0 else { return nil }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count != 0 else { return bytes }
            if count > 0 { bytes += buffer[..<count] } else if errno != EINTR { return nil }
        }
        return nil
    }
}
