internal import Varlink

/// Generates the Swift types of an interface, as they are on the wire.
struct InterfaceGenerator {
    private(set) var swift = SwiftText()

    private typealias Field = InterfaceDefinition.Field

    /// Generates the types of an interface.
    /// - Parameter shared: the types that an earlier interface also defines, with their Swift names there.
    init(_ definition: InterfaceDefinition, shared: [String: String]) {
        let name = SwiftName.interface(definition.name)
        // methods with the same parameters or replies share one type
        var messages: [(name: String, fields: [Field])] = []
        swift.comment(definition.comment(on: []))
        swift.block("public enum \(name)") { swift in
            swift.comment(["The interface's name."])
            swift.line("public static let interfaceName = \"\(definition.name)\"")
            for member in definition.members {
                swift.separate()
                switch member {
                case .type(let type):
                    if let other = shared[type] {
                        swift.comment(definition.comment(on: [type]))
                        swift.line("public typealias \(type) = \(other)")
                    } else if let expression = definition.types[type] {
                        Self.type(type, expression, at: [type], of: definition, to: &swift)
                    }
                case .method(let method):
                    guard let signature = definition.methods[method] else { continue }
                    swift.comment(definition.comment(on: [method]))
                    swift.block("public enum \(method): \(definition.streams(method) ? "StreamingVarlinkMethod" : "VarlinkMethod")") {
                        swift in
                        swift.comment(["The full name."])
                        swift.line("public static let name = \"\(definition.name).\(method)\"")
                        for (type, fields, place) in [("Parameters", signature.input, "in"), ("Reply", signature.output, "out")] {
                            swift.separate()
                            swift.comment([place == "in" ? "The parameters of a call." : "The parameters of a reply."])
                            if fields.isEmpty {
                                swift.line("public typealias \(type) = Empty")
                            } else if let same = messages.first(where: { $0.fields == fields && $0.name.hasSuffix(type) }) {
                                swift.line("public typealias \(type) = \(same.name)")
                            } else {
                                messages.append(("\(name).\(method).\(type)", fields))
                                Self.structure(
                                    "public struct \(type): VarlinkValue, Hashable", fields, at: [method, place], of: definition, to: &swift
                                )
                            }
                        }
                    }
                case .error(let error):
                    swift.comment(definition.comment(on: [error]))
                    Self.structure(
                        "public struct \(error): VarlinkError", definition.errors[error] ?? [], named: "\(definition.name).\(error)",
                        at: [error], of: definition, to: &swift)
                }
            }
        }
    }

    private static func type(
        _ name: String, _ type: InterfaceDefinition.TypeExpression, at place: [String], of definition: InterfaceDefinition,
        to swift: inout SwiftText
    ) {
        swift.comment(definition.comment(on: place))
        switch type {
        case .structure(let fields):
            structure("public struct \(name): VarlinkValue, Hashable", fields, at: place, of: definition, to: &swift)
        case .enumeration(let names):
            swift.block("public enum \(name): String, VarlinkEnumeration") { swift in
                for name in names {
                    swift.comment(definition.comment(on: place + [name]))
                    swift.line("case \(SwiftName.name(name))")
                }
            }
        default: swift.line("public typealias \(name) = \(SwiftName.type(type, of: name))")
        }
    }

    private static func structure(
        _ opening: String, _ fields: [Field], named name: String? = nil, at place: [String], of definition: InterfaceDefinition,
        to swift: inout SwiftText
    ) {
        swift.block(opening) { swift in
            if let name {
                swift.comment(["The full name."])
                swift.line("public static let name = \"\(name)\"")
            }
            for field in fields {
                swift.comment(definition.comment(on: place + [field.name]))
                swift.line("public var \(SwiftName.name(field.name)): \(SwiftName.type(field.type, of: field.name))")
            }
            for field in fields {
                guard let type = field.type.anonymous else { continue }
                swift.separate()
                Self.type(SwiftName.type(ofField: field.name), type, at: place + [field.name], of: definition, to: &swift)
            }
            swift.separate()
            memberwise(fields, to: &swift)
            swift.separate()
            coding(fields, to: &swift)
        }
    }

    private static func memberwise(_ fields: [Field], to swift: inout SwiftText) {
        let parameters = fields.map { field in
            "\(SwiftName.name(field.name)): \(SwiftName.type(field.type, of: field.name))" + (field.type.isOptional ? " = nil" : "")
        }
        swift.comment([fields.isEmpty ? "It has no fields." : "With these fields."])
        swift.block("public init(", parameters, ")") { swift in
            for field in fields { swift.line("self.\(field.name) = \(SwiftName.name(field.name))") }
        }
    }

    private static func coding(_ fields: [Field], to swift: inout SwiftText) {
        swift.comment(["Reads the fields; throws where the first is missing, unknown, or not what it should be."])
        swift.block("public init(json: JSONValue, unknownFields: UnknownFields) throws(Mismatch)") { swift in
            swift.line("\(fields.isEmpty ? "let" : "var") fields = try JSONFields(json, unknownFields: unknownFields)")
            for field in fields {
                swift.line("self.\(field.name) = try fields.\(field.type.isOptional ? "optional" : "required")(\"\(field.name)\")")
            }
            swift.list("try fields.end([", fields.map { "\"\($0.name)\"" }, "])")
        }
        swift.separate()
        swift.comment(["Writes the fields, their keys sorted."])
        swift.block("public func write(to json: inout JSONWriter)") { swift in
            swift.line("json.beginObject()")
            for field in fields.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
                swift.line("json.\(field.type.isOptional ? "optionalMember" : "member")(\"\(field.name)\", \(SwiftName.name(field.name)))")
            }
            swift.line("json.endObject()")
        }
    }
}

extension InterfaceDefinition.TypeExpression {
    /// Whether null or a missing field are valid values.
    var isOptional: Bool {
        if case .optional = self { true } else { false }
    }

    /// The unnamed struct or enumeration in this type; nil if it has no such part.
    var anonymous: Self? {
        switch self {
        case .structure, .enumeration: self
        case .optional(let type), .array(let type), .map(let type): type.anonymous
        default: nil
        }
    }
}
