import Glibc
import System
import Testing

@testable import inkd_wlim

/// The other end of a client's socket: says what a compositor does, and reads what the client asks for.
final class CompositorDouble {
    let compositor: Compositor
    private let socket: WaylandSocket

    /// All that the input method uses.
    static let globals = ["wl_seat", "zwp_input_method_manager_v2", "zwp_virtual_keyboard_manager_v1"]

    /// A compositor that has these globals, and has been asked to take the client for the seat's input method.
    init(_ globals: [String] = CompositorDouble.globals, seatVersion: UInt32 = 7) throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        compositor = try Compositor(WaylandSocket(taking: Descriptor(taking: ends[0])))
        socket = WaylandSocket(taking: Descriptor(taking: ends[1]))
        for (number, interface) in globals.enumerated() {
            try say(WireMessage(to: 2, 0).with(UInt32(number + 1)).with(interface).with(interface == "wl_seat" ? seatVersion : 1))
        }
        try say(WireMessage(to: 3, 0).with(0))
        #expect(try compositor.receive().isEmpty && compositor.isReady)
    }

    /// The same, and has done so.
    static func settled(seatVersion: UInt32 = 7) throws -> CompositorDouble {
        let double = try CompositorDouble(seatVersion: seatVersion)
        try double.say(WireMessage(to: 7, 0).with(0))
        #expect(try double.compositor.receive().isEmpty)
        _ = try double.requests()
        return double
    }

    func say(_ events: WireMessage...) throws { try socket.send(events) }

    /// An event that brings a file.
    func say(_ event: WireMessage, file: [UInt8]) throws {
        let descriptor = try Descriptor(inMemory: "test")
        try descriptor.write(file)
        try socket.send([event], with: descriptor)
    }

    /// What the client has asked for since the last time.
    func requests() throws -> [WireMessage] {
        var requests: [WireMessage] = []
        while true {
            try socket.receive()
            let before = requests.count
            while let request = try socket.next() { requests.append(request) }
            if requests.count == before { return requests }
        }
    }

    /// The content of the next file that has come with a request.
    func nextFile() throws -> [UInt8]? { try socket.nextFile()?.read(1 << 16, at: 0) }
}
