/// An interface in the Varlink interface language (https://varlink.org/Interface-Definition).
public struct InterfaceDefinition: Sendable, Hashable {
    /// The reverse-domain name, such as "org.inkd.Pointer".
    public var name: String
    /// Named structs and enums.
    public var types: [String: TypeExpression]
    /// Methods by name.
    public var methods: [String: MethodSignature]
    /// The parameters of each error by its name.
    public var errors: [String: [Field]]
    /// Types, methods and errors in the order of the text.
    public var members: [Member]
    /// The comment lines above, or beside, what a text has; see `comment(on:)`.
    var comments: [String: [String]]

    /// A type, a method or an error, by its name.
    public enum Member: Sendable, Hashable {
        case type(String)
        case method(String)
        case error(String)
    }

    /// A type as a field may have it.
    public indirect enum TypeExpression: Sendable, Hashable {
        case bool, int, float, string
        /// Any JSON object.
        case object
        /// `?T`: the value, null, or no field at all.
        case optional(TypeExpression)
        /// `[]T`.
        case array(TypeExpression)
        /// `[string]T`: an object with any keys.
        case map(TypeExpression)
        /// `(name: type, …)`.
        case structure([Field])
        /// `(name, name, …)`: one of these strings.
        case enumeration([String])
        /// A type of the same interface by its name.
        case named(String)
    }

    /// A field of a struct.
    public struct Field: Sendable, Hashable {
        /// Its key in the JSON object.
        public var name: String
        /// What it holds.
        public var type: TypeExpression

        /// A field with this name and type.
        public init(name: String, type: TypeExpression) {
            self.name = name
            self.type = type
        }
    }

    /// What a method takes and gives.
    public struct MethodSignature: Sendable, Hashable {
        /// The fields of a call's parameters.
        public var input: [Field]
        /// The fields of a reply's parameters.
        public var output: [Field]

        /// A method that takes `input` and gives `output`.
        public init(input: [Field], output: [Field]) {
            self.input = input
            self.output = output
        }
    }

    /// The interface that the text describes.
    ///
    /// - Throws: `interfaceSyntax` with the line of the first mistake.
    public init(parsing text: String) throws(ProtocolError) {
        var parser = try InterfaceParser(text: text)
        self = try parser.interface()
    }

    /// The comment lines on what these names lead to: the interface itself without any, ["Box"], ["Box", "width"],
    /// ["Undo", "in", "editor"] for a parameter, ["Undo", "out", "state"] for a field of its reply. Empty if there is none.
    public func comment(on place: [String]) -> [String] { comments[place.joined(separator: ".")] ?? [] }

    /// What a method's comment says where the method answers again and again, to calls with `more` only; as systemd writes it.
    public static let requiresMore = "[Requires 'more' flag]"

    /// Whether a method answers again and again, so that a call must say `more`.
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
