import CLibudev
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

    @Test("only what root has sent to the group of udev's listeners is udev's")
    func senders() {
        #expect(UdevSender(groups: 2, user: 0).isUdev)
        #expect(!UdevSender(groups: 2, user: 1000).isUdev, "a user's program")
        #expect(!UdevSender(groups: 2, user: nil).isUdev, "the kernel does not say whose")
        #expect(!UdevSender(groups: 0, user: 0).isUdev, "sent to this socket alone")
        #expect(!UdevSender(groups: 1, user: 0).isUdev, "the kernel's own")
        #expect(!UdevSender(groups: 3, user: 0).isUdev)
    }

    @Test("all that waits is taken at once, without waiting for more, and only devices that are there count")
    func drained() throws {
        let link = try Netlink()
        let monitor = try DeviceMonitor(socket: link.listener)
        #expect(monitor.fileDescriptor == link.listener)
        _ = monitor.pending()
        for path in ["/devices/nowhere/event99", "/devices/../etc/passwd"] {
            for action in ["add", "change", "remove"] {
                try link.send(Self.message("ACTION=\(action)\0DEVPATH=\(path)\0SUBSYSTEM=input\0"))
            }
        }
        #expect(monitor.pending().isEmpty)
        #expect(!link.hasMore)
    }

    @Test("the kernel tells of a message's user and group; from a socket of another kind it tells of no group")
    func told() throws {
        let link = try Netlink()
        var sender = inkd_netlink_sender()
        var bytes = [UInt8](repeating: 0, count: 64)
        try link.send([1, 2, 3])
        #expect(inkd_netlink_receive(link.listener, &bytes, bytes.count, &sender) == 3)
        #expect(sender.user == .max, "it was not asked")
        #expect(inkd_netlink_ask_senders(link.listener) == 0)
        try link.send([1, 2, 3])
        #expect(inkd_netlink_receive(link.listener, &bytes, 2, &sender) == 2)
        #expect(sender.groups == 2 && sender.user == getuid() && sender.is_cut != 0)
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(inkd_netlink_ask_senders(ends[0]) == 0 && Glibc.send(ends[1], bytes, 5, 0) == 5)
        #expect(inkd_netlink_receive(ends[0], &bytes, bytes.count, &sender) == 5)
        #expect(sender.groups == 0 && sender.user == getuid() && sender.is_cut == 0)
        #expect(inkd_netlink_receive(ends[0], &bytes, bytes.count, &sender) == -1 && errno == EAGAIN)
    }

    /// A socket that listens to a group of user programs' messages (NETLINK_USERSOCK), to which everybody may send, and one that sends.
    private final class Netlink {
        let listener: Int32
        private let speaker: Int32
        private static let group: UInt32 = 2

        init() throws {
            func open(groups: UInt32) throws -> Int32 {
                let made = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), Int32(NETLINK_USERSOCK))
                try #require(made >= 0)
                var address = sockaddr_nl()
                (address.nl_family, address.nl_groups) = (sa_family_t(AF_NETLINK), groups)
                try #require(Self.call(&address) { bind(made, $0, $1) } == 0)
                return made
            }
            listener = try open(groups: Self.group)
            speaker = try open(groups: 0)
        }

        deinit { for end in [listener, speaker] { close(end) } }

        func send(_ bytes: [UInt8]) throws {
            var address = sockaddr_nl()
            (address.nl_family, address.nl_groups) = (sa_family_t(AF_NETLINK), Self.group)
            let count = Self.call(&address) { sendto(speaker, bytes, bytes.count, 0, $0, $1) }
            // the group has it; the kernel, to which it is sent as well, does not listen
            try #require(count == bytes.count || errno == ECONNREFUSED)
        }

        var hasMore: Bool {
            var request = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            return poll(&request, 1, 0) != 0
        }

        private static func call<Answer>(
            _ address: inout sockaddr_nl, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Answer
        ) -> Answer {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_nl>.size)) }
            }
        }
    }
}
