import Glibc
import Testing

@testable import Tablet

@Suite("Udev's messages on a socket that was handed over")
struct DeviceMonitorTests {
    private static func message(_ subsystem: String) -> [UInt8] {
        // libudev's header is not looked at
        Array("libudev\0".utf8) + [0xFE, 0xED, 0xCA, 0xFE, 40, 0, 0, 0]
            + Array("ACTION=add\0DEVPATH=/x\0SUBSYSTEM=\(subsystem)\0SEQNUM=1\0".utf8)
    }

    @Test("only those about input devices count, and what is no message does no harm")
    func concern() {
        func concerns(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes(DeviceMonitor.concernsInput) }
        #expect(concerns(Self.message("input")))
        #expect(!concerns(Self.message("block")) && !concerns(Self.message("input_id")))
        #expect(!concerns([]) && !concerns([0]) && !concerns(Array("SUBSYSTEM=".utf8)))
        #expect(!concerns(Array("XSUBSYSTEM=input\0".utf8)))
    }

    @Test("all that waits is taken at once, without waiting for more")
    func drained() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let monitor = try DeviceMonitor(socket: ends[0])
        #expect(monitor.fileDescriptor == ends[0])
        _ = monitor.pending()
        for subsystem in ["block", "input", "net"] {
            let bytes = Self.message(subsystem)
            #expect(send(ends[1], bytes, bytes.count, 0) == bytes.count)
        }
        _ = monitor.pending()
        var request = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&request, 1, 0) == 0)
        #expect(monitor.pending().isEmpty)
    }
}
