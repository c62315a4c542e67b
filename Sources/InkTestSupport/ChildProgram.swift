public import Foundation
import Glibc

/// A child process of a test.
///
/// The child gets only its three streams, and no other child inherits their descriptors: a child that inherits the write end of another
/// child's pipe delays the end of file on that pipe for as long as it lives. Foundation's `Process` and `Pipe` leak the ends of pipes to
/// processes that another thread starts at the same moment.
public struct ChildProgram: Sendable {
    /// A failure to start a program.
    public struct Failure: Error {
        /// The program.
        public var program: String
        /// The `errno` value.
        public var code: Int32
    }

    private let process: pid_t

    /// The number below which the child closes all descriptors except its streams. Closing a descriptor that is not open does no harm.
    private static let descriptors: Int32 = 1024

    /// Starts a program, with this process's environment and default signal handling.
    ///
    /// - Parameters:
    ///   - command: a path, or a name on the PATH; then the arguments.
    ///   - input: the child's standard input; nil for an empty one. The caller retains ownership of the descriptors that it passes.
    ///   - output: the child's standard output; nil to discard it.
    ///   - errors: the child's standard error; nil to discard it.
    /// - Throws: `Failure` if the program cannot be started.
    public init(_ command: [String], input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil) throws(Failure) {
        let program = command.first ?? ""
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (stream, descriptor) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
            } else {
                posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0)
            }
        }
        for descriptor in STDERR_FILENO + 1..<Self.descriptors { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, program, &actions, &attributes, &arguments, environ)
        guard code == 0 else { throw Failure(program: program, code: code) }
        self.process = process
    }

    /// Waits for the process to end. Call this method only once.
    ///
    /// - Returns: the exit status, or 128 plus the number of the signal that ended the process.
    public func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    }

    /// Runs a program to its end, with empty input and discarded errors.
    ///
    /// - Returns: the status, as returned by `wait`, and the program's output.
    /// - Throws: `Failure`.
    public static func run(_ command: [String]) throws(Failure) -> (status: Int32, output: [UInt8]) {
        let (reading, writing) = try pipe()
        defer { close(reading) }
        let program: ChildProgram
        do { program = try ChildProgram(command, output: writing) } catch {
            close(writing)
            throw error
        }
        close(writing)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(reading, &buffer, buffer.count)
            if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { break }
        }
        return (program.wait(), bytes)
    }

    /// Returns the two ends of a pipe. A child inherits an end only if it is passed to the child.
    ///
    /// - Throws: `Failure`.
    public static func pipe() throws(Failure) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw Failure(program: "a pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}

/// Runs the body with a new temporary folder, and removes the folder afterwards.
///
/// - Throws: if the folder cannot be created, and the errors of the body.
public func withFolder<T>(_ body: (URL) throws -> T) throws -> T {
    let folder = FileManager.default.temporaryDirectory.appending(path: "inkd-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}
