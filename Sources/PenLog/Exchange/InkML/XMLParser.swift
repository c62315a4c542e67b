internal import CLibxml2
internal import XML

/// Reads XML into a tree with libxml2's pull reader: no network, no document type, no entities except XML's own five.
struct XMLParser {
    /// The limits of a document.
    struct Limits {
        /// Maximum number of elements; a larger document is not worth its memory.
        var elements = 1_000_000
        /// Maximum number of elements, pieces of text, comments and instructions together.
        var nodes = 4_000_000
        /// Maximum number of attributes per element. libxml2 compares each attribute with all before it, and reports even the first
        /// attribute only after that.
        var attributes = 100
        /// Maximum nesting depth of elements.
        var depth = 64
    }

    private let limits: Limits
    private let reader: xmlTextReaderPtr
    private let fault: Fault
    private var open: [XML] = []
    private var elements = 0
    private var nodes = 0
    private var outside: [String] = []

    /// The intact parts of a document.
    struct Document {
        /// The root, without the parts left out.
        var root: XML
        /// Comments before and after the root.
        var comments: [String]
        /// The damaged parts.
        var leftOut = LeftOut()
        /// The first fault of a document that is not well-formed.
        var fault: RecordingError?
    }

    /// Reads a document. If it is not well-formed, all intact parts are read.
    ///
    /// - Throws: `RecordingError` if no part is intact, or if the document has a document type or is too large.
    static func read(_ file: [UInt8], as form: XMLForm, limits: Limits = Limits()) throws(RecordingError) -> Document {
        let text = try XMLText.decoded(file)
        try XMLText.check(text.bytes, attributes: limits.attributes)
        var document: Document
        do throws(Failure) {
            let (root, comments) = try strict(text.bytes, encoding: text.encoding, limits: limits)
            document = Document(root: root, comments: comments)
        } catch {
            guard case .malformed(let fault) = error else { throw error.reason }
            var salvage = XMLSalvage(text.bytes, form: form, limits: limits, isLatin1: text.encoding != nil)
            guard let root = try salvage.document() else { throw fault }
            document = Document(root: root, comments: salvage.outside, leftOut: salvage.leftOut, fault: fault)
            if let encoding = text.encoding, !encoding.uppercased().hasPrefix("ISO-8859-1") {
                document.leftOut.add("encoding", line: 1, "the damaged file in \(RecordingError.quoted(encoding)) is read as ISO-8859-1")
            }
            // if no part was left out, the fault is reported by itself
            if document.leftOut.isEmpty { document.leftOut.add("XML error", line: fault.line, fault.problem) }
        }
        if let strays = text.strays {
            document.leftOut.add("byte", line: strays.line, "it is not UTF-8, and is read as ISO-8859-1", of: strays.count)
        }
        return document
    }

    /// The reason why a document cannot be read.
    private enum Failure: Error {
        case malformed(RecordingError)
        case refused(RecordingError)

        var reason: RecordingError {
            switch self {
            case .malformed(let error), .refused(let error): error
            }
        }
    }

    /// Reads a well-formed document.
    private static func strict(
        _ bytes: [UInt8], encoding: String?, limits: Limits
    ) throws(Failure) -> (root: XML, comments: [String]) {
        guard let size = Int32(exactly: bytes.count), size > 0 else {
            throw .refused(
                RecordingError(problem: "the XML has \(bytes.count) bytes", remedy: "give a file with content, at most 2 GB"))
        }
        // libxml2 must read the same characters that were checked: we set the encoding, and later declarations in the file are ignored
        let flags = [XML_PARSE_NONET, XML_PARSE_NOCDATA, XML_PARSE_IGNORE_ENC, XML_PARSE_BIG_LINES]
        let options = flags.reduce(Int32(0)) { $0 | Int32($1.rawValue) }
        // the reader accesses the bytes throughout its lifetime
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<(root: XML, comments: [String]), Failure> in
            let start = buffer.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
            guard let reader = xmlReaderForMemory(start, size, nil, encoding, options) else {
                return .failure(
                    .refused(RecordingError(problem: "the XML cannot be read", remedy: "memory may be low: close other programs")))
            }
            let fault = Fault()
            defer { withExtendedLifetime(fault) { xmlFreeTextReader(reader) } }
            fault.listen(to: reader)
            var parser = XMLParser(reader: reader, fault: fault, limits: limits)
            do throws(Failure) {
                return .success((try parser.root(), parser.outside))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private init(reader: xmlTextReaderPtr, fault: Fault, limits: Limits) {
        self.limits = limits
        self.reader = reader
        self.fault = fault
    }

    private var line: Int { Int(xmlTextReaderGetParserLineNumber(reader)) }

    private mutating func root() throws(Failure) -> XML {
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

    /// Adds the reader's current node to the tree; returns the root when it ends.
    private mutating func step() throws(Failure) -> XML? {
        nodes += 1
        guard nodes <= limits.nodes else { throw tooMuch("more than \(limits.nodes) nodes") }
        switch UInt32(bitPattern: xmlTextReaderNodeType(reader)) {
        case XML_READER_TYPE_ELEMENT.rawValue:
            elements += 1
            guard elements <= limits.elements else { throw tooMuch("more than \(limits.elements) elements") }
            guard open.count < limits.depth else { throw tooMuch("elements more than \(limits.depth) deep") }
            let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
            open.append(element())
            return isEmpty ? close() : nil
        case XML_READER_TYPE_END_ELEMENT.rawValue: return close()
        case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue, XML_READER_TYPE_WHITESPACE.rawValue:
            append(.text(string(xmlTextReaderConstValue(reader))))
        case XML_READER_TYPE_COMMENT.rawValue: append(.comment(string(xmlTextReaderConstValue(reader))))
        case XML_READER_TYPE_DOCUMENT_TYPE.rawValue:
            throw .refused(
                RecordingError(line: line, problem: "the XML has a document type", remedy: "remove the line with <!DOCTYPE"))
        case XML_READER_TYPE_ENTITY_REFERENCE.rawValue:
            throw .refused(
                RecordingError(line: line, problem: "the XML defines an entity", remedy: "write the character instead"))
        default: break
        }
        return nil
    }

    private func element() -> XML {
        var node = XML(string(xmlTextReaderConstName(reader)))
        // ask the node for its line, because the parser has already read beyond the reader's current node
        let own = xmlGetLineNo(xmlTextReaderCurrentNode(reader))
        node.line = own > 0 ? Int(own) : line
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
        if case .text(let more) = content, case .text(var text) = parent.contents.last {
            // in place, because copying the text for each piece would take quadratic time
            parent.contents.removeLast()
            text += more
            parent.contents.append(.text(text))
        } else {
            parent.contents.append(content)
        }
        open.append(parent)
    }

    private mutating func close() -> XML? {
        guard let node = open.popLast().map(Self.tidied) else { return nil }
        guard !open.isEmpty else { return node }
        append(.element(node))
        return nil
    }

    /// Returns an element without white space between its children.
    static func tidied(_ node: XML) -> XML {
        var node = node
        let hasText = node.contents.contains { if case .text(let text) = $0 { text.contains { !$0.isWhitespace } } else { false } }
        if !hasText, node.contents.count > 1 { node.contents.removeAll { if case .text = $0 { true } else { false } } }
        return node
    }

    private func string(_ text: UnsafePointer<xmlChar>?) -> String { text.map { String(cString: $0) } ?? "" }

    private func tooMuch(_ what: String) -> Failure {
        .refused(RecordingError(line: line, problem: "the XML has \(what)", remedy: "split it into smaller files"))
    }

    private func malformed() -> Failure {
        .malformed(
            RecordingError(
                line: fault.line ?? line,
                problem: "the XML is not well-formed: \((fault.reason ?? "it ends too early").prefix(200).filter { !$0.isNewline })",
                remedy: "repair the file, or export it again"))
    }
}

/// The fatal error of libxml2. As an error handler, this object also keeps libxml2 from printing other errors, such as a numeric xml:id,
/// which is frequent in CROHME's files.
private final class Fault {
    private(set) var reason: String?
    private(set) var line: Int?

    /// Receives errors for as long as both objects exist.
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
