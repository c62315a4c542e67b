internal import Markup

extension InkDocument {
    /// Larger files are refused: a page of ink takes a hundredth of it.
    static let maximumBytes = 32 << 20

    /// Reads InkML.
    ///
    /// - Throws: `RecordingError` if it is no well-formed InkML, or refers to what is not there.
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
