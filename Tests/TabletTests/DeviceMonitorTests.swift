import Glibc
import InkTestSupport
import Testing

@testable import Tablet

@Suite("Udev's messages on a socket that was handed over")
struct DeviceMonitorTests {
    /// As systemd 252's libudev sends it; the hashes by which its own readers filter are left out.
    private static func message(
        _ properties: String = "ACTION=add\0DEVPATH=/devices/virtual/input/input7/event5\0SUBSYSTEM=input\0SEQNUM=1\0", offset: UInt32 = 40,
        length: UInt32? = nil
    ) -> [UInt8] {
        func native(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
        return Array("libudev\0".utf8) + native(UInt32(0xfeed_cafe).bigEndian) + native(40) + native(offset)
            + native(length ?? UInt32(properties.utf8.count)) + [UInt8](repeating: 0, count: 16) + Array(properties.utf8)
    }

    private static func read(_ bytes: [UInt8]) -> UdevMessage? { bytes.withUnsafeBytes { UdevMessage($0) } }

    @Test("a message says which input device it is about, and whether that is gone")
    func meaning() {
        let added = Self.read(Self.message())
        #expect(added?.syspath == "/sys/devices/virtual/input/input7/event5" && added?.isRemoval == false)
        #expect(Self.read(Self.message("SUBSYSTEM=input\0ACTION=remove\0DEVPATH=/devices/x\0"))?.isRemoval == true)
    }

    @Test("other subsystems, other senders' messages and broken ones are none")
    func others() {
        #expect(Self.read(Self.message("ACTION=add\0DEVPATH=/devices/x\0SUBSYSTEM=block\0")) == nil)
        #expect(Self.read(Self.message("ACTION=add\0DEVPATH=/devices/x\0SUBSYSTEM=input_id\0")) == nil)
        #expect(Self.read(Self.message("ACTION=add\0SUBSYSTEM=input\0")) == nil)
        #expect(Self.read(Array("add@/devices/x\0ACTION=add\0DEVPATH=/devices/x\0SUBSYSTEM=input\0".utf8)) == nil, "the kernel's own")
        #expect(Self.read([]) == nil && Self.read(Self.message("")) == nil)
        #expect(Self.read(Self.message(offset: 8)) == nil && Self.read(Self.message(offset: .max)) == nil)
        #expect(Self.read(Self.message(length: .max)) == nil && Self.read(Self.message(length: 1000)) == nil)
    }

    @Test("whatever bytes come, none are read beyond their end")
    func fuzz() {
        var messages = 0
        Fuzz.run(seed: 23) { random in
            let bytes = Fuzz.damaged(Self.message(), before: [24, 24, 120], using: &random)
            for end in [bytes.count, Int.random(in: 0...bytes.count, using: &random)] where Self.read(Array(bytes.prefix(end))) != nil {
                messages += 1
            }
        }
        #expect(messages > 0)
    }

    @Test("all that waits is taken at once, without waiting for more, and only devices that are there count")
    func drained() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let monitor = try DeviceMonitor(socket: ends[0])
        #expect(monitor.fileDescriptor == ends[0])
        _ = monitor.pending()
        for path in ["/devices/nowhere/event99", "/devices/../etc/passwd"] {
            for action in ["add", "change", "remove"] {
                let bytes = Self.message("ACTION=\(action)\0DEVPATH=\(path)\0SUBSYSTEM=input\0")
                #expect(send(ends[1], bytes, bytes.count, 0) == bytes.count)
            }
        }
        #expect(monitor.pending().isEmpty)
        var request = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&request, 1, 0) == 0)
    }
}
