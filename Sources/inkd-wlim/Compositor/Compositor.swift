internal import InputMethod
internal import System

/// The compositor, to which this client is a seat's input method.
final class Compositor {
    private let socket: WaylandSocket
    private var objects = CompositorObjects()
    /// The names of globals that can be bound.
    private var seat: UInt32?
    private var seatVersion: UInt32 = 1
    private var manager: UInt32?
    private var keyboards: UInt32?
    /// The keyboards are there by which the pen presses keys, and those of the user's keyboard are handed on.
    private var hasKeyboards = false
    /// The object that tells whether the seat has a keyboard in use, while that is asked.
    private var keyboard: UInt32?
    /// The grab by which the keys of the seat's keyboard come here.
    private var grab: UInt32?
    /// Numbers of objects that are gone.
    private var freeNumbers: [UInt32] = []
    private var nextNumber = Number.firstFree

    /// The number of the object that stands for the field.
    static let inputMethod: UInt32 = 6

    /// Numbers that this client gives to its other objects, the display's own being 1. They have to come into use in their order.
    private enum Number {
        static let registry: UInt32 = 2
        static let listing: UInt32 = 3
        static let seat: UInt32 = 4
        static let manager: UInt32 = 5
        // 6 is the input method
        static let settling: UInt32 = 7
        static let keyboards: UInt32 = 8
        static let penKeyboard: UInt32 = 9
        static let handKeyboard: UInt32 = 10
        static let firstFree: UInt32 = 11
    }

    /// Requests of wl_seat, of zwp_input_method_v2, and of a wl_keyboard or a grab.
    private enum Request {
        static let getKeyboard: UInt16 = 1
        static let grabKeyboard: UInt16 = 5
        static let release: UInt16 = 0
    }

    /// Since this one keyboards can be released.
    private static let seatVersion: UInt32 = 3

    /// What the compositor says.
    enum Event: Hashable {
        case field(FieldEvent)
        /// Of the seat's keyboard; `isLate` if it was sent before the compositor knew that its keys are wanted no more.
        case keyboard(KeyboardEvent, isLate: Bool)
    }

    /// Asks for the compositor's globals.
    ///
    /// - Throws: `closed`.
    init(_ socket: WaylandSocket) throws(WlimError) {
        self.socket = socket
        objects.registry = Number.registry
        objects.listing = Number.listing
        let display = CompositorObjects.display
        try socket.send([WireMessage(to: display, 1).with(Number.registry), WireMessage(to: display, 0).with(Number.listing)])
    }

    /// To wait for with `poll`.
    var fileDescriptor: Int32 { socket.fileDescriptor }

    /// It takes keys of its clients.
    var takesKeys: Bool { keyboards != nil }

    /// It has taken this client for the seat's input method, as far as one knows: a refusal would come as an event.
    var isReady: Bool { objects.inputMethod != 0 }

    /// Takes received messages; gives the events of the field and of the keyboard.
    ///
    /// - Throws: `closed`, `refused`, `malformed`, `unsupported`, `noSeat`, `noKeymap`.
    func receive() throws(WlimError) -> [Event] {
        try socket.receive()
        var events: [Event] = []
        while let message = try socket.next() {
            switch try event(message) {
            case .failed(let words): throw .refused(words)
            case .global(let name, "wl_seat", let version) where seat == nil: (seat, seatVersion) = (name, min(version, Self.seatVersion))
            case .global(let name, "zwp_input_method_manager_v2", _): manager = name
            case .global(let name, "zwp_virtual_keyboard_manager_v1", _): keyboards = name
            case .listed: try becomeInputMethod()
            // who is refused needs none
            case .settled: if !events.contains(.field(.unavailable)) { try makeKeyboards() }
            case .field(let event): events.append(.field(event))
            case .keyboard(let event, let grab): keyboardEvent(event).map { events.append(.keyboard($0, isLate: grab != self.grab)) }
            case .hasKeyboard(let object):
                // what its keys mean the grab says
                _ = socket.nextFile()
                if object == keyboard { try grabPresentKeyboard() }
            case .freed(let number): if objects.remove(number) { freeNumbers.append(number) }
            case .global, .other: break
            }
        }
        return events
    }

    /// nil for a keymap that cannot be read: the one before it stays.
    private func keyboardEvent(_ event: GrabEvent) -> KeyboardEvent? {
        switch event {
        case .key(let key): return .key(key)
        case .modifiers(let modifiers): return .modifiers(modifiers)
        case .keymap(let format, let size):
            guard let file = socket.nextFile(), format == VirtualKeyboard.xkb, size <= VirtualKeyboard.keymapLimit else { return nil }
            return (try? file.read(Int(size), at: 0)).map { .keymap($0) }
        }
    }

    private func event(_ message: WireMessage) throws(WlimError) -> CompositorEvent {
        do {
            return try objects.event(message)
        } catch {
            throw .malformed(error)
        }
    }

    private func becomeInputMethod() throws(WlimError) {
        guard objects.inputMethod == 0 else { return }
        guard let manager else { throw .unsupported }
        guard let seat else { throw .noSeat }
        func bind(_ name: UInt32, _ interface: String, version: UInt32 = 1, as number: UInt32) -> WireMessage {
            WireMessage(to: Number.registry, 0).with(name).with(interface).with(version).with(number)
        }
        objects.inputMethod = Self.inputMethod
        try socket.send([
            bind(seat, "wl_seat", version: seatVersion, as: Number.seat), bind(manager, "zwp_input_method_manager_v2", as: Number.manager),
            WireMessage(to: Number.manager, 0).with(Number.seat).with(Self.inputMethod),
        ])
        guard let keyboards else { return }
        objects.settling = Number.settling
        try socket.send([
            WireMessage(to: CompositorObjects.display, 0).with(Number.settling),
            bind(keyboards, "zwp_virtual_keyboard_manager_v1", as: Number.keyboards),
        ])
    }

    /// Sends requests that change the field.
    ///
    /// - Throws: `closed`.
    func change(_ requests: [WireMessage]) throws(WlimError) { try socket.send(requests) }

    /// Presses a key in the application that has the focus; nothing where the compositor takes no keys of its clients.
    ///
    /// - Throws: `closed`.
    func press(_ key: Composition.PenKey) throws(WlimError) {
        guard hasKeyboards else { return }
        let time = UInt32(truncatingIfNeeded: Int64(InputMethodSession.now / .milliseconds(1)))
        try socket.send(VirtualKeyboard.press(key, on: Number.penKeyboard, time: time))
    }

    /// Keys that come here can be handed on, and given back.
    var canGrabKeyboard: Bool { hasKeyboards && seatVersion >= Self.seatVersion }

    /// The keys of the seat's keyboard come here, and not to the application, or will in a moment.
    var isGrabbing: Bool { grab != nil || keyboard != nil }

    /// Has the keys come here from now on, or no more; nothing where that cannot be.
    ///
    /// The compositor is asked first whether there is a keyboard: sway 1.7 crashes of a grab where the last one that was used has been unplugged.
    ///
    /// - Throws: `closed`.
    func grabKeyboard(_ isWanted: Bool) throws(WlimError) {
        guard canGrabKeyboard, isWanted != isGrabbing else { return }
        if isWanted {
            let number = newNumber()
            objects.keyboards.insert(number)
            keyboard = number
            return try socket.send([WireMessage(to: Number.seat, Request.getKeyboard).with(number)])
        }
        // their numbers are free when the compositor says so
        let released = [keyboard, grab].compactMap(\.self)
        (keyboard, grab) = (nil, nil)
        try socket.send(released.map { WireMessage(to: $0, Request.release) })
    }

    private func grabPresentKeyboard() throws(WlimError) {
        guard let keyboard else { return }
        self.keyboard = nil
        let number = newNumber()
        objects.grabs.insert(number)
        grab = number
        try socket.send([
            WireMessage(to: Self.inputMethod, Request.grabKeyboard).with(number), WireMessage(to: keyboard, Request.release),
        ])
    }

    private func newNumber() -> UInt32 {
        if let number = freeNumbers.popLast() { return number }
        defer { nextNumber += 1 }
        return nextNumber
    }

    /// Hands an event of the user's keyboard on to the application that has the focus.
    ///
    /// - Throws: `closed`, `noKeymap`.
    func handOn(_ event: KeyboardEvent) throws(WlimError) {
        guard hasKeyboards else { return }
        switch event {
        case .keymap(let text): try setKeymap(text, of: Number.handKeyboard)
        case .key(let key): try socket.send([VirtualKeyboard.request(key, on: Number.handKeyboard)])
        case .modifiers(let modifiers): try socket.send([VirtualKeyboard.request(modifiers, on: Number.handKeyboard)])
        }
    }

    /// At the start, and not with the first key: sway takes the focus from its field for a moment when a keyboard comes, and with it what the key was
    /// for.
    private func makeKeyboards() throws(WlimError) {
        for keyboard in [Number.penKeyboard, Number.handKeyboard] {
            try socket.send([VirtualKeyboard.creation(of: keyboard, by: Number.keyboards, seat: Number.seat)])
            try setKeymap(VirtualKeyboard.keymap, of: keyboard)
        }
        hasKeyboards = true
    }

    private func setKeymap(_ text: [UInt8], of keyboard: UInt32) throws(WlimError) {
        do throws(SystemError) {
            // in memory: the service may write into no folder
            let file = try Descriptor(inMemory: "inkd-wlim-keymap")
            try file.write(text)
            try socket.send([VirtualKeyboard.keymap(size: text.count, on: keyboard)], with: file)
        } catch {
            throw .noKeymap(errno: error.code)
        }
    }
}
