import Glibc
import InkTestSupport
import System
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("The process at the other end of a connection") struct PeerProcessTests {
    /// Both ends of a connection.
    private func ends() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    @Test func `One that runs is there, with its number and user`() throws {
        let (own, other) = try ends()
        defer { for end in [own, other] { close(end) } }
        let peer = try #require(Peer(of: own))
        let process = try #require(PeerProcess(peer, of: own))
        #expect(process.number == getpid() && process.user == getuid() && process.isThere)
    }

    @Test func `One without a number is nobody to ask about`() throws {
        let (own, other) = try ends()
        defer { for end in [own, other] { close(end) } }
        // as of a process in another namespace
        #expect(PeerProcess(Peer(user: getuid(), process: 0), of: own) == nil)
    }

    @Test func `One that has ended is not there any more, whoever has its number`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/peer"
        let listener = try UnixSocket.listen(at: path, permissions: 0o600)
        let child = try ChildProcess(
            "python3", ["-c", "import socket,sys,time\ns=socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\ntime.sleep(60)", path])
        var found: Int32?
        while found == nil {
            found = UnixSocket.accept(on: listener)
            usleep(1000)
        }
        let connection = try #require(found)
        defer { close(connection) }
        let peer = try #require(Peer(of: connection))
        let process = try #require(PeerProcess(peer, of: connection))
        #expect(process.isThere)
        child.end()
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        // a kernel without handles cannot say
        guard getsockopt(connection, SOL_SOCKET, 77, &value, &size) == 0 || errno != ENOPROTOOPT else { return }
        #expect(!process.isThere)
        #expect(PeerProcess(peer, of: connection) == nil)
    }
}
