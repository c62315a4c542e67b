/// What the compositor says, as far as an input method needs it.
enum CompositorEvent: Hashable {
    /// A request was wrong; the connection is over.
    case failed(String)
    /// Something can be bound.
    case global(name: UInt32, interface: String)
    /// All that could be bound at the start has been told.
    case listed
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
    var inputMethod: UInt32 = 0

    /// What an event says. The numbers of events are those of wayland.xml and input-method-unstable-v2.xml.
    ///
    /// - Throws: `WireError` if it is too short for what it should say.
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
        case (inputMethod, let opcode): return try FieldEvent(opcode, &arguments).map(CompositorEvent.field) ?? .other
        default: return .other
        }
    }
}
