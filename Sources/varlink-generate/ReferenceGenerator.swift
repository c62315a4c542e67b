internal import Varlink

/// Generates the reference of all interfaces, in Markdown.
struct ReferenceGenerator {
    private var lines: [String] = []

    /// Returns the reference of these interfaces, in this order.
    static func text(_ definitions: [InterfaceDefinition]) -> String {
        var generator = ReferenceGenerator()
        generator.lines = [
            "# Reference of the protocol", "",
            "Written by `make generate` from the interface files in `Sources/InkProtocol/Interfaces`; edit those.",
            "[protocol.md](protocol.md) says how messages look, what goes with what, and what to do about errors.", "",
            "`?` before a type: the field may be null or left out. `[]`: an array. `[string]`: an object with any keys.",
            "A method with `[Requires 'more' flag]` answers again and again, to a call that says `more`.", "",
        ]
        for definition in definitions {
            generator.lines.append("- [\(definition.name)](#\(anchor(definition.name)))")
        }
        for definition in definitions { generator.add(definition) }
        return generator.lines.joined(separator: "\n") + "\n"
    }

    private mutating func add(_ definition: InterfaceDefinition) {
        lines += ["", "## \(definition.name)", ""] + definition.comment(on: [])
        for member in definition.members {
            switch member {
            case .type(let name):
                heading("type \(name)", [name], definition)
                switch definition.types[name] {
                case .structure(let fields): table("Field", fields, at: [name], definition)
                case .enumeration(let names):
                    lines += ["", "| Value | Meaning |", "| --- | --- |"]
                    for value in names { lines.append("| `\(value)` | \(Self.cell(definition.comment(on: [name, value]))) |") }
                default: break
                }
            case .method(let name):
                heading("method \(name)", [name], definition)
                table("Parameter", definition.methods[name]?.input ?? [], at: [name, "in"], definition)
                table("Reply", definition.methods[name]?.output ?? [], at: [name, "out"], definition)
            case .error(let name):
                heading("error \(name)", [name], definition)
                table("Field", definition.errors[name] ?? [], at: [name], definition)
            }
        }
    }

    private mutating func heading(_ heading: String, _ place: [String], _ definition: InterfaceDefinition) {
        lines += ["", "### \(heading)", ""] + definition.comment(on: place)
    }

    private mutating func table(
        _ title: String, _ fields: [InterfaceDefinition.Field], at place: [String], _ definition: InterfaceDefinition
    ) {
        guard !fields.isEmpty else { return }
        lines += ["", "| \(title) | Type | Meaning |", "| --- | --- | --- |"]
        for field in fields {
            let meaning = Self.cell(definition.comment(on: place + [field.name]))
            lines.append("| `\(field.name)` | `\(Self.text(field.type))` | \(meaning) |")
        }
    }

    private static func cell(_ comment: [String]) -> String {
        String(comment.joined(separator: " ").flatMap { $0 == "|" ? "\\|" : String($0) })
    }

    /// Returns a heading's anchor, as code hosts create it.
    private static func anchor(_ heading: String) -> String {
        String(heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" })
    }

    private static func text(_ type: InterfaceDefinition.TypeExpression) -> String {
        switch type {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string: "string"
        case .object: "object"
        case .optional(let wrapped): "?" + text(wrapped)
        case .array(let element): "[]" + text(element)
        case .map(let element): "[string]" + text(element)
        case .structure(let fields): "(" + fields.map { "\($0.name): \(text($0.type))" }.joined(separator: ", ") + ")"
        case .enumeration(let names): "(" + names.joined(separator: ", ") + ")"
        case .named(let name): name
        }
    }
}
