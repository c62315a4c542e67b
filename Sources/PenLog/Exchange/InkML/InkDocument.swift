public import XML

/// A complete document of Ink Markup Language (W3C Recommendation of 20 September 2011), with its traces' values as exact numbers.
///
/// Everything but traces, groups and annotations (definitions, contexts, sources, brushes, MathML) is kept as XML.
public struct InkDocument: Sendable, Hashable {
    /// The namespace of the format.
    public static let namespace = "http://www.w3.org/2003/InkML"

    /// The namespace prefix of InkML's names: "" or such as "inkml:".
    public var prefix: String
    /// The attributes of the root, including namespace declarations.
    public var attributes: [XML.Attribute]
    /// The elements in file order.
    public var contents: [Element]
    /// Comments before and after the root. In a written file, all of them come before the root.
    public var outerComments: [String] = []
    /// Damaged parts of the file that were left out; not part of the document.
    public var leftOut = LeftOut()

    /// Creates a document.
    public init(attributes: [XML.Attribute] = [.init("xmlns", namespace)], contents: [Element], prefix: String = "") {
        self.attributes = attributes
        self.contents = contents
        self.prefix = prefix
    }

    /// A part of a document.
    public indirect enum Element: Sendable, Hashable {
        /// The samples of a stroke, or of a part of a stroke.
        case trace(Trace)
        /// Traces that belong together.
        case group(Group)
        /// A reference to one or more traces elsewhere.
        case view(Group)
        /// An annotation of its parent element: `truth` and `UI` are CROHME's words for the label and the name.
        case annotation(Annotation)
        /// A comment for readers.
        case comment(String)
        /// Everything else.
        case other(XML)
    }

    /// An annotation.
    public struct Annotation: Sendable, Hashable {
        /// All attributes; `type` is the kind of annotation.
        public var attributes: [XML.Attribute]
        /// The annotation's text.
        public var text: String

        /// The annotation's type.
        public var type: String? { attributes.first { $0.name == "type" }?.value }

        /// Creates an annotation of this type.
        public init(type: String, text: String) {
            attributes = [.init("type", type)]
            self.text = text
        }

        init(attributes: [XML.Attribute], text: String) {
            self.attributes = attributes
            self.text = text
        }
    }

    /// A group of traces, or a view of traces.
    public struct Group: Sendable, Hashable {
        /// The group's attributes: `xml:id`, `contextRef`, `brushRef`. A view also has `traceDataRef`, `from` and `to`.
        public var attributes: [XML.Attribute]
        /// The elements in file order.
        public var contents: [Element]

        /// Creates a group.
        public init(attributes: [XML.Attribute] = [], contents: [Element]) {
            self.attributes = attributes
            self.contents = contents
        }

        /// Returns the value of the attribute with this name.
        public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    /// A trace.
    public struct Trace: Sendable, Hashable {
        /// The trace's attributes: `xml:id`, `contextRef`, `brushRef`, `type`, `continuation`, `priorRef`, `timeOffset`, `duration`.
        public var attributes: [XML.Attribute]
        /// The format of the values, from the context.
        public var format: TraceFormat
        /// For every point one value per channel, in channel order; absolute values, not differences.
        public var values: [TraceValue]

        /// Creates a trace.
        public init(attributes: [XML.Attribute] = [], format: TraceFormat, values: [TraceValue]) {
            self.attributes = attributes
            self.format = format
            self.values = values
        }

        /// Returns the value of the attribute with this name.
        public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

        /// The identifier that other elements use to refer to the trace.
        public var id: String? { self["xml:id"] ?? self["id"] }
    }
}

/// The value of a channel at a point.
public enum TraceValue: Sendable, Hashable {
    /// A number.
    case number(ExactDecimal)
    /// A value of a channel of type boolean.
    case boolean(Bool)
    /// The channel was not reported.
    case unreported
}

extension InkDocument {
    /// Compares the documents; the parts in `leftOut` are ignored.
    public static func == (a: Self, b: Self) -> Bool {
        a.prefix == b.prefix && a.attributes == b.attributes && a.contents == b.contents && a.outerComments == b.outerComments
    }

    /// Hashes the same properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(prefix)
        hasher.combine(attributes)
        hasher.combine(contents)
        hasher.combine(outerComments)
    }
}

extension InkDocument {
    /// The document as a file. Reading the file again gives the same document.
    public var inkML: [UInt8] {
        var root = XML(prefix + "ink")
        root.attributes = attributes
        root.contents = contents.map(content)
        return root.document(after: outerComments)
    }

    private func content(_ element: Element) -> XML.Content {
        switch element {
        case .comment(let text): .comment(text)
        case .other(let node): .element(node)
        case .annotation(let annotation): .element(node("annotation", annotation.attributes, [.text(annotation.text)]))
        case .group(let group): .element(node("traceGroup", group.attributes, group.contents.map(content)))
        case .view(let view): .element(node("traceView", view.attributes, view.contents.map(content)))
        case .trace(let trace): .element(node("trace", trace.attributes, trace.values.isEmpty ? [] : [.text(trace.text)]))
        }
    }

    private func node(_ name: String, _ attributes: [XML.Attribute], _ contents: [XML.Content]) -> XML {
        var node = XML(prefix + name)
        node.attributes = attributes
        node.contents = contents
        return node
    }
}

extension InkDocument.Trace {
    /// The points separated by commas, all values in full.
    fileprivate var text: String {
        let count = max(1, format.channels.count)
        var text = ""
        for (index, value) in values.enumerated() {
            if index > 0 { text += index.isMultiple(of: count) ? ", " : " " }
            switch value {
            case .number(let number): text += number.text
            case .boolean(let flag): text += flag ? "T" : "F"
            case .unreported: text += "?"
            }
        }
        return text
    }
}
