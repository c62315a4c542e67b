internal import XML

extension InkDocument {
    /// Maximum file size; a page of ink takes a hundredth of it.
    static let maximumBytes = 32 << 20

    private static let form = XMLForm(
        root: "ink",
        containers: [
            "ink", "definitions", "context", "inkSource", "traceFormat", "intermittentChannels", "channelProperties", "sourceProperty",
            "brush",
            "canvas", "traceGroup", "traceView",
        ],
        pieces: ["trace", "annotation", "channel", "channelProperty", "brushProperty", "timestamp"])

    /// Reads InkML. Damaged traces are left out and counted in `leftOut`.
    ///
    /// - Throws: `RecordingError` if the file is not InkML, or if no part of it is intact.
    public init(inkML bytes: [UInt8]) throws(RecordingError) {
        guard bytes.count <= Self.maximumBytes else {
            throw RecordingError(problem: "the InkML has \(bytes.count) bytes", remedy: "reduce it to at most \(Self.maximumBytes)")
        }
        let document = try XMLParser.read(bytes, as: Self.form)
        let root = document.root
        guard root.localName == "ink" else {
            throw RecordingError(
                line: root.line, problem: "the file is a \(RecordingError.quoted(root.name)), not InkML",
                remedy: "give a file whose root is <ink>")
        }
        self.init(attributes: root.attributes, contents: [], prefix: String(root.name.dropLast(root.localName.count)))
        outerComments = document.comments
        var reading = InkMLReading(root: root, prefix: prefix, leftOut: document.leftOut, fault: document.fault)
        contents = reading.elements(of: root, format: nil)
        leftOut = reading.leftOut
        if !contents.contains(where: \.hasTrace), let fault = reading.fault { throw fault }
        Self.settleTypes(&contents)
    }

    /// Treats untyped channels with only whole values as integers if they have both a resolution and a unit, because only integer counts
    /// have both.
    private static func settleTypes(_ contents: inout [Element]) {
        var whole: [TraceFormat: Bool] = [:]
        visitTraces(&contents) { trace in
            guard trace.format.mayCount else { return }
            let isWhole = trace.values.allSatisfy { if case .number(let number) = $0 { number.scale == 0 } else { true } }
            whole[trace.format] = (whole[trace.format] ?? true) && isWhole
        }
        guard whole.values.contains(true) else { return }
        visitTraces(&contents) { trace in
            guard whole[trace.format] == true else { return }
            for index in trace.format.channels.indices where !trace.format.channels[index].isTyped {
                trace.format.channels[index].type = "integer"
            }
        }
    }

    private static func visitTraces(_ contents: inout [Element], _ body: (inout Trace) -> Void) {
        for index in contents.indices {
            switch contents[index] {
            case .trace(var trace):
                body(&trace)
                contents[index] = .trace(trace)
            case .group(var group):
                visitTraces(&group.contents, body)
                contents[index] = .group(group)
            default: break
            }
        }
    }
}

extension InkDocument.Element {
    /// Whether the element is a trace or contains a trace.
    fileprivate var hasTrace: Bool {
        switch self {
        case .trace: true
        case .group(let group): group.contents.contains(where: \.hasTrace)
        default: false
        }
    }
}

extension TraceFormat {
    /// Whether a position channel may be an integer count: it has a unit of length and a resolution, but no type.
    fileprivate var mayCount: Bool {
        channels.contains {
            ["X", "Y"].contains($0.name) && !$0.isTyped && Self.millimeters($0.units) != nil && resolutions[$0.name] != nil
        }
    }
}

/// Converts XML to elements, and counts the damaged ones.
private struct InkMLReading {
    private(set) var leftOut: LeftOut
    /// The first fault; nil if everything is intact.
    private(set) var fault: RecordingError?
    private let prefix: String
    /// The prefixes, with their colon, that the root declares for the format's namespace.
    private let prefixes: Set<String>
    private var contexts: InkContexts

    init(root: XML, prefix: String, leftOut: LeftOut, fault: RecordingError?) {
        (self.prefix, self.leftOut, self.fault) = (prefix, leftOut, fault)
        var prefixes = Set(
            root.attributes.filter { $0.name.hasPrefix("xmlns:") && $0.value == InkDocument.namespace }.map {
                String($0.name.dropFirst(6)) + ":"
            })
        // names without a prefix are InkML's unless another namespace is the default
        if [nil, InkDocument.namespace].contains(root["xmlns"]) { prefixes.insert("") }
        self.prefixes = prefixes
        contexts = InkContexts(root: root)
    }

    private mutating func lose(_ noun: String, _ node: XML, _ error: RecordingError) {
        let error = RecordingError(line: error.line ?? node.line, problem: error.problem, remedy: error.remedy)
        leftOut.add(noun, line: error.line, error.problem)
        fault = fault ?? error
    }

    mutating func elements(of parent: XML, format: TraceFormat?) -> [InkDocument.Element] {
        var elements: [InkDocument.Element] = []
        for content in parent.contents {
            switch content {
            case .text: break
            case .comment(let text): elements.append(.comment(text))
            case .element(let node): if let element = element(node, format: format) { elements.append(element) }
            }
        }
        return elements
    }

    /// Converts a node; nil if it is left out.
    private mutating func element(_ node: XML, format: TraceFormat?) -> InkDocument.Element? {
        let own = String(node.name.dropLast(node.localName.count))
        guard own == prefix || prefixes.contains(own) else { return .other(node) }
        let inner = reference(node)
        switch node.localName {
        case "trace":
            do throws(RecordingError) {
                return .trace(try InkDocument.Trace(node, format: inner ?? format ?? contexts.current))
            } catch {
                // the name of an element in another namespace may mean anything
                guard own == prefix else { return .other(node) }
                lose("trace", node, error)
                return nil
            }
        case "traceGroup":
            return .group(InkDocument.Group(attributes: node.attributes, contents: elements(of: node, format: inner ?? format)))
        case "traceView": return .view(InkDocument.Group(attributes: node.attributes, contents: elements(of: node, format: nil)))
        case "annotation" where node.children.isEmpty:
            return .annotation(InkDocument.Annotation(attributes: node.attributes, text: node.text))
        default:
            do throws(RecordingError) { try contexts.pass(node) } catch { lose(node.localName, node, error) }
            return .other(node)
        }
    }

    /// Returns the format of the context that the element refers to; nil if it has no reference or an invalid one.
    private mutating func reference(_ node: XML) -> TraceFormat? {
        guard let reference = node["contextRef"] else { return nil }
        do throws(RecordingError) {
            return try contexts.format(reference, line: node.line)
        } catch {
            lose("contextRef", node, error)
            return nil
        }
    }
}

extension InkDocument.Trace {
    fileprivate init(_ node: XML, format: TraceFormat) throws(RecordingError) {
        do throws(RecordingError) {
            self.init(attributes: node.attributes, format: format, values: try TraceText.values(of: node.text, format: format))
        } catch {
            let name = (node.id).map { " " + RecordingError.quoted($0) } ?? ""
            throw RecordingError(line: node.line, problem: "trace\(name): \(error.problem)", remedy: error.remedy)
        }
    }
}
