/// An element of XML as it stands in a file, names with their prefixes.
public struct XMLNode: Sendable, Hashable {
    /// An attribute; also a declaration of a namespace.
    public struct Attribute: Sendable, Hashable {
        /// With its prefix: "xml:id".
        public var name: String
        /// Without entities.
        public var value: String

        /// An attribute.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What is within an element.
    public enum Content: Sendable, Hashable {
        /// A child.
        case element(XMLNode)
        /// Text; space between children is none.
        case text(String)
        /// A comment.
        case comment(String)
    }

    /// With its prefix: "math", "inkml:trace".
    public var name: String
    /// In the order of the file.
    public var attributes: [Attribute]
    /// In the order of the file.
    public var contents: [Content]
    /// Where it begins in the file it was read from; not part of what it is.
    var line: Int?

    /// An element; attributes without a value are left out.
    public init(_ name: String, _ attributes: [(String, String?)] = [], text: String? = nil, _ children: [XMLNode] = []) {
        self.name = name
        self.attributes = attributes.compactMap { name, value in value.map { Attribute(name, $0) } }
        contents = (text.map { [.text($0)] } ?? []) + children.map(Content.element)
    }

    /// The name without its prefix.
    public var localName: String { String(name.split(separator: ":").last ?? "") }

    /// The value of the attribute with this name, prefix included.
    public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The elements directly within it.
    public var children: [XMLNode] { contents.compactMap { if case .element(let child) = $0 { child } else { nil } } }

    /// The first child that is called so, prefix apart.
    public func child(_ localName: String) -> XMLNode? { children.first { $0.localName == localName } }

    /// All its text, that of its children not included.
    public var text: String { contents.map { if case .text(let text) = $0 { text } else { "" } }.joined() }

    /// The name within the document that others refer to it by; both spellings occur.
    var id: String? { self["xml:id"] ?? self["id"] }

    public static func == (a: Self, b: Self) -> Bool { a.name == b.name && a.attributes == b.attributes && a.contents == b.contents }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(attributes)
        hasher.combine(contents)
    }
}
