internal import InputMethod
internal import System

/// The connection to the compositor, for which this client is the input method of a seat.
final class Compositor {
    private let socket: WaylandSocket
    private var objects = CompositorObjects()
    /// The name of the global wl_seat, if it was announced.
    private var seat: UInt32?
    /// The version of wl_seat to bind.
    private var seatVersion: UInt32 = 1
    /// The name of the global zwp_input_method_manager_v2, if it was announced.
    private var manager: UInt32?
    /// The name of the global zwp_virtual_keyboard_manager_v1, if it was announced.
    private var keyboards: UInt32?
    /// Whether the virtual keyboards exist: one presses the pen's keys, the other forwards the user's keys.
    private var hasKeyboards = false
    /// The ID of the object that reports whether the seat has a keyboard in use; nil outside of that query.
    private var keyboard: UInt32?
    /// The ID of the grab of the seat's keyboard; nil without a grab.
    private var grab: UInt32?
    /// The IDs of deleted objects, which can be reused.
    private var freeNumbers: [UInt32] = []
    private var nextNumber = Number.firstFree

    /// The ID of the input method object, which represents the field.
    static let inputMethod: UInt32 = 6

    /// IDs that this client assigns to its objects, and must use in ascending order; the display has ID 1.
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

    /// The opcodes of requests of wl_seat, of zwp_input_method_v2, and of a wl_keyboard or a grab.
    private enum Request {
        static let getKeyboard: UInt16 = 1
        static let grabKeyboard: UInt16 = 5
        static let release: UInt16 = 0
    }

    /// The first version of wl_seat in which keyboards can be released.
    private static let seatVersion: UInt32 = 3

    /// An event from the compositor.
    enum Event: Hashable {
        case field(FieldEvent)
        /// An event of the seat's keyboard. `isLate` is true if the event was sent before the compositor processed the release of the grab.
        case keyboard(KeyboardEvent, isLate: Bool)
    }

    /// Requests the compositor's globals.
    ///
    /// - Throws: `closed`.
    init(_ socket: WaylandSocket) throws(WlimError) {
        self.socket = socket
        objects.registry = Number.registry
        objects.listing = Number.listing
        let display = CompositorObjects.display
        try socket.send([WireMessage(to: display, 1).with(Number.registry), WireMessage(to: display, 0).with(Number.listing)])
    }

    /// The descriptor to wait for with `poll`.
    var fileDescriptor: Int32 { socket.fileDescriptor }

    /// Whether the compositor accepts keys from clients.
    var takesKeys: Bool { keyboards != nil }

    /// Whether the compositor has accepted this client as the seat's input method, as far as is known: a refusal would arrive as an
    /// event.
    var isReady: Bool { objects.inputMethod != 0 }

    /// Handles received messages; returns the events of the field and of the keyboard.
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
            // a refused client needs no keyboards
            case .settled: if !events.contains(.field(.unavailable)) { try makeKeyboards() }
            case .field(let event): events.append(.field(event))
            case .keyboard(let event, let grab): keyboardEvent(event).map { events.append(.keyboard($0, isLate: grab != self.grab)) }
            case .hasKeyboard(let object):
                // discard the keymap, because the grab sends its own
                _ = socket.nextFile()
                if object == keyboard { try grabPresentKeyboard() }
            case .freed(let number): if objects.remove(number) { freeNumbers.append(number) }
            case .global, .other: break
            }
        }
        return events
    }

    /// Converts an event of the grab. Returns nil for an unreadable keymap, so that the previous one stays in use.
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

    /// Presses a key in the focused application; does nothing if the compositor accepts no keys from clients.
    ///
    /// - Throws: `closed`.
    func press(_ key: Composition.PenKey) throws(WlimError) {
        guard hasKeyboards else { return }
        let time = UInt32(truncatingIfNeeded: Int64(InputMethodSession.now / .milliseconds(1)))
        try socket.send(VirtualKeyboard.press(key, on: Number.penKeyboard, time: time))
    }

    /// Whether grabbed keys can be forwarded, and the grab released.
    var canGrabKeyboard: Bool { hasKeyboards && seatVersion >= Self.seatVersion }

    /// Whether the keys of the seat's keyboard arrive here instead of at the application, or will do so soon.
    var isGrabbing: Bool { grab != nil || keyboard != nil }

    /// Grabs or releases the keyboard; does nothing if that is not supported.
    ///
    /// The compositor is asked first whether there is a keyboard: sway 1.7 crashes on a grab if the last used keyboard has been unplugged.
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
        // the compositor reports when their IDs are free
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

    /// Forwards an event of the user's keyboard to the focused application.
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

    /// Creates the keyboards at the start, not at the first key: when a keyboard is added, sway briefly takes the focus from the field,
    /// and the key would be lost.
    private func makeKeyboards() throws(WlimError) {
        for keyboard in [Number.penKeyboard, Number.handKeyboard] {
            try socket.send([VirtualKeyboard.creation(of: keyboard, by: Number.keyboards, seat: Number.seat)])
            try setKeymap(VirtualKeyboard.keymap, of: keyboard)
        }
        hasKeyboards = true
    }

    private func setKeymap(_ text: [UInt8], of keyboard: UInt32) throws(WlimError) {
        do throws(SystemError) {
            // in memory, because the service may not write to any folder
            let file = try Descriptor(inMemory: "inkd-wlim-keymap")
            try file.write(text)
            try socket.send([VirtualKeyboard.keymap(size: text.count, on: keyboard)], with: file)
        } catch {
            throw .noKeymap(errno: error.code)
        }
    }
}
