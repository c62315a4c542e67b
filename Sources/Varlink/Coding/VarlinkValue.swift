@_exported public import JSON

/// A value in a message. It can be decoded from parsed JSON, and written as JSON.
public protocol VarlinkValue: Sendable {
    /// Decodes the value of `json`.
    ///
    /// - Throws: The first difference between the JSON value and the type.
    init(json: JSONValue, unknownFields: UnknownFields) throws(Mismatch)

    /// Writes the value.
    func write(to json: inout JSONWriter)
}

/// The treatment of fields that a type does not have.
public enum UnknownFields: Sendable, Hashable {
    /// Unknown fields are errors. This is for calls, in which an unknown hint must not be ignored silently.
    case refused
    /// Unknown fields are ignored. This is for replies, because a later version may report more.
    case ignored
}

/// The first difference between a value and its type.
public struct Mismatch: Error, Sendable, Hashable, CustomStringConvertible {
    private var steps: String
    /// The expected and the actual value.
    public var reason: String

    /// Creates a mismatch whose path is empty.
    public init(_ reason: String) {
        steps = ""
        self.reason = reason
    }

    /// Creates a mismatch of the expected and the actual value.
    public init(expected: String, found value: JSONValue) { self.init("expected \(expected), found \(value.kind)") }

    /// The path to the value, such as "events[2].phase"; empty for the whole message.
    public var path: String { steps.first == "." ? String(steps.dropFirst()) : steps }

    /// The path and the reason.
    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }

    /// Returns the mismatch with a longer path, which begins at the object that contains the value in this field.
    public func inside(field: String) -> Mismatch { inside(".\(field)") }

    /// Returns the mismatch with a longer path, which begins at the array that contains the value at this index.
    public func inside(index: Int) -> Mismatch { inside("[\(index)]") }

    private func inside(_ step: String) -> Mismatch {
        var outer = self
        outer.steps = step + steps
        return outer
    }
}

/// The fields of an object, from which a struct is decoded in the order of the interface.
///
/// The path of a mismatch is built while the error is returned, so that valid values need no paths.
public struct JSONFields {
    @usableFromInline let members: [String: JSONValue]
    @usableFromInline let unknownFields: UnknownFields
    @usableFromInline var known = 0

    /// Creates the fields of `json`.
    ///
    /// - Throws: A mismatch if `json` is not an object.
    @inlinable public init(_ json: JSONValue, unknownFields: UnknownFields) throws(Mismatch) {
        guard case .object(let members) = json else { throw Mismatch(expected: "object", found: json) }
        self.members = members
        self.unknownFields = unknownFields
    }

    /// Decodes a required field.
    ///
    /// - Throws: A mismatch if the field is missing, or has the wrong type.
    @inlinable public mutating func required<Value: VarlinkValue>(_ name: String) throws(Mismatch) -> Value {
        guard let json = members[name] else { throw Mismatch("is missing").inside(field: name) }
        known += 1
        do {
            return try Value(json: json, unknownFields: unknownFields)
        } catch {
            throw error.inside(field: name)
        }
    }

    /// Decodes a field that may be null or missing.
    ///
    /// - Throws: A mismatch if the field is present and has the wrong type.
    @inlinable public mutating func optional<Value: VarlinkValue>(_ name: String) throws(Mismatch) -> Value? {
        // if all members have been decoded, no look-up is necessary
        guard known < members.count, let json = members[name] else { return nil }
        known += 1
        if case .null = json { return nil }
        do {
            return try Value(json: json, unknownFields: unknownFields)
        } catch {
            throw error.inside(field: name)
        }
    }

    /// Finishes decoding the fields.
    ///
    /// - Parameter names: the names of all fields that were decoded.
    /// - Throws: A mismatch if the object has other fields, and unknown fields are refused.
    @inlinable public func end(_ names: @autoclosure () -> [String]) throws(Mismatch) {
        guard known < members.count, unknownFields == .refused else { return }
        let names = names()
        if let unknown = members.keys.filter({ !names.contains($0) }).min() { throw Mismatch("is unknown").inside(field: unknown) }
    }
}
