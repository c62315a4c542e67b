internal import ArgumentParser
internal import InkEvaluation

extension InkKind: ExpressibleByArgument {}

/// `key=value` on a command line.
struct Assignment: ExpressibleByArgument, Equatable {
    /// The text before the first `=`; never empty.
    var key: String
    /// The text after the first `=`.
    var value: String

    init?(argument: String) {
        guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else { return nil }
        key = String(argument[..<sign])
        value = String(argument[argument.index(after: sign)...])
    }
}

/// Enumerations of other modules as arguments on the command line. The arguments are the names of the cases.
enum Choice {
    /// Returns the value with this name.
    ///
    /// - Throws: `ValidationError` that lists the names.
    static func named<Value: CaseIterable & RawRepresentable<String>>(_ name: String) throws -> Value {
        guard let value = Value(rawValue: name) else { throw ValidationError("must be one of \(names(Value.self))") }
        return value
    }

    /// Returns a shell completion that offers the names of all values.
    static func completion<Value: CaseIterable & RawRepresentable<String>>(_: Value.Type) -> CompletionKind {
        .list(Value.allCases.map(\.rawValue))
    }

    /// Returns all names.
    static func names<Value: CaseIterable & RawRepresentable<String>>(_: Value.Type) -> String {
        Value.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

/// A position on the page, or a displacement: `x,y` on a command line, in millimeters, y downward.
struct PagePoint: ExpressibleByArgument, Equatable {
    var x: Double
    var y: Double

    init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else { return nil }
        self.init(x: x, y: y)
    }
}

/// A width and a height: `100x30` on a command line, in millimeters.
struct PageSize: ExpressibleByArgument, Equatable {
    var width: Double
    var height: Double

    init?(argument: String) {
        let numbers = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1] else { return nil }
        guard width > 0, width.isFinite, height > 0, height.isFinite else { return nil }
        self.width = width
        self.height = height
    }
}
