import Glibc
import InputMethod
import Testing

@testable import inkd_wlim

@Suite("What the compositor says")
struct CompositorTests {
    private var objects = CompositorObjects()

    init() { (objects.registry, objects.listing, objects.inputMethod) = (2, 3, 6) }

    @Test("events mean what the protocol's files say")
    func events() throws {
        #expect(
            try objects.event(WireMessage(to: 2, 0).with(17).with("wl_seat").with(8)) == .global(name: 17, interface: "wl_seat", version: 8)
        )
        #expect(try objects.event(WireMessage(to: 3, 0).with(1)) == .listed)
        #expect(try objects.event(WireMessage(to: 6, 0)) == .field(.activate))
        #expect(try objects.event(WireMessage(to: 6, 1)) == .field(.deactivate))
        #expect(
            try objects.event(WireMessage(to: 6, 2).with("ab").with(1).with(2)) == .field(.surrounding([97, 98], cursor: 1, anchor: 2)))
        #expect(try objects.event(WireMessage(to: 6, 3).with(1)) == .field(.cause(isOther: true)))
        #expect(try objects.event(WireMessage(to: 6, 4).with(3).with(8)) == .field(.content(hint: 3, purpose: 8)))
        #expect(try objects.event(WireMessage(to: 6, 5)) == .field(.done))
        #expect(try objects.event(WireMessage(to: 6, 6)) == .field(.unavailable))
        #expect(try objects.event(WireMessage(to: 1, 1).with(3)) == .freed(3))
    }

    @Test("so do those of the seat's keyboard")
    mutating func keyboardEvents() throws {
        (objects.keyboards, objects.grabs) = ([11], [12])
        #expect(try objects.event(WireMessage(to: 11, 0).with(1).with(500)) == .hasKeyboard(object: 11))
        #expect(try objects.event(WireMessage(to: 12, 0).with(1).with(500)) == .keyboard(.keymap(format: 1, size: 500), grab: 12))
        let key = Keystroke(time: 77, code: 30, isPressed: true)
        #expect(try objects.event(WireMessage(to: 12, 1).with(9).with(77).with(30).with(1)) == .keyboard(.key(key), grab: 12))
        let modifiers = Modifiers(depressed: 1, latched: 2, locked: 3, group: 4)
        #expect(
            try objects.event(WireMessage(to: 12, 2).with(9).with(1).with(2).with(3).with(4)) == .keyboard(.modifiers(modifiers), grab: 12))
        #expect(try objects.event(WireMessage(to: 12, 3).with(25).with(600)) == .other)
        #expect(throws: WireError.truncated(object: 12, opcode: 1)) { try objects.event(WireMessage(to: 12, 1).with(9).with(77)) }
    }

    @Test("what is new in the protocol, or about other objects, is passed over")
    func unknown() throws {
        #expect(try objects.event(WireMessage(to: 6, 7).with(1)) == .other)
        #expect(try objects.event(WireMessage(to: 4, 0).with(3)) == .other)
        #expect(try objects.event(WireMessage(to: 12, 1).with(1).with(2).with(3).with(1)) == .other)
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
