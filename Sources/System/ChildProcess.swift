internal import CLinux
internal import Glibc

/// A program started by this process, with all signals unblocked. Releasing this object does not end it.
public final class ChildProcess {
    /// The target of one of the program's standard streams.
    public enum Stream: Sendable {
        /// This process's own stream.
        case inherited
        /// /dev/null.
        case null
        /// An open descriptor; the caller keeps ownership.
        case descriptor(Int32)
    }

    private let process: pid_t
    private var ended: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: its path, or its name on the `PATH`.
    ///   - arguments: the arguments without the program's name.
    ///   - environment: variables added to this process's own, overriding those of the same name.
    /// - Throws: with the operation "run".
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], input: Stream = .inherited,
        output: Stream = .inherited, errors: Stream = .inherited
    ) throws(SystemError) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // the program would otherwise inherit the set of signals that this process blocks
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (stream, number) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            switch stream {
            case .inherited: break
            case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            case .descriptor(let own): posix_spawn_file_actions_adddup2(&actions, own, number)
            }
        }
        var texts = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = Self.environment(with: environment).map { strdup($0) } + [nil]
        defer { for text in texts + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, program, &actions, &attributes, &texts, &variables)
        guard code == 0 else { throw SystemError("run", program, code: code) }
        self.process = process
    }

    /// Makes the kernel end this process (SIGTERM) when its parent ends for any reason.
    public static func endWithParent() { inkd_end_with_parent() }

    /// The exit status, as of waitpid(2); nil while the program runs.
    public var status: Int32? {
        var status: Int32 = 0
        if ended == nil, waitpid(process, &status, WNOHANG) == process { ended = status }
        return ended
    }

    /// Waits for the program's end.
    ///
    /// - Returns: see `status`.
    @discardableResult
    public func wait() -> Int32 {
        if let ended { return ended }
        var status: Int32 = 0
        _ = retrying { waitpid(process, &status, 0) }
        ended = status
        return status
    }

    /// Sends the program a signal, unless it has ended.
    public func signal(_ signal: Int32) {
        if status == nil { kill(process, signal) }
    }

    /// Asks the program to end (SIGTERM); does not wait.
    public func terminate() { signal(SIGTERM) }

    /// Asks the program to end, and waits.
    public func end() {
        terminate()
        wait()
    }

    /// Returns the standard output of a program, which gets an empty standard input. Its exit status is ignored.
    ///
    /// - Parameters:
    ///   - milliseconds: the time limit, after which the program is killed.
    ///   - limit: the maximum number of bytes.
    /// - Returns: nil if the program cannot be run, exceeds the time limit, or writes too much.
    public static func output(of program: String, _ arguments: [String], within milliseconds: Int, limit: Int = 1 << 20) -> [UInt8]? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reading = Descriptor(taking: ends[0])
        let child: ChildProcess
        do {
            // the end for writing is closed at the end of this block: otherwise the pipe would stay open when the program ends
            let writing = Descriptor(taking: ends[1])
            guard
                let started = try? ChildProcess(program, arguments, input: .null, output: .descriptor(writing.number), errors: .null)
            else { return nil }
            child = started
        }
        let bytes = read(reading, until: MonotonicClock.microseconds + UInt64(milliseconds) * 1000, limit)
        if bytes == nil { child.signal(SIGKILL) }
        child.wait()
        return bytes
    }

    private static func read(_ descriptor: borrowing Descriptor, until deadline: UInt64, _ limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let now = MonotonicClock.microseconds
            guard now < deadline else { return nil }
            var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
            let ready = poll(&request, 1, Int32(clamping: (deadline - now) / 1000 + 1))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let count = retrying { Glibc.read(descriptor.number, &buffer, buffer.count) }
            guard count > 0 else { return count == 0 ? bytes : nil }
            bytes += buffer[..<count]
        }
        return nil
    }

    /// Returns `NAME=VALUE` strings of this process's environment and the additions.
    private static func environment(with others: [String: String]) -> [String] {
        var pairs: [String] = []
        var next = environ
        while let pair = next.pointee {
            let text = String(cString: pair)
            if others[String(text.prefix { $0 != "=" })] == nil { pairs.append(text) }
            next += 1
        }
        return pairs + others.map { "\($0)=\($1)" }
    }
}
