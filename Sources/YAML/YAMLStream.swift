internal import CLibyaml

/// Reads a YAML document of any length node by node, in constant memory: the caller decides which nodes to store.
///
/// As in `YAMLTree`, anchors and aliases are rejected.
public final class YAMLStream {
    /// The next element of a document.
    public enum Event: Sendable, Equatable {
        /// A scalar's text, as written.
        case scalar(String)
        /// A sequence begins.
        case sequence
        /// A mapping begins.
        case mapping
        /// The innermost open sequence or mapping ends.
        case end
        /// The document ends.
        case finished
    }

    /// The source of the text: returns pieces of any size; an empty one marks the end.
    public typealias Source = () -> [UInt8]

    /// The parser; allocated separately, because libyaml stores pointers to it.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let source: Source
    private var piece: ArraySlice<UInt8> = []
    private var isAtEnd = false
    private var depth = 0
    private var documents = 0
    /// The line of the last event, from 1.
    public private(set) var line = 1
    private var isPlain = false

    private static let mostDepth = 32
    /// Maximum number of values in a node that is read as a whole.
    private static let mostNodes = 200_000

    /// Starts reading.
    public init(_ source: @escaping Source) throws(YAMLError) {
        self.source = source
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else {
            throw YAMLError(line: nil, problem: "the YAML cannot be read", remedy: "memory may be low: close other programs")
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input(
            parser,
            { stream, buffer, size, count in
                guard let stream, let buffer, let count else { return 0 }
                count.pointee = Unmanaged<YAMLStream>.fromOpaque(stream).takeUnretainedValue().fill(buffer, size)
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    private func fill(_ buffer: UnsafeMutablePointer<UInt8>, _ size: Int) -> Int {
        if piece.isEmpty, !isAtEnd {
            piece = source()[...]
            isAtEnd = piece.isEmpty
        }
        let count = min(size, piece.count)
        piece.prefix(count).withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: count) }
        }
        piece = piece.dropFirst(count)
        return count
    }

    /// Returns the next event.
    ///
    /// - Throws: if the text is not well-formed, has more than one document, is nested too deep, or has an anchor or alias.
    public func next() throws(YAMLError) -> Event {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else {
                line = parser.pointee.problem_mark.line + 1
                throw YAMLError(
                    line: line, problem: "invalid YAML: \(parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read")")
            }
            defer { yaml_event_delete(&event) }
            line = event.start_mark.line + 1
            if let known = try known(event) { return known }
        }
    }

    /// Returns nil for events without content.
    private func known(_ event: yaml_event_t) throws(YAMLError) -> Event? {
        switch event.type {
        case YAML_STREAM_END_EVENT: return .finished
        case YAML_DOCUMENT_START_EVENT:
            documents += 1
            guard documents == 1 else { throw YAMLError(line: line, problem: "the YAML has more than one document") }
            return nil
        case YAML_ALIAS_EVENT: throw anchored
        case YAML_SCALAR_EVENT:
            guard event.data.scalar.anchor == nil else { throw anchored }
            let text = UnsafeBufferPointer(start: event.data.scalar.value, count: event.data.scalar.length)
            isPlain = event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE && event.data.scalar.tag == nil
            return .scalar(String(decoding: text, as: UTF8.self))
        case YAML_SEQUENCE_START_EVENT:
            try begin(event.data.sequence_start.anchor)
            return .sequence
        case YAML_MAPPING_START_EVENT:
            try begin(event.data.mapping_start.anchor)
            return .mapping
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            depth -= 1
            return .end
        default: return nil
        }
    }

    private func begin(_ anchor: UnsafeMutablePointer<yaml_char_t>?) throws(YAMLError) {
        guard anchor == nil else { throw anchored }
        guard depth < Self.mostDepth else {
            throw YAMLError(line: line, problem: "the YAML is nested more than \(Self.mostDepth) deep")
        }
        depth += 1
    }

    private var anchored: YAMLError { YAMLError(line: line, problem: "the YAML has an anchor or alias") }

    /// Reads the whole node that begins with this event.
    public func node(_ event: Event) throws(YAMLError) -> YAMLNode {
        var count = 0
        return try node(event, &count)
    }

    private func node(_ event: Event, _ count: inout Int) throws(YAMLError) -> YAMLNode {
        count += 1
        guard count <= Self.mostNodes else {
            throw YAMLError(line: line, problem: "one entry of the YAML has more than \(Self.mostNodes) values")
        }
        let begin = line
        var nodes: [YAMLNode] = []
        switch event {
        case .scalar(let text): return YAMLNode(content: .scalar(text, isPlain: isPlain), line: begin)
        case .sequence:
            while case let event = try next(), event != .end { nodes.append(try node(event, &count)) }
            return YAMLNode(content: .sequence(nodes), line: begin)
        case .mapping:
            while case let event = try next(), event != .end { nodes.append(try node(event, &count)) }
            return YAMLNode(content: .mapping(try YAMLTree.pairs(nodes)), line: begin)
        case .end, .finished: throw YAMLError(line: begin, problem: "the YAML ends where a value is expected")
        }
    }

    /// Skips the node that begins with this event, even if it is very long.
    public func skip(_ event: Event) throws(YAMLError) {
        guard event == .sequence || event == .mapping else { return }
        let outer = depth - 1
        while depth > outer { _ = try next() }
    }
}
