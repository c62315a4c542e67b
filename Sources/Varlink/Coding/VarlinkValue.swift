/// A value that goes over the wire: read from parsed JSON, and written as JSON.
public protocol VarlinkValue: Sendable {
    /// The value that `json` is.
    ///
    /// - Throws: The first difference from the type.
    init(json: JSONValue, unknownFields: UnknownFields) throws(Mismatch)

    /// Writes the value.
    func write(to json: inout JSONWriter)
}

/// The treatment of fields that a struct does not have.
public enum UnknownFields: Sendable, Hashable {
    /// In calls: a hint that is not understood must not seem to count.
    case refused
    /// In replies: a later version may say more.
    case ignored
}

/// The first difference of a value from its type.
public struct Mismatch: Error, Sendable, Hashable, CustomStringConvertible {
    private var steps: String
    /// The expected and the actual value.
    public var reason: String

    /// The value itself is of the wrong type.
    public init(_ reason: String) {
        steps = ""
        self.reason = reason
    }

    /// A mismatch of the expected and the actual value.
    public init(expected: String, found value: JSONValue) { self.init("expected \(expected), found \(value.kind)") }

    /// The way to the value, such as "events[2].phase"; empty for the whole.
    public var path: String { steps.first == "." ? String(steps.dropFirst()) : steps }

    /// The path and the reason.
    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }

    /// The same, seen from the object that has it in this field.
    public func inside(field: String) -> Mismatch { inside(".\(field)") }

    /// The same, seen from the array that has it at this place.
    public func inside(index: Int) -> Mismatch { inside("[\(index)]") }

    private func inside(_ step: String) -> Mismatch {
        var outer = self
        outer.steps = step + steps
        return outer
    }
}

/// The fields of an object, while a struct is made of them in the order in which the interface has them.
///
/// The path of a mismatch grows on the way back, so that a right value costs none.
public struct JSONFields {
    @usableFromInline let members: [String: JSONValue]
    @usableFromInline let unknownFields: UnknownFields
    @usableFromInline var known = 0

    /// The fields of `json`.
    ///
    /// - Throws: If it is no object.
    @inlinable public init(_ json: JSONValue, unknownFields: UnknownFields) throws(Mismatch) {
        guard case .object(let members) = json else { throw Mismatch(expected: "object", found: json) }
        self.members = members
        self.unknownFields = unknownFields
    }

    /// A field that must be there.
    ///
    /// - Throws: If it is missing, or of the wrong type.
    @inlinable public mutating func required<Value: VarlinkValue>(_ name: String) throws(Mismatch) -> Value {
        guard let json = members[name] else { throw Mismatch("is missing").inside(field: name) }
        known += 1
        do {
            return try Value(json: json, unknownFields: unknownFields)
        } catch {
            throw error.inside(field: name)
        }
    }

    /// A field that may be null or missing.
    ///
    /// - Throws: If it is there, and of the wrong type.
    @inlinable public mutating func optional<Value: VarlinkValue>(_ name: String) throws(Mismatch) -> Value? {
        // where all members are known by now there is no need to look
        guard known < members.count, let json = members[name] else { return nil }
        known += 1
        if case .null = json { return nil }
        do {
            return try Value(json: json, unknownFields: unknownFields)
        } catch {
            throw error.inside(field: name)
        }
    }

    /// Ends the reading of fields.
    ///
    /// - Parameter names: all fields that were read.
    /// - Throws: If there are others, and these are refused.
    @inlinable public func end(_ names: @autoclosure () -> [String]) throws(Mismatch) {
        guard known < members.count, unknownFields == .refused else { return }
        let names = names()
        if let unknown = members.keys.filter({ !names.contains($0) }).min() { throw Mismatch("is unknown").inside(field: unknown) }
    }
}
