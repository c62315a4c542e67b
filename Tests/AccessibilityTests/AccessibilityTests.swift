import CLibsystemd
import DBus
import Foundation
import Glibc
import InputMethod
import Testing

@testable import Accessibility

/// Messages as applications send them, without a bus.
@Suite struct AccessibilityTests {
    private typealias Object = PasswordGuard.Object

    private static let box = Object(application: ":1.7", path: "/org/a11y/atspi/accessible/5")

    /// A message as it has been received.
    private func message(isSignal: Bool, _ body: BusMessage.Body) throws -> BusMessage {
        // sd-bus makes messages only for a bus that connects; nobody answers it here
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        var bus: OpaquePointer?
        try check(sd_bus_new(&bus), "creating a bus connection")
        defer { sd_bus_unref(bus) }
        try check(sd_bus_set_fd(bus, ends[0], ends[0]), "its socket")
        try check(sd_bus_start(bus), "starting it")
        var pointer: OpaquePointer?
        if isSignal {
            try check(sd_bus_message_new_signal(bus, &pointer, Self.box.path, Accessible.events, "StateChanged"), "making a signal")
            try check(sd_bus_message_set_sender(pointer, Self.box.application), "its sender")
        } else {
            try check(
                sd_bus_message_new_method_call(bus, &pointer, ":1.1", Self.box.path, Accessible.interface, "GetRole"), "making a call")
        }
        let message = BusMessage(adopting: try #require(pointer))
        try body(message)
        try check(sd_bus_message_seal(message.pointer, 1, 0), "sealing it")
        try check(sd_bus_message_rewind(message.pointer, 1), "going back in it")
        return message
    }

    private func changed(_ state: String, _ value: Int32) throws -> PasswordGuard.Event? {
        Accessible.event(
            try message(isSignal: true) { message throws(BusError) in
                try message.append(state)
                try message.append(value)
                try message.append(Int32(0))
                try message.container("v", "s") { () throws(BusError) in try message.append("") }
            })
    }

    @Test func `Getting and losing the focus are told apart, and other states are none`() throws {
        #expect(try changed("focused", 1) == .focused(Self.box))
        #expect(try changed("focused", 0) == .unfocused(Self.box))
        #expect(try changed("visible", 1) == nil)
    }

    @Test func `A signal that ends too early is none`() throws {
        let short = try message(isSignal: true) { message throws(BusError) in
            try message.append("focused")
        }
        #expect(Accessible.event(short) == nil)
        let other = try message(isSignal: true) { message throws(BusError) in
            try message.append(UInt32(7))
        }
        #expect(Accessible.event(other) == nil)
    }

    @Test(arguments: [(40, true), (61, false), (79, false)] as [(UInt32, Bool)])
    func `A role is a password's or another`(role: UInt32, isPassword: Bool) throws {
        let answer = try message(isSignal: false) { message throws(BusError) in try message.append(role) }
        #expect(Accessible.event(answer, .role, Self.box) == .role(Self.box, isPassword: isPassword))
    }

    @Test(arguments: [([1 << 12 | 1 << 8, 0], true), ([1 << 11, 1 << 12], false), ([], nil)] as [([UInt32], Bool?)])
    func `A set of states has the focus or not`(states: [UInt32], isThere: Bool?) throws {
        let answer = try message(isSignal: false) { message throws(BusError) in
            try message.container("a", "u") { () throws(BusError) in for state in states { try message.append(state) } }
        }
        #expect(Accessible.event(answer, .focus, Self.box) == .focus(Self.box, isThere: isThere))
    }

    @Test func `Children are read up to a limit`() throws {
        func children(_ limit: Int) throws -> [PasswordGuard.Object] {
            let answer = try message(isSignal: false) { message throws(BusError) in
                try message.container("a", "(so)") { () throws(BusError) in
                    for number in 1...3 {
                        try message.container("r", "so") { () throws(BusError) in
                            try message.append(":1.\(number)")
                            try message.append(path: "/a/\(number)")
                        }
                    }
                }
            }
            return Accessible.children(answer, limit: limit)
        }
        #expect(try children(10).map(\.application) == [":1.1", ":1.2", ":1.3"])
        #expect(try children(2).map(\.path) == ["/a/1", "/a/2"])
    }

    @Test func `No answer says nothing`() throws {
        #expect(Accessible.event(nil, .role, Self.box) == .role(Self.box, isPassword: nil))
        let text = try message(isSignal: false) { message throws(BusError) in try message.append("entry") }
        #expect(Accessible.event(text, .role, Self.box) == .role(Self.box, isPassword: nil))
    }

    @Test(
        arguments: [
            ([10, 20, 300, 40], PixelRectangle(x: 10, y: 20, width: 300, height: 40)),
            ([-5, -6, 7, 8], .init(x: -5, y: -6, width: 7, height: 8)),
            ([-1, -1, -1, -1], nil), ([0, 0, 0, 20], nil), ([1, 2, 3], nil),
        ] as [([Int32], PixelRectangle?)])
    func `A place has an extent`(numbers: [Int32], place: PixelRectangle?) throws {
        let answer = try message(isSignal: false) { message throws(BusError) in
            try message.container("r", String(repeating: "i", count: numbers.count)) { () throws(BusError) in
                for number in numbers { try message.append(number) }
            }
        }
        #expect(Accessible.extents(answer) == place)
    }

    @Test func `The rule for text fields has the signature of AT-SPI`() throws {
        let rule = try message(isSignal: false) { message throws(BusError) in try Accessible.appendFieldRule(limit: 9, to: message) }
        #expect(String(cString: sd_bus_message_get_signature(rule.pointer, 1)) == "(aiia{ss}iaiiasib)uib")
    }

    @Test func `Toolkits differ in what they call the screen`() {
        #expect(ToolkitQuirks(toolkit: "gtk").origin(isWayland: false) == .screen)
        #expect(ToolkitQuirks(toolkit: "gtk").origin(isWayland: true) == .surface)
        #expect(ToolkitQuirks(toolkit: "GTK").origin(isWayland: false) == .window)
        #expect(ToolkitQuirks(toolkit: "Gecko").origin(isWayland: true) == .window)
    }

    @Test func `The choice not to look for password boxes is kept`() throws {
        let folder = NSTemporaryDirectory() + "inkd-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let choice = AccessibilityChoice(environment: ["XDG_CONFIG_HOME": folder, "HOME": "/nowhere"])
        #expect(choice.isOn)
        try choice.set(isOn: false)
        #expect(!choice.isOn)
        #expect(!AccessibilityChoice(environment: ["XDG_CONFIG_HOME": folder]).isOn)
        try choice.set(isOn: true)
        try choice.set(isOn: true)
        #expect(choice.isOn)
    }
}
