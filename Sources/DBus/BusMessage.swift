internal import CLibsystemd
internal import Glibc

/// A D-Bus message, being written or read. Its methods replace sd-bus's variadic functions, which cannot be called from Swift.
public final class BusMessage {
    /// A closure that writes the arguments of a message.
    public typealias Body = (BusMessage) throws(BusError) -> Void

    /// The pointer for sd-bus functions, owned by this object.
    public let pointer: OpaquePointer

    /// Takes ownership of a reference.
    public init(adopting pointer: OpaquePointer) { self.pointer = pointer }

    /// Retains a separate reference.
    public init(sharing pointer: OpaquePointer) {
        sd_bus_message_ref(pointer)
        self.pointer = pointer
    }

    deinit { sd_bus_message_unref(pointer) }

    /// Whether this is a method call.
    public var isCall: Bool {
        var type: UInt8 = 0
        return sd_bus_message_get_type(pointer, &type) >= 0 && type == UInt8(SD_BUS_MESSAGE_METHOD_CALL)
    }
    /// The path of the object; empty if missing.
    public var path: String { sd_bus_message_get_path(pointer).map { String(cString: $0) } ?? "" }
    /// The interface of the method or signal; empty if missing.
    public var interface: String { sd_bus_message_get_interface(pointer).map { String(cString: $0) } ?? "" }
    /// The name of the method or signal; empty if missing.
    public var member: String { sd_bus_message_get_member(pointer).map { String(cString: $0) } ?? "" }
    /// The unique name of the sender's connection; empty if missing.
    public var sender: String { sd_bus_message_get_sender(pointer).map { String(cString: $0) } ?? "" }
}

extension BusMessage {
    /// Writes a string.
    public func append(_ text: String) throws(BusError) { try append(text, as: "s") }

    /// Writes an object path.
    public func append(path: String) throws(BusError) { try append(path, as: "o") }

    /// Writes an unsigned integer.
    public func append(_ value: UInt32) throws(BusError) {
        var value = value
        try check(sd_bus_message_append_basic(pointer, Self.code("u"), &value), "writing u")
    }

    /// Writes an integer.
    public func append(_ value: Int32) throws(BusError) {
        var value = value
        try check(sd_bus_message_append_basic(pointer, Self.code("i"), &value), "writing i")
    }

    /// Writes a Boolean.
    public func append(_ value: Bool) throws(BusError) {
        var value: Int32 = value ? 1 : 0
        try check(sd_bus_message_append_basic(pointer, Self.code("b"), &value), "writing b")
    }

    /// Writes a container: `a` array, `v` variant, `r` struct, `e` dictionary entry.
    public func container(_ kind: Character, _ contents: String, _ body: () throws(BusError) -> Void) throws(BusError) {
        try check(sd_bus_message_open_container(pointer, Self.code(kind), contents), "opening \(kind)\(contents)")
        try body()
        try check(sd_bus_message_close_container(pointer), "closing \(kind)\(contents)")
    }

    private func append(_ text: String, as kind: Character) throws(BusError) {
        // a D-Bus string ends at NUL
        let text = text.filter { $0 != "\0" }
        try check(text.withCString { sd_bus_message_append_basic(pointer, Self.code(kind), $0) }, "writing \(kind)")
    }

    static func code(_ kind: Character) -> CChar { CChar(truncatingIfNeeded: kind.asciiValue ?? 0) }
}

extension BusMessage {
    /// Reads a string.
    public func readString() throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        try checkRead(sd_bus_message_read_basic(pointer, Self.code("s"), &text), "s")
        return text.map { String(cString: $0) } ?? ""
    }

    /// Reads an object path.
    public func readPath() throws(BusError) -> String {
        var path: UnsafePointer<CChar>?
        try checkRead(sd_bus_message_read_basic(pointer, Self.code("o"), &path), "o")
        return path.map { String(cString: $0) } ?? ""
    }

    /// Reads an unsigned integer.
    public func readUInt32() throws(BusError) -> UInt32 {
        var value: UInt32 = 0
        try checkRead(sd_bus_message_read_basic(pointer, Self.code("u"), &value), "u")
        return value
    }

    /// Reads an integer.
    public func readInt32() throws(BusError) -> Int32 {
        var value: Int32 = 0
        try checkRead(sd_bus_message_read_basic(pointer, Self.code("i"), &value), "i")
        return value
    }

    /// Reads a Boolean.
    public func readBool() throws(BusError) -> Bool {
        // sd-bus stores a Boolean as an int
        var value: Int32 = 0
        try checkRead(sd_bus_message_read_basic(pointer, Self.code("b"), &value), "b")
        return value != 0
    }

    /// Skips values of these types.
    public func skip(_ types: String) throws(BusError) { try check(sd_bus_message_skip(pointer, types), "skipping \(types)") }

    /// Reads a container. `body` must read all its elements.
    public func inside<Value>(_ kind: Character, _ contents: String, _ body: () throws(BusError) -> Value) throws(BusError) -> Value {
        try check(sd_bus_message_enter_container(pointer, Self.code(kind), contents), "entering \(kind)\(contents)")
        let value = try body()
        try check(sd_bus_message_exit_container(pointer), "leaving \(kind)\(contents)")
        return value
    }

    /// Reads the first elements of a container, and ignores the rest.
    public func first<Value>(in kind: Character, _ contents: String, _ body: () throws(BusError) -> Value) throws(BusError) -> Value {
        guard try check(sd_bus_message_enter_container(pointer, Self.code(kind), contents), "entering \(kind)\(contents)") > 0 else {
            throw .failed(step: "entering \(kind)\(contents)", errno: ENXIO)
        }
        return try body()
    }

    /// Checks the result of a read function, for which 0 means the end of the message.
    private func checkRead(_ result: Int32, _ kind: Character) throws(BusError) {
        guard try check(result, "reading \(kind)") > 0 else { throw .failed(step: "reading \(kind)", errno: ENXIO) }
    }
}
