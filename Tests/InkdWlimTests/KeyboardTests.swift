import InputMethod
import Testing

@testable import inkd_wlim

@Suite("The keyboards of the input method")
struct KeyboardTests {
    @Test("they are there from the beginning, with a keymap")
    func atOnce() throws {
        let double = try CompositorDouble()
        #expect(double.compositor.takesKeys)
        let before = try double.requests()
        #expect(before.contains(WireMessage(to: 5, 0).with(4).with(Compositor.inputMethod)))
        #expect(try double.nextFile() == nil)
        try double.say(WireMessage(to: 7, 0).with(0))
        #expect(try double.compositor.receive().isEmpty)
        let size = VirtualKeyboard.keymap.count
        #expect(
            try double.requests()
                == [UInt32(9), 10].flatMap {
                    [VirtualKeyboard.creation(of: $0, by: 8, seat: 4), VirtualKeyboard.keymap(size: size, on: $0)]
                })
        for _ in 0..<2 { #expect(try double.nextFile() == VirtualKeyboard.keymap) }
        try double.compositor.press(.enter)
        #expect(try double.requests().map(\.object) == [9, 9])
    }

    @Test("who is refused has none")
    func refused() throws {
        let double = try CompositorDouble()
        try double.say(WireMessage(to: Compositor.inputMethod, 6), WireMessage(to: 7, 0).with(0))
        #expect(try double.compositor.receive() == [.field(.unavailable)])
        _ = try double.requests()
        #expect(try double.nextFile() == nil)
    }

    @Test("a compositor that takes no keys gets none, and keeps its own")
    func withoutManager() throws {
        let double = try CompositorDouble(["wl_seat", "zwp_input_method_manager_v2"])
        #expect(!double.compositor.takesKeys)
        _ = try double.requests()
        try double.compositor.press(.enter)
        try double.compositor.grabKeyboard(true)
        try double.compositor.handOn(.key(Keystroke(time: 1, code: 30, isPressed: true)))
        #expect(try double.requests().isEmpty && !double.compositor.isGrabbing)
    }
}

@Suite("The keys of the seat's keyboard come to the input method")
struct GrabTests {
    private static let key = WireMessage(to: 12, 1).with(9).with(77).with(30).with(1)
    private static let keystroke = Keystroke(time: 77, code: 30, isPressed: true)

    /// A compositor with a keyboard, whose keys come.
    private static func grabbed() throws -> CompositorDouble {
        let double = try CompositorDouble.settled()
        try double.compositor.grabKeyboard(true)
        try double.say(WireMessage(to: 11, 0).with(1).with(4), file: Array("map".utf8))
        #expect(try double.compositor.receive().isEmpty)
        _ = try double.requests()
        return double
    }

    @Test("once the compositor has said that there is a keyboard")
    func asked() throws {
        let double = try CompositorDouble.settled()
        try double.compositor.grabKeyboard(true)
        #expect(double.compositor.isGrabbing)
        #expect(try double.requests() == [WireMessage(to: 4, 1).with(11)])
        try double.compositor.grabKeyboard(true)
        #expect(try double.requests().isEmpty)
        try double.say(WireMessage(to: 11, 0).with(1).with(4), file: Array("map".utf8))
        #expect(try double.compositor.receive().isEmpty)
        #expect(try double.requests() == [WireMessage(to: 6, 5).with(12), WireMessage(to: 11, 0)])
    }

    @Test("not where they are wanted no more by then")
    func tooLate() throws {
        let double = try CompositorDouble.settled()
        try double.compositor.grabKeyboard(true)
        try double.compositor.grabKeyboard(false)
        #expect(try double.requests() == [WireMessage(to: 4, 1).with(11), WireMessage(to: 11, 0)])
        try double.say(WireMessage(to: 11, 0).with(1).with(4), file: Array("map".utf8))
        #expect(try double.compositor.receive().isEmpty && !double.compositor.isGrabbing)
        #expect(try double.requests().isEmpty)
    }

    @Test("a keymap comes in its own file")
    func keymap() throws {
        let double = try Self.grabbed()
        try double.say(WireMessage(to: 12, 0).with(1).with(6), file: Array("other\0".utf8))
        #expect(try double.compositor.receive() == [.keyboard(.keymap(Array("other\0".utf8)), isLate: false)])
        // of another format, and without a file
        try double.say(WireMessage(to: 12, 0).with(0).with(6), file: Array("other\0".utf8))
        try double.say(WireMessage(to: 12, 0).with(1).with(6))
        #expect(try double.compositor.receive().isEmpty)
    }

    @Test("those on their way when they are wanted no more are late, and numbers are given anew")
    func late() throws {
        let double = try Self.grabbed()
        try double.say(Self.key)
        #expect(try double.compositor.receive() == [.keyboard(.key(Self.keystroke), isLate: false)])
        try double.compositor.grabKeyboard(false)
        #expect(try double.requests() == [WireMessage(to: 12, 0)])
        try double.say(Self.key, WireMessage(to: 1, 1).with(11), WireMessage(to: 1, 1).with(12), WireMessage(to: 1, 1).with(7), Self.key)
        #expect(try double.compositor.receive() == [.keyboard(.key(Self.keystroke), isLate: true)])
        for _ in 0..<100 {
            try double.compositor.grabKeyboard(true)
            let number = try #require(double.requests().first?.body.first)
            #expect([11, 12].contains(number))
            try double.compositor.grabKeyboard(false)
            try double.say(WireMessage(to: 1, 1).with(UInt32(number)))
            #expect(try double.compositor.receive().isEmpty)
            _ = try double.requests()
        }
    }

    @Test("not from a seat whose keyboards cannot be given back")
    func oldSeat() throws {
        let double = try CompositorDouble.settled(seatVersion: 2)
        try double.compositor.grabKeyboard(true)
        #expect(try double.requests().isEmpty && !double.compositor.isGrabbing)
    }

    @Test("and go on by a keyboard of the input method's")
    func handedOn() throws {
        let double = try Self.grabbed()
        try double.compositor.handOn(.keymap([65, 0]))
        try double.compositor.handOn(.modifiers(Modifiers(depressed: 1, latched: 0, locked: 2, group: 3)))
        try double.compositor.handOn(.key(Self.keystroke))
        #expect(
            try double.requests() == [
                WireMessage(to: 10, 0).with(1).with(2), WireMessage(to: 10, 2).with(1).with(0).with(2).with(3),
                WireMessage(to: 10, 1).with(77).with(30).with(1),
            ])
    }
}
