/// The compositor's events that an input method needs.
enum CompositorEvent: Hashable {
    /// A request was invalid; the connection is over.
    case failed(String)
    /// A global can be bound.
    case global(name: UInt32, interface: String, version: UInt32)
    /// All globals that existed at the start have been announced.
    case listed
    /// This client is the seat's input method, or has been refused.
    case settled
    /// An event of the focused field.
    case field(FieldEvent)
    /// An event of the seat's keyboard, which is or was grabbed.
    case keyboard(GrabEvent, grab: UInt32)
    /// The seat has a keyboard; its keymap is attached as a file.
    case hasKeyboard(object: UInt32)
    /// An object's ID may be reused.
    case freed(UInt32)
    /// Any other event, which is ignored.
    case other
}

/// IDs of a connection's objects; 0 stands for no object.
struct CompositorObjects {
    /// The display, which exists from the beginning.
    static let display: UInt32 = 1
    var registry: UInt32 = 0
    var listing: UInt32 = 0
    var settling: UInt32 = 0
    var inputMethod: UInt32 = 0
    /// The seat's keyboards, including released ones for which events may still arrive.
    var keyboards: Set<UInt32> = []
    /// The grabs of keyboards, including released ones for which events may still arrive.
    var grabs: Set<UInt32> = []

    /// Removes a keyboard or grab that the compositor has deleted; false for any other object.
    mutating func remove(_ number: UInt32) -> Bool { (keyboards.remove(number) ?? grabs.remove(number)) != nil }

    /// Decodes an event. The opcodes are those of wayland.xml and input-method-unstable-v2.xml.
    ///
    /// - Throws: `WireError` if the event is too short for its arguments.
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
