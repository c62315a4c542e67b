internal import InputMethod
internal import System

/// The compositor, to which this client is a seat's input method.
final class Compositor {
    private let socket: WaylandSocket
    private var objects = CompositorObjects()
    /// The names of globals that can be bound.
    private var seat: UInt32?
    private var manager: UInt32?
    private var keyboards: UInt32?
    /// The keyboard by which the pen presses keys is there.
    private var hasKeyboard = false

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
        static let keyboard: UInt32 = 9
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

    /// Takes received messages; gives the field's events.
    ///
    /// - Throws: `closed`, `refused`, `malformed`, `unsupported`, `noSeat`, `noKeymap`.
    func receive() throws(WlimError) -> [FieldEvent] {
        try socket.receive()
        var events: [FieldEvent] = []
        while let message = try socket.next() {
            switch try event(message) {
            case .failed(let words): throw .refused(words)
            case .global(let name, "wl_seat"): seat = seat ?? name
            case .global(let name, "zwp_input_method_manager_v2"): manager = name
            case .global(let name, "zwp_virtual_keyboard_manager_v1"): keyboards = name
            case .listed: try becomeInputMethod()
            // who is refused needs none
            case .settled: if !events.contains(.unavailable) { try makeKeyboard() }
            case .field(let event): events.append(event)
            case .global, .other: break
            }
        }
        return events
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
        func bind(_ name: UInt32, _ interface: String, as number: UInt32) -> WireMessage {
            WireMessage(to: Number.registry, 0).with(name).with(interface).with(1).with(number)
        }
        objects.inputMethod = Self.inputMethod
        try socket.send([
            bind(seat, "wl_seat", as: Number.seat), bind(manager, "zwp_input_method_manager_v2", as: Number.manager),
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
        guard hasKeyboard else { return }
        let time = UInt32(truncatingIfNeeded: Int64(InputMethodSession.now / .milliseconds(1)))
        try socket.send(VirtualKeyboard.press(key, on: Number.keyboard, time: time))
    }

    /// At the start, and not with the first key: sway takes the focus from its field for a moment when a keyboard comes, and with it what the key was
    /// for.
    private func makeKeyboard() throws(WlimError) {
        let creation = VirtualKeyboard.creation(of: Number.keyboard, by: Number.keyboards, seat: Number.seat)
        do throws(SystemError) {
            // in memory: the service may write into no folder
            let file = try Descriptor(inMemory: "inkd-wlim-keymap")
            try file.write(VirtualKeyboard.keymap)
            try socket.send(creation, with: file)
        } catch {
            throw .noKeymap(errno: error.code)
        }
        hasKeyboard = true
    }
}

/// The compositor's events that an input method needs.
enum CompositorEvent: Hashable {
    /// A request was wrong; the connection is over.
    case failed(String)
    /// Something can be bound.
    case global(name: UInt32, interface: String)
    /// All globals that existed at the start have been announced.
    case listed
    /// The seat's input method is this one, or it has been refused.
    case settled
    /// About the field that has the focus.
    case field(FieldEvent)
    /// Nothing that matters here.
    case other
}

/// Numbers of the objects that a connection has. 0: there is none.
struct CompositorObjects {
    /// There from the beginning.
    static let display: UInt32 = 1
    var registry: UInt32 = 0
    var listing: UInt32 = 0
    var settling: UInt32 = 0
    var inputMethod: UInt32 = 0

    /// Decodes an event. The numbers of events are those of wayland.xml and input-method-unstable-v2.xml.
    ///
    /// - Throws: `WireError` if it is too short for its arguments.
    func event(_ message: WireMessage) throws(WireError) -> CompositorEvent {
        var arguments = WireReader(message)
        switch (message.object, message.opcode) {
        case (Self.display, 0):
            let (object, code) = (try arguments.number(), try arguments.number())
            return .failed("object \(object), error \(code): \(String(decoding: try arguments.text(), as: UTF8.self))")
        case (registry, 0):
            let name = try arguments.number()
            return .global(name: name, interface: String(decoding: try arguments.text(), as: UTF8.self))
        case (listing, 0): return .listed
        case (settling, 0): return .settled
        case (inputMethod, let opcode): return try FieldEvent(opcode, &arguments).map(CompositorEvent.field) ?? .other
        default: return .other
        }
    }
}
