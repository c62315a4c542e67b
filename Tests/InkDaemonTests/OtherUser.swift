import Glibc
import InkProtocol
import System

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

/// Has connections look as another user's. Only for root; each is the thread's alone, and over when the connection is there.
enum OtherUser {
    static let isPossible = getuid() == 0

    // the C library's own function would change every thread of the process
    private typealias SetUsers = @convention(c) (Int, Int, Int, Int) -> Int

    #if arch(x86_64)
        private static let number = 117
    #else
        private static let number = 147
    #endif

    /// A connection whose other end the kernel says is this user's.
    static func connect(to daemon: RunningDaemon, as user: Int) throws -> RawClient {
        guard let symbol = dlsym(nil, "syscall") else { throw RawClient.Failure(reason: "no system calls") }
        let setUsers = unsafeBitCast(symbol, to: SetUsers.self)
        guard setUsers(number, -1, user, -1) == 0 else { throw RawClient.Failure(reason: "cannot be user \(user)") }
        defer { _ = setUsers(number, -1, 0, -1) }
        return try RawClient(path: daemon.socket)
    }
}
