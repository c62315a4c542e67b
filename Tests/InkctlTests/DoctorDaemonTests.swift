import Glibc
import InkClient
import InkProtocol
import InkTestSupport
import Testing

@testable import inkctl

@Suite("What inkctl doctor asks of the daemon")
struct DoctorDaemonTests {
    private static let version = #"{"parameters":{"vendor":"","product":"inkd","version":"1","url":"","interfaces":[]}}"#
    private static let refusal = #"{"error":"org.varlink.service.PermissionDenied"}"#

    /// Runs `body` with a connection to a daemon that has said all of this, and says no more. With `ends` it has closed the connection.
    private func with<R>(_ answers: String..., ends: Bool = false, _ body: (InkConnection) throws -> R) throws -> R {
        var pair = [Int32](repeating: -1, count: 2)
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let bytes = answers.flatMap { [UInt8]($0.utf8) + [0] } as [UInt8]
        try #require(send(pair[1], bytes, bytes.count, 0) == bytes.count)
        if ends { shutdown(pair[1], Int32(SHUT_WR)) }
        defer { close(pair[1]) }
        return try body(InkConnection(adopting: pair[0]))
    }

    @Test("a daemon that hangs after its first answer is told of, and soon")
    func hanging() throws {
        let begin = ContinuousClock.now
        let (facts, devices) = try with(Self.version) { connection in
            DaemonFacts.gather(.success(connection), socket: "/s", timeout: .milliseconds(50))
        }
        #expect(begin.duration(to: .now) < MachineSpeed.scaled(.seconds(10)))
        #expect(facts.version == .failure(.timedOut) && facts.isPermitted == nil && facts.abilities == nil && devices == nil)
        #expect(Doctor.socket(facts).message == "inkd does not answer on /s")
    }

    @Test("one that refuses answers all the same")
    func refusing() throws {
        let (facts, list) = try with(
            Self.version, Self.refusal, Self.refusal, Self.refusal, #"{"parameters":{"devices":[]}}"#
        ) { connection in
            DaemonFacts.gather(.success(connection), socket: "/s")
        }
        #expect(facts.version == .success("1") && facts.isPermitted == false && facts.abilities == nil && list?.devices == [])
    }

    @Test("only silence is nothing from the pen: a refusal and the end of inkd are none of the tablet's doing")
    func watching() throws {
        let silence = try with() { try TabletFacts.Watched($0, seconds: 1) }
        #expect(silence == .init(seconds: 1, events: 0, strokes: 0))
        #expect(throws: ClientError.self) { try with(Self.refusal) { try TabletFacts.Watched($0, seconds: 10) } }
        #expect(throws: ClientError.self) { try with(ends: true) { try TabletFacts.Watched($0, seconds: 10) } }
    }
}
