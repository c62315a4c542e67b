internal import ArgumentParser

/// Values of an enumeration of another module as arguments: by their names.
enum Choice {
    /// The value with this name.
    ///
    /// - Throws: `ValidationError` that lists the names.
    static func named<Value: CaseIterable & RawRepresentable<String>>(_ name: String) throws -> Value {
        guard let value = Value(rawValue: name) else { throw ValidationError("there is no \(name): choose one of \(names(Value.self))") }
        return value
    }

    /// All names.
    static func names<Value: CaseIterable & RawRepresentable<String>>(_: Value.Type) -> String {
        Value.allCases.map(\.rawValue).joined(separator: ", ")
    }
}
