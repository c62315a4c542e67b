/// An XML element.
public struct XML: Sendable, Hashable {
    /// An attribute, or a namespace declaration.
    public struct Attribute: Sendable, Hashable {
        /// The name with its prefix: "xml:id". It is written unchanged.
        public var name: String
        /// The value with entities resolved; it is escaped in output.
        public var value: String

        /// Creates an attribute.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The contents of an element.
    public enum Content: Sendable, Hashable {
        /// A child element.
        case element(XML)
        /// Text with entities resolved; it is escaped in output.
        case text(String)
        /// A comment.
        case comment(String)
    }

    /// The name with its prefix: "math", "inkml:trace". It is written unchanged.
    public var name: String
    /// The attributes in order.
    public var attributes: [Attribute]
    /// The contents in order.
    public var contents: [Content]
    /// The line in the parsed file, counted from 1; ignored by comparisons.
    public var line: Int?

    /// Creates an element with text, children, or both.
    public init(_ name: String, _ attributes: [(String, String)] = [], text: String? = nil, _ children: [XML] = []) {
        self.name = name
        self.attributes = attributes.map { Attribute($0, $1) }
        contents = (text.map { [.text($0)] } ?? []) + children.map(Content.element)
    }

    /// Creates an element with those attributes that have a value.
    public init(_ name: String, present attributes: [(String, String?)], _ children: [XML] = []) {
        self.init(name, attributes.compactMap { name, value in value.map { (name, $0) } }, children)
    }

    /// The name without its prefix.
    public var localName: String { String(name.split(separator: ":").last ?? "") }

    /// Returns the value of the attribute with this name, including the prefix.
    public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The child elements.
    public var children: [XML] { contents.compactMap { if case .element(let child) = $0 { child } else { nil } } }

    /// Returns the first child with this name, ignoring the prefix.
    public func child(_ localName: String) -> XML? { children.first { $0.localName == localName } }

    /// The element's own text, without that of its children.
    public var text: String { contents.map { if case .text(let text) = $0 { text } else { "" } }.joined() }

    /// The identifier within the document; both attribute names are in use.
    public var id: String? { self["xml:id"] ?? self["id"] }

    /// Compares name, attributes and contents, regardless of the positions in the documents.
    public static func == (a: Self, b: Self) -> Bool { a.name == b.name && a.attributes == b.attributes && a.contents == b.contents }

    /// Hashes the same properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(attributes)
        hasher.combine(contents)
    }
}
