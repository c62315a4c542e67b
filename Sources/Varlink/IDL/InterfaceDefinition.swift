/// An interface in the Varlink interface language (https://varlink.org/Interface-Definition).
public struct InterfaceDefinition: Sendable, Hashable {
    /// The reverse-domain name, such as "org.inkd.Pointer".
    public var name: String
    /// Named structs and enums.
    public var types: [String: TypeExpression]
    /// Methods by name.
    public var methods: [String: MethodSignature]
    /// The parameters of each error, by the error's name.
    public var errors: [String: [Field]]
    /// Types, methods and errors in the order in which the text defines them.
    public var members: [Member]
    /// The comment lines above or beside each element. See `comment(on:)` for the keys.
    var comments: [String: [String]]

    /// A type, a method or an error, by its name.
    public enum Member: Sendable, Hashable {
        case type(String)
        case method(String)
        case error(String)
    }

    /// The type of a field.
    public indirect enum TypeExpression: Sendable, Hashable {
        case bool, int, float, string
        /// Any JSON object.
        case object
        /// `?T`: a value of type T or null. The field may also be missing.
        case optional(TypeExpression)
        /// `[]T`: an array of values of type T.
        case array(TypeExpression)
        /// `[string]T`: an object with any keys, whose values have type T.
        case map(TypeExpression)
        /// `(name: type, …)`: an object with these fields.
        case structure([Field])
        /// `(name, name, …)`: a string that is one of these names.
        case enumeration([String])
        /// A type that the same interface defines, by its name.
        case named(String)
    }

    /// A field of a struct.
    public struct Field: Sendable, Hashable {
        /// The field's key in the JSON object.
        public var name: String
        /// The field's type.
        public var type: TypeExpression

        /// Creates a field with this name and type.
        public init(name: String, type: TypeExpression) {
            self.name = name
            self.type = type
        }
    }

    /// The parameters and results of a method.
    public struct MethodSignature: Sendable, Hashable {
        /// The fields of a call's parameters.
        public var input: [Field]
        /// The fields of a reply's parameters.
        public var output: [Field]

        /// Creates a signature that accepts `input` and returns `output`.
        public init(input: [Field], output: [Field]) {
            self.input = input
            self.output = output
        }
    }

    /// Parses an interface's text.
    ///
    /// - Throws: `interfaceSyntax` with the line of the first error.
    public init(parsing text: String) throws(ProtocolError) {
        var parser = try InterfaceParser(text: text)
        self = try parser.interface()
    }

    /// Returns the comment lines of an element, or an empty array if it has no comment. `place` contains the names that lead to the
    /// element: [] for the interface, ["Box"] for a type, ["Box", "width"] for its field, ["Undo", "in", "editor"] for a parameter of a
    /// method, ["Undo", "out", "state"] for a field of a reply.
    public func comment(on place: [String]) -> [String] { comments[place.joined(separator: ".")] ?? [] }

    /// The marker at the beginning of a streaming method's comment, as in systemd. Such a method can be called only with `more`.
    public static let requiresMore = "[Requires 'more' flag]"

    /// Whether a method is a streaming method. A call of such a method has to set `more`.
    public func streams(_ method: String) -> Bool { comment(on: [method]).first?.hasPrefix(Self.requiresMore) ?? false }

    init(name: String) {
        self.name = name
        members = []
        comments = [:]
        types = [:]
        methods = [:]
        errors = [:]
    }
}

extension InterfaceDefinition {
    /// A message that the interface describes.
    public enum Message: Sendable, Hashable {
        /// The parameters of a call of a method.
        case input(of: String)
        /// The parameters of a reply of a method.
        case output(of: String)
        /// The parameters of an error. The name does not include the interface.
        case error(String)
    }

    /// Checks the parameters in a message. Returns the first mismatch, such as an unknown field, or nil if the parameters are valid.
    public func check(message value: JSONValue, as message: Message) -> Mismatch? {
        let fields: [Field]?
        switch message {
        case .input(let method): fields = methods[method]?.input
        case .output(let method): fields = methods[method]?.output
        case .error(let error): fields = errors[error]
        }
        guard let fields else { return Mismatch("\(name) has no \(message)") }
        return mismatch(value, .structure(fields))
    }

    /// Returns the first mismatch of `value` from `type`. Each recursive call descends into `value`, except for `optional` and `named`,
    /// which cannot follow themselves. So the recursion is about as deep as `value`. The path is built while the mismatch is returned, so
    /// that valid values need no paths.
    private func mismatch(_ value: JSONValue, _ type: TypeExpression) -> Mismatch? {
        switch (type, value) {
        case (.bool, .bool), (.int, .int), (.float, .int), (.float, .double), (.string, .string), (.object, .object), (.optional, .null):
            return nil
        case (.optional(let wrapped), _):
            return mismatch(value, wrapped)
        case (.named(let name), _):
            guard let type = types[name] else { return Mismatch("unknown type \(name)") }
            return mismatch(value, type)
        case (.array(let element), .array(let values)):
            for (index, value) in values.enumerated() {
                if let mismatch = mismatch(value, element) { return mismatch.inside(index: index) }
            }
            return nil
        case (.map(let element), .object(let members)):
            let mismatches = members.compactMap { key, value in mismatch(value, element).map { (key, $0) } }
            return mismatches.min { $0.0 < $1.0 }.map { key, mismatch in mismatch.inside(field: key) }
        case (.enumeration(let names), .string(let text)):
            return names.contains(text) ? nil : Mismatch("expected one of \(names.joined(separator: ", "))")
        case (.structure(let fields), .object(let members)):
            return mismatch(members, fields)
        default:
            return Mismatch("expected \(Self.text(type)), found \(value.kind)")
        }
    }

    private func mismatch(_ members: [String: JSONValue], _ fields: [Field]) -> Mismatch? {
        for field in fields {
            if let value = members[field.name] {
                if let mismatch = mismatch(value, field.type) { return mismatch.inside(field: field.name) }
            } else if case .optional = field.type {
                continue
            } else {
                return Mismatch("is missing").inside(field: field.name)
            }
        }
        let unknown = members.keys.filter { key in !fields.contains { $0.name == key } }.min()
        return unknown.map { Mismatch("is unknown").inside(field: $0) }
    }

    private static func text(_ type: TypeExpression) -> String {
        switch type {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string, .enumeration: "string"
        case .object, .map, .structure: "object"
        case .array: "array"
        case .optional(let wrapped): text(wrapped)
        case .named(let name): name
        }
    }
}
