internal import CLibyaml

/// Builds a tree of a YAML document from libyaml's events, within limits on its size.
///
/// Anchors and aliases are rejected as soon as the parser finds them: a few lines with them can expand to more data than any memory holds.
public struct YAMLTree {
    /// The limits of a document.
    public struct Limits: Sendable {
        /// Maximum number of scalars, sequences and mappings together: a recording has seven of them per event.
        public var nodes: Int
        /// Maximum nesting depth of sequences and mappings: a recording has eight levels.
        public var depth: Int

        /// Creates limits.
        public init(nodes: Int = 20_000_000, depth: Int = 32) {
            self.nodes = nodes
            self.depth = depth
        }
    }

    /// A sequence or mapping that has not ended yet.
    private struct Open {
        var nodes: [YAMLNode] = []
        let isMapping: Bool
        let line: Int
    }

    private let limits: Limits
    private var open: [Open] = []
    private var root: YAMLNode?
    /// The number of nodes so far.
    private(set) var count = 0

    private init(limits: Limits) { self.limits = limits }

    /// Returns the root of a document.
    ///
    /// - Returns: nil if the document is empty.
    /// - Throws: if the bytes are not well-formed, have more than one document, or exceed the limits.
    public static func read(_ bytes: [UInt8], limits: Limits = Limits()) throws(YAMLError) -> YAMLNode? {
        var tree = YAMLTree(limits: limits)
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(YAMLError) in try tree.parse(buffer) }
        }
        return try result.get()
    }

    private mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(YAMLError) -> YAMLNode? {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw YAMLError(line: nil, problem: "the YAML cannot be read", remedy: "memory may be low: close other programs")
        }
        defer { yaml_parser_delete(&parser) }
        yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(&parser, &event) == 1 else { throw malformed(parser) }
            defer { yaml_event_delete(&event) }
            if event.type == YAML_STREAM_END_EVENT { break }
            try take(event)
        }
        return root
    }

    private mutating func take(_ event: yaml_event_t) throws(YAMLError) {
        let line = event.start_mark.line + 1
        switch event.type {
        case YAML_DOCUMENT_START_EVENT:
            guard root == nil else { throw YAMLError(line: line, problem: "the YAML has more than one document") }
        case YAML_ALIAS_EVENT: throw alias(line)
        case YAML_SCALAR_EVENT:
            try check(line, anchor: event.data.scalar.anchor)
            let text = UnsafeBufferPointer(start: event.data.scalar.value, count: event.data.scalar.length)
            let isPlain = event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE && event.data.scalar.tag == nil
            add(YAMLNode(content: .scalar(String(decoding: text, as: UTF8.self), isPlain: isPlain), line: line))
        case YAML_SEQUENCE_START_EVENT:
            try check(line, anchor: event.data.sequence_start.anchor)
            open.append(Open(isMapping: false, line: line))
        case YAML_MAPPING_START_EVENT:
            try check(line, anchor: event.data.mapping_start.anchor)
            open.append(Open(isMapping: true, line: line))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            if let ended = open.popLast() { try add(Self.node(ended)) }
        default: break
        }
    }

    /// Counts a node at its beginning.
    private mutating func check(_ line: Int, anchor: UnsafeMutablePointer<yaml_char_t>?) throws(YAMLError) {
        guard anchor == nil else { throw alias(line) }
        count += 1
        guard count <= limits.nodes else {
            throw YAMLError(line: line, problem: "the YAML has more than \(limits.nodes) values", remedy: "split it into smaller files")
        }
        guard open.count < limits.depth else {
            throw YAMLError(line: line, problem: "the YAML is nested more than \(limits.depth) deep")
        }
    }

    private mutating func add(_ node: YAMLNode) {
        if open.isEmpty { root = node } else { open[open.count - 1].nodes.append(node) }
    }

    private static func node(_ ended: Open) throws(YAMLError) -> YAMLNode {
        guard ended.isMapping else { return YAMLNode(content: .sequence(ended.nodes), line: ended.line) }
        return YAMLNode(content: .mapping(try pairs(ended.nodes)), line: ended.line)
    }

    /// Returns the pairs of a mapping from its alternating keys and values.
    static func pairs(_ nodes: [YAMLNode]) throws(YAMLError) -> [(key: YAMLNode, value: YAMLNode)] {
        var pairs: [(key: YAMLNode, value: YAMLNode)] = []
        var keys: Set<String> = []
        // the parser gives every key a value
        for index in stride(from: 0, to: nodes.count - 1, by: 2) {
            let key = nodes[index]
            if case .scalar(let text, _) = key.content, !keys.insert(text).inserted {
                throw YAMLError(line: key.line, problem: "the YAML has the key \(YAMLError.quoted(text)) twice in one mapping")
            }
            pairs.append((key, nodes[index + 1]))
        }
        return pairs
    }

    private func alias(_ line: Int) -> YAMLError { YAMLError(line: line, problem: "the YAML has an anchor or alias") }

    private func malformed(_ parser: yaml_parser_t) -> YAMLError {
        YAMLError(
            line: parser.problem_mark.line + 1, problem: "invalid YAML: \(parser.problem.map { String(cString: $0) } ?? "unreadable")")
    }
}
