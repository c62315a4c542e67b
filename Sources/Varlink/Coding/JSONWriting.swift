extension JSONWriter {
    /// Returns a value as JSON.
    ///
    /// - Throws: `unencodable` if a number is not finite.
    public static func bytes(of value: some VarlinkValue) throws(ProtocolError) -> [UInt8] {
        var json = JSONWriter()
        value.write(to: &json)
        try json.check { "\(type(of: value))" }
        return json.bytes
    }

    /// Checks that all numbers written so far are finite.
    /// - Throws: `unencodable` if a number is not finite.
    func check(_ type: () -> String) throws(ProtocolError) {
        if let unencodableKey { throw .unencodable(type: type(), reason: "\(unencodableKey): not a number in JSON") }
    }

    /// Writes a member of an object.
    @inlinable public mutating func member(_ key: StaticString, _ value: some VarlinkValue) {
        self.key(key)
        value.write(to: &self)
    }

    /// Writes a member of an object; nothing if the value is nil.
    @inlinable public mutating func optionalMember(_ key: StaticString, _ value: (some VarlinkValue)?) {
        if let value { member(key, value) }
    }

    /// Writes an array.
    public mutating func array(_ values: [some VarlinkValue]) {
        beginArray()
        for value in values {
            guard beginElement() else { break }
            value.write(to: &self)
        }
        endArray()
    }

    /// Writes an object with any keys, sorted by key.
    public mutating func map(_ members: [String: some VarlinkValue]) {
        beginObject()
        for (key, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            self.key(key)
            value.write(to: &self)
        }
        endObject()
    }
}
