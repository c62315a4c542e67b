internal import CLibxml2
internal import Markup

/// Reads XML into a tree with libxml2's pull reader: no network, no document type, no entities but XML's own five.
struct XMLParser {
    /// More elements than these take more memory than any ink is worth.
    static let maximumElements = 1_000_000

    private let reader: xmlTextReaderPtr
    private let fault: Fault
    private var open: [XML] = []
    private var elements = 0
    private var outside: [String] = []

    /// Reads a document: its root, and the comments before and behind it.
    ///
    /// - Throws: `RecordingError` if it is not well-formed, has a document type or is too large.
    static func read(_ bytes: [UInt8]) throws(RecordingError) -> (root: XML, comments: [String]) {
        guard let size = Int32(exactly: bytes.count), size > 0 else {
            throw RecordingError(problem: "the XML has \(bytes.count) bytes", remedy: "give a file that has some, and 2 GB at most")
        }
        let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOCDATA.rawValue)
        // the reader looks at the bytes for as long as it lives
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<(root: XML, comments: [String]), RecordingError> in
            let start = buffer.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
            guard let reader = xmlReaderForMemory(start, size, nil, nil, options) else {
                return .failure(
                    RecordingError(problem: "the XML cannot be read", remedy: "there may be too little memory: close something"))
            }
            let fault = Fault()
            defer { withExtendedLifetime(fault) { xmlFreeTextReader(reader) } }
            fault.listen(to: reader)
            var parser = XMLParser(reader: reader, fault: fault)
            do throws(RecordingError) {
                return .success((try parser.root(), parser.outside))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private init(reader: xmlTextReaderPtr, fault: Fault) {
        self.reader = reader
        self.fault = fault
    }

    private var line: Int { Int(xmlTextReaderGetParserLineNumber(reader)) }

    private mutating func root() throws(RecordingError) -> XML {
        var root: XML?
        while true {
            let status = xmlTextReaderRead(reader)
            if status < 0 { throw malformed() }
            guard status > 0 else { break }
            if let finished = try step() { root = finished }
        }
        guard let root else { throw malformed() }
        return root
    }

    /// Takes in the node that the reader is at; the root when it ends.
    private mutating func step() throws(RecordingError) -> XML? {
        switch UInt32(bitPattern: xmlTextReaderNodeType(reader)) {
        case XML_READER_TYPE_ELEMENT.rawValue:
            elements += 1
            guard elements <= Self.maximumElements else {
                throw RecordingError(
                    line: line, problem: "the XML has more than \(Self.maximumElements) elements", remedy: "cut it into smaller files")
            }
            let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
            open.append(element())
            return isEmpty ? close() : nil
        case XML_READER_TYPE_END_ELEMENT.rawValue: return close()
        case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue, XML_READER_TYPE_WHITESPACE.rawValue:
            append(.text(string(xmlTextReaderConstValue(reader))))
        case XML_READER_TYPE_COMMENT.rawValue: append(.comment(string(xmlTextReaderConstValue(reader))))
        case XML_READER_TYPE_DOCUMENT_TYPE.rawValue:
            throw RecordingError(line: line, problem: "the XML has a document type", remedy: "take the line with <!DOCTYPE out of it")
        case XML_READER_TYPE_ENTITY_REFERENCE.rawValue:
            throw RecordingError(line: line, problem: "the XML has an entity of its own", remedy: "write the character in its place")
        default: break
        }
        return nil
    }

    private func element() -> XML {
        var node = XML(string(xmlTextReaderConstName(reader)))
        node.line = line
        while xmlTextReaderMoveToNextAttribute(reader) == 1 {
            node.attributes.append(.init(string(xmlTextReaderConstName(reader)), string(xmlTextReaderConstValue(reader))))
        }
        xmlTextReaderMoveToElement(reader)
        return node
    }

    private mutating func append(_ content: XML.Content) {
        guard var parent = open.popLast() else {
            if case .comment(let comment) = content { outside.append(comment) }
            return
        }
        if case .text(let more) = content, case .text(let text) = parent.contents.last {
            parent.contents[parent.contents.count - 1] = .text(text + more)
        } else {
            parent.contents.append(content)
        }
        open.append(parent)
    }

    private mutating func close() -> XML? {
        guard var node = open.popLast() else { return nil }
        let hasText = node.contents.contains { if case .text(let text) = $0 { text.contains { !$0.isWhitespace } } else { false } }
        if !hasText, node.contents.count > 1 { node.contents.removeAll { if case .text = $0 { true } else { false } } }
        guard !open.isEmpty else { return node }
        append(.element(node))
        return nil
    }

    private func string(_ text: UnsafePointer<xmlChar>?) -> String { text.map { String(cString: $0) } ?? "" }

    private func malformed() -> RecordingError {
        RecordingError(
            line: fault.line ?? line,
            problem: "no well-formed XML: \((fault.reason ?? "it ends too early").prefix(200).filter { !$0.isNewline })",
            remedy: "mend the file, or export it anew")
    }
}

/// The fatal error of libxml2. Its other errors, such as an xml:id that is a number, it would print: CROHME's files are full of
/// those.
private final class Fault {
    private(set) var reason: String?
    private(set) var line: Int?

    /// For as long as both are there.
    func listen(to reader: xmlTextReaderPtr) {
        xmlTextReaderSetStructuredErrorHandler(
            reader,
            { listener, error in
                guard let listener, let error = error?.pointee, error.level == XML_ERR_FATAL else { return }
                Unmanaged<Fault>.fromOpaque(listener).takeUnretainedValue().take(error)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func take(_ error: xmlError) {
        guard reason == nil else { return }
        reason = error.message.map { String(cString: $0) }
        line = Int(error.line)
    }
}
