internal import Varlink

extension InterfaceDefinition {
    /// The names of elements without a comment.
    var undocumented: [String] {
        var missing: [[String]] = comment(on: []).isEmpty ? [["the interface"]] : []
        func check(_ place: [String]) {
            if comment(on: place).isEmpty { missing.append(place) }
        }
        func check(_ type: TypeExpression?, at place: [String]) {
            switch type {
            case .structure(let fields):
                for field in fields {
                    check(place + [field.name])
                    check(field.type.anonymous, at: place + [field.name])
                }
            case .enumeration(let names): for name in names { check(place + [name]) }
            default: break
            }
        }
        for member in members {
            switch member {
            case .type(let name):
                check([name])
                check(types[name], at: [name])
            case .method(let name):
                check([name])
                check((methods[name]?.input).map { .structure($0) }, at: [name, "in"])
                check((methods[name]?.output).map { .structure($0) }, at: [name, "out"])
            case .error(let name):
                check([name])
                check(errors[name].map { .structure($0) }, at: [name])
            }
        }
        return missing.map { "\(name): \($0.joined(separator: "."))" }
    }

    /// Returns a type in which each name is replaced with the named type, for comparison with a type of another interface. Recursive names
    /// are kept.
    func resolved(_ type: TypeExpression, inside names: [String] = []) -> TypeExpression {
        switch type {
        case .named(let name):
            guard !names.contains(name), let type = types[name] else { return type }
            return resolved(type, inside: names + [name])
        case .optional(let wrapped): return .optional(resolved(wrapped, inside: names))
        case .array(let element): return .array(resolved(element, inside: names))
        case .map(let element): return .map(resolved(element, inside: names))
        case .structure(let fields):
            return .structure(fields.map { Field(name: $0.name, type: resolved($0.type, inside: names)) })
        default: return type
        }
    }
}

/// Returns, for each of these interfaces, the types that an earlier interface has as well, with the same name and fields.
func sharedTypes(of definitions: [InterfaceDefinition]) -> [[String: String]] {
    var first: [String: [(type: InterfaceDefinition.TypeExpression, swift: String)]] = [:]
    return definitions.map { definition in
        var shared: [String: String] = [:]
        for (name, type) in definition.types.sorted(by: { $0.key < $1.key }) {
            let resolved = definition.resolved(type)
            if let known = first[name]?.first(where: { $0.type == resolved }) {
                shared[name] = known.swift
            } else {
                first[name, default: []].append((resolved, "\(SwiftName.interface(definition.name)).\(name)"))
            }
        }
        return shared
    }
}
