/// The compositor's events that an input method needs.
enum CompositorEvent: Hashable {
    /// A request was wrong; the connection is over.
    case failed(String)
    /// Something can be bound.
    case global(name: UInt32, interface: String, version: UInt32)
    /// All globals that existed at the start have been announced.
    case listed
    /// The seat's input method is this one, or it has been refused.
    case settled
    /// About the field that has the focus.
    case field(FieldEvent)
    /// About the seat's keyboard, whose keys this client gets or got.
    case keyboard(GrabEvent, grab: UInt32)
    /// The seat has a keyboard in use, whose keymap comes along in a file.
    case hasKeyboard(object: UInt32)
    /// An object's number may be given anew.
    case freed(UInt32)
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
    /// Keyboards of the seat, and grabs of their keys; also those that were released and may have had events on their way.
    var keyboards: Set<UInt32> = []
    var grabs: Set<UInt32> = []

    /// The compositor has done with an object of the keyboard's; false for any other.
    mutating func remove(_ number: UInt32) -> Bool { (keyboards.remove(number) ?? grabs.remove(number)) != nil }

    /// Decodes an event. The numbers of events are those of wayland.xml and input-method-unstable-v2.xml.
    ///
    /// - Throws: `WireError` if it is too short for its arguments.
    func event(_ message: WireMessage) throws(WireError) -> CompositorEvent {
        var arguments = WireReader(message)
        switch (message.object, message.opcode) {
        case (Self.display, 0):
            let (object, code) = (try arguments.number(), try arguments.number())
            return .failed("object \(object), error \(code): \(String(decoding: try arguments.text(), as: UTF8.self))")
        case (Self.display, 1): return .freed(try arguments.number())
        case (registry, 0):
            let name = try arguments.number()
            let interface = String(decoding: try arguments.text(), as: UTF8.self)
            return .global(name: name, interface: interface, version: try arguments.number())
        case (listing, 0): return .listed
        case (settling, 0): return .settled
        case (inputMethod, let opcode): return try FieldEvent(opcode, &arguments).map(CompositorEvent.field) ?? .other
        case (let keyboard, 0) where keyboards.contains(keyboard): return .hasKeyboard(object: keyboard)
        case (let grab, let opcode) where grabs.contains(grab):
            return try GrabEvent(opcode, &arguments).map { .keyboard($0, grab: grab) } ?? .other
        default: return .other
        }
    }
}
