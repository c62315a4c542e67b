public import Markup

/// A document of Ink Markup Language (W3C Recommendation of 20 September 2011): everything that is in it, with its traces' values as exact
/// numbers.
///
/// What is neither trace nor group nor annotation (definitions, contexts, sources, brushes, MathML) is kept as the XML that it is.
public struct InkDocument: Sendable, Hashable {
    /// The namespace of the format.
    public static let namespace = "http://www.w3.org/2003/InkML"

    /// What stands before InkML's own names: "" or such as "inkml:".
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
        /// What somebody says of what it stands in: `truth` and `UI` are CROHME's words for what is written and its name.
        case annotation(Annotation)
        /// A remark for people.
        case comment(String)
        /// Everything else.
        case other(XML)
    }

    /// A note.
    public struct Annotation: Sendable, Hashable {
        /// All of its attributes; `type` tells what it is about.
        public var attributes: [XML.Attribute]
        /// What it says.
        public var text: String

        /// What it is about.
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
        /// What its values mean, as its context tells.
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

        /// What others refer to it by.
        public var id: String? { self["xml:id"] ?? self["id"] }
    }
}

/// What a channel says at a point.
public enum TraceValue: Sendable, Hashable {
    /// A number.
    case number(ExactDecimal)
    /// Of a channel of type boolean.
    case boolean(Bool)
    /// The channel was not reported.
    case unreported
}
