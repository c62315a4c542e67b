import Glibc
import InputMethod
import System
import Testing

@testable import inkd_wlim

@Suite("What the compositor says")
struct CompositorTests {
    private var objects = CompositorObjects()

    init() { (objects.registry, objects.listing, objects.inputMethod) = (2, 3, 6) }

    @Test("events mean what the protocol's files say")
    func events() throws {
        #expect(
            try objects.event(WireMessage(to: 2, 0).with(17).with("wl_seat").with(8)) == .global(name: 17, interface: "wl_seat"))
        #expect(try objects.event(WireMessage(to: 3, 0).with(1)) == .listed)
        #expect(try objects.event(WireMessage(to: 6, 0)) == .field(.activate))
        #expect(try objects.event(WireMessage(to: 6, 1)) == .field(.deactivate))
        #expect(
            try objects.event(WireMessage(to: 6, 2).with("ab").with(1).with(2)) == .field(.surrounding([97, 98], cursor: 1, anchor: 2)))
        #expect(try objects.event(WireMessage(to: 6, 3).with(1)) == .field(.cause(isOther: true)))
        #expect(try objects.event(WireMessage(to: 6, 4).with(3).with(8)) == .field(.content(hint: 3, purpose: 8)))
        #expect(try objects.event(WireMessage(to: 6, 5)) == .field(.done))
        #expect(try objects.event(WireMessage(to: 6, 6)) == .field(.unavailable))
    }

    @Test("what is new in the protocol, or about other objects, is passed over")
    func unknown() throws {
        #expect(try objects.event(WireMessage(to: 6, 7).with(1)) == .other)
        #expect(try objects.event(WireMessage(to: 4, 0).with(3)) == .other)
        #expect(try objects.event(WireMessage(to: 1, 1).with(3)) == .other)
        #expect(try CompositorObjects().event(WireMessage(to: 6, 0)) == .other)
    }

    @Test("a refusal comes with its reason")
    func refusal() throws {
        #expect(
            try objects.event(WireMessage(to: 1, 0).with(6).with(1).with("invalid role")) == .failed("object 6, error 1: invalid role"))
        #expect(throws: WireError.truncated(object: 1, opcode: 0)) { try objects.event(WireMessage(to: 1, 0).with(6)) }
    }

    @Test("who cannot be helped by starting again says so in the exit status")
    func exitStatus() {
        #expect(WlimError.unavailable(others: []).exitStatus == 69 && WlimError.unsupported.exitStatus == 69)
        #expect(WlimError.noSeat.exitStatus == 1 && WlimError.noSeat.description.contains("wl_seat"))
        #expect(WlimError.closed(errno: 0).exitStatus == 1)
        #expect(WlimError.unavailable(others: ["Fcitx 5", "IBus"]).description.contains("probably Fcitx 5 or IBus"))
    }

    @Test("only the user's own processes are looked at")
    func ownProcesses() {
        #expect(!OtherInputMethods.processes(of: getuid()).isEmpty)
        #expect(OtherInputMethods.processes(of: uid_t.max - 1).isEmpty)
    }
}

@Suite("The keyboard by which the pen presses keys")
struct KeyboardTests {
    /// Reads a client's requests up to the end, and the content of the last file that comes with them.
    private static func requests(_ socket: borrowing Descriptor) throws -> (messages: [WireMessage], file: [UInt8]?) {
        var buffer = MessageBuffer()
        var file: [UInt8]?
        while true {
            var bytes = [UInt8](repeating: 0, count: 4096)
            // room for the head of a control message, and one descriptor
            var control = [UInt64](repeating: 0, count: 3)
            let number = socket.number
            let (count, controlLength) = bytes.withUnsafeMutableBytes { bytes in
                control.withUnsafeMutableBytes { control in
                    var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                    return withUnsafeMutablePointer(to: &part) { part in
                        var message = msghdr()
                        (message.msg_iov, message.msg_iovlen) = (part, 1)
                        (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                        let count = recvmsg(number, &message, Int32(MSG_DONTWAIT))
                        return (count, message.msg_controllen)
                    }
                }
            }
            guard count > 0 else { break }
            if controlLength > 0 {
                let number = control.withUnsafeBytes { $0.load(fromByteOffset: MemoryLayout<cmsghdr>.size, as: Int32.self) }
                file = try Descriptor(taking: number).read(1 << 16, at: 0)
            }
            buffer.append(bytes[..<count])
        }
        var messages: [WireMessage] = []
        while let message = try buffer.next() { messages.append(message) }
        return (messages, file)
    }

    /// A compositor that has these globals.
    private static func compositor(_ globals: [String], at other: borrowing Descriptor, _ end: Int32) throws -> Compositor {
        let compositor = try Compositor(WaylandSocket(taking: Descriptor(taking: end)))
        let announced = globals.enumerated().map { WireMessage(to: 2, 0).with(UInt32($0 + 1)).with($1).with(1) }
        try other.write((announced + [WireMessage(to: 3, 0).with(0)]).flatMap(\.bytes))
        #expect(try compositor.receive().isEmpty && compositor.isReady)
        return compositor
    }

    @Test("it is there from the beginning, with its keymap")
    func atOnce() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let other = Descriptor(taking: ends[1])
        let globals = ["wl_seat", "zwp_input_method_manager_v2", "zwp_virtual_keyboard_manager_v1"]
        let compositor = try Self.compositor(globals, at: other, ends[0])
        #expect(compositor.takesKeys)
        let before = try Self.requests(other)
        #expect(before.messages.contains(WireMessage(to: 5, 0).with(4).with(Compositor.inputMethod)))
        #expect(before.file == nil)
        try other.write(WireMessage(to: 7, 0).with(0).bytes)
        #expect(try compositor.receive().isEmpty)
        let (messages, file) = try Self.requests(other)
        #expect(messages == VirtualKeyboard.creation(of: 9, by: 8, seat: 4))
        #expect(file == VirtualKeyboard.keymap)
        try compositor.press(.enter)
        #expect(try Self.requests(other).messages.map(\.object) == [9, 9])
    }

    @Test("who is refused has none")
    func refused() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let other = Descriptor(taking: ends[1])
        let globals = ["wl_seat", "zwp_input_method_manager_v2", "zwp_virtual_keyboard_manager_v1"]
        let compositor = try Self.compositor(globals, at: other, ends[0])
        _ = try Self.requests(other)
        try other.write(WireMessage(to: Compositor.inputMethod, 6).bytes + WireMessage(to: 7, 0).with(0).bytes)
        #expect(try compositor.receive() == [.unavailable])
        #expect(try Self.requests(other).file == nil)
    }

    @Test("a compositor that takes no keys gets none")
    func withoutManager() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let other = Descriptor(taking: ends[1])
        let compositor = try Self.compositor(["wl_seat", "zwp_input_method_manager_v2"], at: other, ends[0])
        #expect(!compositor.takesKeys)
        _ = try Self.requests(other)
        try compositor.press(.enter)
        #expect(try Self.requests(other).messages.isEmpty)
    }
}
