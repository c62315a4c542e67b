import CLibsystemd
import Glibc
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("Questions on a bus")
struct BusQuestionTests {
    private final class Asker {}

    /// A connection to a bus that never says anything.
    private static func silentBus() throws -> (bus: OpaquePointer, other: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
        var made: OpaquePointer?
        try #require(sd_bus_new(&made) >= 0)
        let bus = try #require(made)
        try #require(sd_bus_set_fd(bus, ends[0], ends[0]) >= 0 && sd_bus_set_bus_client(bus, 1) >= 0 && sd_bus_start(bus) >= 0)
        return (bus, ends[1])
    }

    @Test("who asks is kept as long as an answer may come, and let go of with the connection, though none came")
    func connectionGone() throws {
        let (bus, other) = try Self.silentBus()
        defer { close(other) }
        weak var kept: Asker?
        for _ in 0..<3 {
            var made: OpaquePointer?
            try #require(sd_bus_message_new_method_call(bus, &made, "org.example", "/", "org.example", "Ask") >= 0)
            let message = try #require(made)
            defer { sd_bus_message_unref(message) }
            let asker = Asker()
            kept = asker
            #expect(BusQuestion.ask(bus, message, for: asker, timeout: 60_000_000) { _, _, _ in 0 })
        }
        #expect(kept != nil)
        sd_bus_close(bus)
        sd_bus_unref(bus)
        #expect(kept == nil)
    }
}
