extension Bool: VarlinkValue {
    /// Decodes a bool.
    @inlinable public init(json: JSONValue, unknownFields: UnknownFields) throws(Mismatch) {
        guard case .bool(let value) = json else { throw Mismatch(expected: "bool", found: json) }
        self = value
    }

    /// Writes true or false.
    public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension Int: VarlinkValue {
    /// Decodes a number without fraction and exponent.
    @inlinable public init(json: JSONValue, unknownFields: UnknownFields) throws(Mismatch) {
        guard case .int(let value) = json else { throw Mismatch(expected: "int", found: json) }
        self.init(value)
    }

    /// Writes the number in decimal.
    public func write(to json: inout JSONWriter) { json.int(Int64(self)) }
}

extension Double: VarlinkValue {
    /// Decodes any number.
    @inlinable public init(json: JSONValue, unknownFields: UnknownFields) throws(Mismatch) {
        switch json {
        case .double(let value): self = value
        case .int(let value): self.init(value)
        default: throw Mismatch(expected: "float", found: json)
        }
    }

    /// Writes the shortest decimal number that is decoded to the same value.
    public func write(to json: inout JSONWriter) { json.double(self) }
}

extension String: VarlinkValue {
    /// Decodes a string.
    @inlinable public init(json: JSONValue, unknownFields: UnknownFields) throws(Mismatch) {
        guard case .string(let value) = json else { throw Mismatch(expected: "string", found: json) }
        self = value
    }

    /// Writes the string in quotes.
    public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Array: VarlinkValue where Element: VarlinkValue {
    /// Decodes an array of elements of this type.
    @inlinable public init(json: JSONValue, unknownFields: UnknownFields) throws(Mismatch) {
        guard case .array(let values) = json else { throw Mismatch(expected: "array", found: json) }
        self.init()
        reserveCapacity(values.count)
        for value in values {
            do {
                append(try Element(json: value, unknownFields: unknownFields))
            } catch {
                throw error.inside(index: count)
            }
        }
    }

    /// Writes the values in brackets.
    public func write(to json: inout JSONWriter) { json.array(self) }
}

extension Dictionary: VarlinkValue where Key == String, Value: VarlinkValue {
    /// Decodes an object whose members have values of this type.
    public init(json: JSONValue, unknownFields: UnknownFields) throws(Mismatch) {
        guard case .object(let members) = json else { throw Mismatch(expected: "object", found: json) }
        self.init(minimumCapacity: members.count)
        // report the mismatch with the first key, so that equal calls always get equal answers
        var first: (key: String, mismatch: Mismatch)?
        for (key, value) in members {
            do {
                self[key] = try Value(json: value, unknownFields: unknownFields)
            } catch {
                if first.map({ key < $0.key }) ?? true { first = (key, error) }
            }
        }
        if let first { throw first.mismatch.inside(field: first.key) }
    }

    /// Writes an object, sorted by key.
    public func write(to json: inout JSONWriter) { json.map(self) }
}

extension Optional: VarlinkValue where Wrapped: VarlinkValue {
    /// Decodes the value or null.
    public init(json: JSONValue, unknownFields: UnknownFields) throws(Mismatch) {
        if case .null = json { self = nil } else { self = try Wrapped(json: json, unknownFields: unknownFields) }
    }

    /// Writes the value or null.
    public func write(to json: inout JSONWriter) {
        if let self { self.write(to: &json) } else { json.null() }
    }
}

extension JSONValue: VarlinkValue {
    /// Stores the JSON value unchanged.
    public init(json: JSONValue, unknownFields: UnknownFields) { self = json }

    /// Writes the value as JSON. Numbers without a JSON representation (NaN, infinities) cause an error when the message is encoded.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool(let value): json.bool(value)
        case .int(let value): json.int(value)
        case .double(let value): json.double(value)
        case .string(let value): json.string(value)
        case .array(let values): json.array(values)
        case .object(let members): json.map(members)
        }
    }
}

/// An enumeration whose cases are strings in JSON.
public protocol VarlinkEnumeration: VarlinkValue, Hashable, RawRepresentable, CaseIterable where RawValue == String {}

extension VarlinkEnumeration {
    /// Decodes the case with this name.
    public init(json: JSONValue, unknownFields: UnknownFields) throws(Mismatch) {
        guard case .string(let text) = json else { throw Mismatch(expected: "string", found: json) }
        guard let value = Self(rawValue: text) else {
            throw Mismatch("expected one of \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self = value
    }

    /// Writes the name in quotes.
    public func write(to json: inout JSONWriter) { json.string(rawValue) }
}

/// No parameters: the empty object.
public struct Empty: VarlinkValue, Hashable {
    /// Creates the empty object.
    public init() {}

    /// Decodes an object without fields.
    public init(json: JSONValue, unknownFields: UnknownFields) throws(Mismatch) {
        try JSONFields(json, unknownFields: unknownFields).end([])
    }

    /// Writes the empty object.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.endObject()
    }
}
