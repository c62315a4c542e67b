internal import Varlink

/// Lines of Swift, indented by their nesting.
struct SwiftText {
    private(set) var lines: [String] = []
    private var depth = 0

    /// All lines.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Adds a line, indented unless it is empty.
    mutating func line(_ line: String = "") { lines.append(line.isEmpty ? "" : String(repeating: "    ", count: depth) + line) }

    /// Adds a line with a list between brackets, split into several lines if it would be too long.
    mutating func list(_ opening: String, _ items: [String], _ closing: String) {
        let whole = opening + items.joined(separator: ", ") + closing
        guard whole.count + 4 * depth > 140 else { return line(whole) }
        line(opening)
        var row = "   "
        for (index, item) in items.enumerated() {
            let next = " " + item + (index < items.count - 1 ? "," : "")
            if row.count + next.count + 4 * depth > 140 {
                line(row)
                row = "   "
            }
            row += next
        }
        line(row)
        line(closing)
    }

    /// Adds lines as a documentation comment.
    mutating func comment(_ comment: [String]) {
        for text in comment { line(text.isEmpty ? "///" : "/// " + text) }
    }

    /// Adds a line that opens a brace, the lines of `body`, and the closing brace.
    mutating func block(_ opening: String, _ body: (inout SwiftText) -> Void) {
        line(opening + " {")
        fill(body)
    }

    /// Adds a block like `block(_:_:)`, for an opening that contains a list between brackets.
    mutating func block(_ opening: String, _ items: [String], _ closing: String, _ body: (inout SwiftText) -> Void) {
        list(opening, items, closing + " {")
        fill(body)
    }

    private mutating func fill(_ body: (inout SwiftText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }

    /// Separates successive declarations by an empty line.
    mutating func separate() {
        if let last = lines.last, !last.isEmpty, !last.hasSuffix("{") { line() }
    }
}

/// Conversions of Varlink's names to Swift's.
enum SwiftName {
    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else", "enum",
        "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal",
        "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Returns a name, in backticks if it is a Swift keyword.
    static func name(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Returns the function of a method: `GetState` is `getState`.
    static func function(_ method: String) -> String { name(method.prefix(1).lowercased() + method.dropFirst()) }

    /// Returns the type name for a field with an unnamed type: `Phase` for `phase`.
    static func type(ofField field: String) -> String { field.prefix(1).uppercased() + field.dropFirst() }

    /// Returns the last part of an interface's name with a capital letter: "Editor".
    static func stem(of interface: String) -> String {
        type(ofField: String(interface[(interface.lastIndex(of: ".").map(interface.index(after:)) ?? interface.startIndex)...]))
    }

    /// Returns the type that contains an interface's types: `EditorInterface`.
    static func interface(_ interface: String) -> String { stem(of: interface) + "Interface" }

    /// Returns the type of a field with this name.
    static func type(_ type: InterfaceDefinition.TypeExpression, of field: String) -> String {
        switch type {
        case .bool: "Bool"
        case .int: "Int"
        case .float: "Double"
        case .string: "String"
        case .object: "[String: JSONValue]"
        case .optional(let wrapped): Self.type(wrapped, of: field) + "?"
        case .array(let element): "[\(Self.type(element, of: field))]"
        case .map(let element): "[String: \(Self.type(element, of: field))]"
        case .structure, .enumeration: Self.type(ofField: field)
        case .named(let name): name
        }
    }
}
