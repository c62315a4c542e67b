public import Markup

/// A document of Ink Markup Language (W3C Recommendation of 20 September 2011): everything that is in it, with its traces' values as exact
/// numbers.
///
/// Everything but traces, groups and annotations (definitions, contexts, sources, brushes, MathML) is kept as XML.
public struct InkDocument: Sendable, Hashable {
    /// The namespace of the format.
    public static let namespace = "http://www.w3.org/2003/InkML"

    /// The namespace prefix of InkML's names: "" or such as "inkml:".
    public var prefix: String
    /// Of the root, declarations of namespaces included.
    public var attributes: [XML.Attribute]
    /// In the order of the file.
    public var contents: [Element]
    /// Remarks before and behind the root; they are written before it.
    public var outerComments: [String] = []

    /// A document of these.
    public init(attributes: [XML.Attribute] = [.init("xmlns", namespace)], contents: [Element], prefix: String = "") {
        self.attributes = attributes
        self.contents = contents
        self.prefix = prefix
    }

    /// A part of a document.
    public indirect enum Element: Sendable, Hashable {
        /// The samples of a stroke, or of a part of one.
        case trace(Trace)
        /// Traces that belong together.
        case group(Group)
        /// A reference to traces that stand elsewhere, or several of them.
        case view(Group)
        /// An annotation of the element that it stands in: `truth` and `UI` are CROHME's words for the label and the name.
        case annotation(Annotation)
        /// A remark for people.
        case comment(String)
        /// Everything else.
        case other(XML)
    }

    /// A note.
    public struct Annotation: Sendable, Hashable {
        /// All of its attributes; `type` is the kind of annotation.
        public var attributes: [XML.Attribute]
        /// Its text.
        public var text: String

        /// Its type.
        public var type: String? { attributes.first { $0.name == "type" }?.value }

        /// A note of this type.
        public init(type: String, text: String) {
            attributes = [.init("type", type)]
            self.text = text
        }

        init(attributes: [XML.Attribute], text: String) {
            self.attributes = attributes
            self.text = text
        }
    }

    /// A group of traces, or a view of some.
    public struct Group: Sendable, Hashable {
        /// `xml:id`, `contextRef`, `brushRef`; of a view also `traceDataRef`, `from`, `to`.
        public var attributes: [XML.Attribute]
        /// In the order of the file.
        public var contents: [Element]

        /// A group of these.
        public init(attributes: [XML.Attribute] = [], contents: [Element]) {
            self.attributes = attributes
            self.contents = contents
        }

        /// The attribute with this name.
        public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    /// A trace.
    public struct Trace: Sendable, Hashable {
        /// `xml:id`, `contextRef`, `brushRef`, `type`, `continuation`, `priorRef`, `timeOffset`, `duration`.
        public var attributes: [XML.Attribute]
        /// The format of its values, by its context.
        public var format: TraceFormat
        /// For every point a value of each channel, in the order of the channels; without differences.
        public var values: [TraceValue]

        /// A trace.
        public init(attributes: [XML.Attribute] = [], format: TraceFormat, values: [TraceValue]) {
            self.attributes = attributes
            self.format = format
            self.values = values
        }

        /// The attribute with this name.
        public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

        /// The identifier by which others refer to it.
        public var id: String? { self["xml:id"] ?? self["id"] }
    }
}

/// The value of a channel at a point.
public enum TraceValue: Sendable, Hashable {
    /// A number.
    case number(ExactDecimal)
    /// Of a channel of type boolean.
    case boolean(Bool)
    /// The channel was not reported.
    case unreported
}

extension InkDocument {
    /// Larger files are refused: a page of ink takes a hundredth of it.
    static let maximumBytes = 32 << 20

    /// Reads InkML.
    ///
    /// - Throws: `RecordingError` if it is no well-formed InkML, or has a dangling reference.
    public init(inkML bytes: [UInt8]) throws(RecordingError) {
        guard bytes.count <= Self.maximumBytes else {
            throw RecordingError(problem: "the InkML has \(bytes.count) bytes", remedy: "cut it to \(Self.maximumBytes) at most")
        }
        let (root, comments) = try XMLParser.read(bytes)
        guard root.localName == "ink" else {
            throw RecordingError(
                line: root.line, problem: "the file is a \(RecordingError.quoted(root.name)), no InkML",
                remedy: "give a file whose root is <ink>")
        }
        self.init(attributes: root.attributes, contents: [], prefix: String(root.name.dropLast(root.localName.count)))
        outerComments = comments
        var contexts = InkContexts(root: root)
        contents = try Self.elements(of: root, prefix: prefix, format: nil, contexts: &contexts)
    }

    private static func elements(
        of parent: XML, prefix: String, format: TraceFormat?, contexts: inout InkContexts
    ) throws(RecordingError) -> [Element] {
        var elements: [Element] = []
        for content in parent.contents {
            switch content {
            case .text: break
            case .comment(let text): elements.append(.comment(text))
            case .element(let node) where node.name != prefix + node.localName: elements.append(.other(node))
            case .element(let node):
                let inner = try node["contextRef"].map { reference throws(RecordingError) in
                    try contexts.format(reference, line: node.line)
                }
                switch node.localName {
                case "trace": elements.append(.trace(try Trace(node, format: inner ?? format ?? contexts.current)))
                case "traceGroup":
                    let contents = try Self.elements(of: node, prefix: prefix, format: inner ?? format, contexts: &contexts)
                    elements.append(.group(Group(attributes: node.attributes, contents: contents)))
                case "traceView":
                    let contents = try Self.elements(of: node, prefix: prefix, format: nil, contexts: &contexts)
                    elements.append(.view(Group(attributes: node.attributes, contents: contents)))
                case "annotation" where node.children.isEmpty:
                    elements.append(.annotation(Annotation(attributes: node.attributes, text: node.text)))
                default:
                    try contexts.pass(node)
                    elements.append(.other(node))
                }
            }
        }
        return elements
    }
}

extension InkDocument.Trace {
    fileprivate init(_ node: XML, format: TraceFormat) throws(RecordingError) {
        do {
            self.init(attributes: node.attributes, format: format, values: try TraceText.values(of: node.text, format: format))
        } catch {
            let name = (node.id).map { " " + RecordingError.quoted($0) } ?? ""
            throw RecordingError(line: node.line, problem: "trace\(name): \(error.problem)", remedy: error.remedy)
        }
    }
}

extension InkDocument {
    /// The document as a file. What is read from it again is the same document.
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
    /// The points with commas between, all values in full.
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
