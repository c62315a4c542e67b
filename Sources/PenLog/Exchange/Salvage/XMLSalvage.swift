internal import XML

/// The elements of a format, for reading a damaged file.
struct XMLForm {
    /// The root's local name.
    var root: String
    /// Local names of containers. The content of a container is kept even if the container's own tags are damaged.
    var containers: Set<String>
    /// Local names of pieces, which cannot be nested. An incomplete piece is left out.
    var pieces: Set<String>
}

/// Reads the intact parts of XML that libxml2 rejects, and counts the damaged ones.
///
/// As in `XMLParser`, only XML's own five entities are known; document types have already been rejected.
struct XMLSalvage {
    private let bytes: [UInt8]
    private let form: XMLForm
    private let limits: XMLParser.Limits
    private let isLatin1: Bool
    private var place = 0
    private var line = 1
    private var open: [XML] = []
    private var root: XML?
    private var elements = 0
    private var nodes = 0
    /// Delimiters that do not occur in the rest of the file.
    private var absent: Set<String> = []
    /// The damaged parts.
    private(set) var leftOut = LeftOut()
    /// Comments before and after the root.
    private(set) var outside: [String] = []

    /// - Parameter isLatin1: bytes above 127 are characters of ISO 8859-1, not of UTF-8.
    init(_ bytes: [UInt8], form: XMLForm, limits: XMLParser.Limits, isLatin1: Bool) {
        (self.bytes, self.form, self.limits, self.isLatin1) = (bytes, form, limits, isLatin1)
    }

    /// Returns the root with all intact elements; nil if there is no root.
    ///
    /// - Throws: `RecordingError` if a limit is exceeded.
    mutating func document() throws(RecordingError) -> XML? {
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "<") { try markup() } else { try text() }
        }
        if !open.isEmpty { leftOut.add("end of the file", line: line, "it is cut off") }
        while let last = open.last {
            if isWhole(last) {
                try close()
            } else {
                open.removeLast()
                leftOut.add(last.localName, line: last.line, "the file ends in it")
            }
        }
        return root
    }

    /// Returns whether the format has elements with this name.
    private func isKnown(_ name: String) -> Bool {
        let local = name.split(separator: ":").last.map(String.init) ?? name
        return form.containers.contains(local) || form.pieces.contains(local)
    }

    /// Returns whether an element without an end tag is kept: a container always, a piece never, and any other element if it contains
    /// elements.
    private func isWhole(_ node: XML) -> Bool {
        if form.containers.contains(node.localName) { return true }
        return !form.pieces.contains(node.localName) && node.contents.contains { if case .element = $0 { true } else { false } }
    }

    // MARK: Bytes

    private func starts(with word: StaticString) -> Bool {
        guard place + word.utf8CodeUnitCount <= bytes.count else { return false }
        return word.withUTF8Buffer { word in word.indices.allSatisfy { bytes[place + $0] == word[$0] } }
    }

    /// Moves forward, and counts lines.
    private mutating func advance(to end: Int) {
        let end = min(end, bytes.count)
        while place < end {
            if bytes[place] == UInt8(ascii: "\n") { line += 1 }
            place += 1
        }
    }

    /// Returns the position of the next occurrence of a word.
    private func next(_ word: StaticString) -> Int? {
        let count = word.utf8CodeUnitCount
        guard count > 0, place + count <= bytes.count else { return nil }
        return word.withUTF8Buffer { word in
            (place...bytes.count - count).first { start in word.indices.allSatisfy { bytes[start + $0] == word[$0] } }
        }
    }

    private func string(_ range: Range<Int>) -> String {
        let piece = bytes[range]
        guard isLatin1 else { return String(decoding: piece, as: UTF8.self) }
        return String(String.UnicodeScalarView(piece.map { Unicode.Scalar($0) }))
    }

    /// Returns the characters of a text or of an attribute value with entities; characters that XML forbids are replaced, and line ends and
    /// white space are normalized as by a parser.
    private mutating func characters(_ range: Range<Int>, inAttribute: Bool = false) -> String {
        let isPlain = bytes[range].allSatisfy { $0 >= 32 && $0 < 0x80 && $0 != UInt8(ascii: "&") || $0 == 10 && !inAttribute }
        guard !isPlain else { return string(range) }
        var result = ""
        var rest = string(range).unicodeScalars[...]
        while let first = rest.first {
            if first == "&", let end = rest.prefix(12).firstIndex(of: ";"),
                let scalar = Self.entity(String(rest[rest.index(after: rest.startIndex)..<end]))
            {
                result.unicodeScalars.append(scalar)
                rest = rest[rest.index(after: end)...]
                continue
            }
            rest.removeFirst()
            switch first {
            case "&":
                leftOut.add("entity", line: line, "it is not predefined in XML")
                result.append("&")
            case "\r" where rest.first == "\n": break
            case "\r", "\n": result.append(inAttribute ? " " : "\n")
            case "\t": result.append(inAttribute ? " " : "\t")
            case _ where first.value < 32 || first.value == 0xFFFE || first.value == 0xFFFF: result.append("\u{FFFD}")
            default: result.unicodeScalars.append(first)
            }
        }
        return result
    }

    private static func entity(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.value >= 32 || [9, 10, 13].contains(scalar.value) else { return nil }
        return scalar
    }

    // MARK: Pieces

    private mutating func text() throws(RecordingError) {
        let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        let text = characters(place..<end)
        advance(to: end)
        try append(.text(text))
    }

    private mutating func markup() throws(RecordingError) {
        if starts(with: "<!--") {
            guard let range = bounded("<!--", "-->") else { return }
            let comment = characters(range)
            // XML comments cannot contain two hyphens (XML 1.0, 2.5)
            if comment.contains("--") || comment.hasSuffix("-") { damaged("comment") } else { try append(.comment(comment)) }
        } else if starts(with: "<![CDATA[") {
            if let range = bounded("<![CDATA[", "]]>") { try append(.text(string(range))) }
        } else if starts(with: "<?") {
            _ = bounded("<?", "?>")
        } else if starts(with: "</") {
            try endTag()
        } else {
            try startTag()
        }
    }

    /// Returns the range between two delimiters and moves past the second. If the second is missing, returns nil and moves past the first
    /// only.
    private mutating func bounded(_ begin: StaticString, _ end: StaticString) -> Range<Int>? {
        let start = place + begin.utf8CodeUnitCount
        let first = place
        place = start
        let stop = absent.contains("\(end)") ? nil : next(end)
        place = first
        // the delimiter is missing in the rest of the file, too
        if stop == nil { absent.insert("\(end)") }
        guard let stop else {
            damaged()
            advance(to: start)
            return nil
        }
        advance(to: stop + end.utf8CodeUnitCount)
        return start..<stop
    }

    private mutating func damaged(_ noun: String = "damaged tag", _ reason: String = "") { leftOut.add(noun, line: line, reason) }

    /// Skips the rest of a tag.
    private mutating func skipTag() {
        let end = bytes[place...].firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") } ?? bytes.count
        advance(to: end < bytes.count && bytes[end] == UInt8(ascii: ">") ? end + 1 : end)
    }

    private mutating func endTag() throws(RecordingError) {
        advance(to: place + 2)
        let name = name()
        skipSpace()
        guard let name, place < bytes.count, bytes[place] == UInt8(ascii: ">") else {
            damaged()
            skipTag()
            return
        }
        advance(to: place + 1)
        guard let last = open.last else { return damaged() }
        if last.name == name { return try close() }
        guard let depth = open.lastIndex(where: { $0.name == name }) else {
            damaged()
            // the names are similar: this end tag belongs to the open element, and the name in one of its two tags is damaged
            guard Self.isSimilar(last.name, name) else { return }
            if isKnown(name), !isKnown(last.name) { open[open.count - 1].name = name }
            return try close()
        }
        while open.count > depth + 1, let last = open.last {
            if isWhole(last) {
                damaged("damaged tag", "an end is missing")
                try close()
            } else {
                open.removeLast()
                leftOut.add(last.localName, line: last.line, "its end is missing")
            }
        }
        try close()
    }

    private mutating func startTag() throws(RecordingError) {
        let begin = line
        advance(to: place + 1)
        guard var name = name() else {
            damaged()
            return skipTag()
        }
        var node = XML(name)
        node.line = begin
        let isWhole = try attributes(&node)
        let isEmpty = isWhole && place < bytes.count && bytes[place] == UInt8(ascii: "/")
        if isWhole { advance(to: place + (isEmpty ? 2 : 1)) } else { skipTag() }
        if open.isEmpty {
            // a document has only one root
            guard root == nil else { return damaged() }
            if node.localName != form.root {
                if Self.isSimilar(node.localName, form.root) {
                    damaged()
                    name = node.name.dropLast(node.localName.count) + form.root
                    node.name = name
                } else if !leftOut.isEmpty {
                    try push(XML(form.root))
                }
            }
        }
        guard isWhole || form.containers.contains(node.localName) else {
            leftOut.add(form.pieces.contains(node.localName) ? node.localName : "element", line: begin, "its tag is damaged")
            return
        }
        if !isWhole { leftOut.add("damaged tag", line: begin) }
        if let last = open.last, form.pieces.contains(last.localName), form.pieces.contains(node.localName) {
            open.removeLast()
            leftOut.add(last.localName, line: last.line, "its end is missing")
        }
        try push(node)
        if isEmpty { try close() }
    }

    /// Reads a name of ASCII letters, digits, points, hyphens and underscores, with an optional prefix: ink formats have no other names.
    private mutating func name() -> String? {
        let begin = place
        var colons = 0
        var isFirst = true
        while place < bytes.count {
            let byte = bytes[place]
            let isLetter = (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
            if byte == UInt8(ascii: ":"), !isFirst, colons == 0 {
                (colons, isFirst) = (1, true)
            } else if isLetter || !isFirst && ((48...57).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")) {
                isFirst = false
            } else {
                break
            }
            place += 1
        }
        return isFirst ? nil : string(begin..<place)
    }

    private mutating func skipSpace() {
        let end = bytes[place...].firstIndex { ![9, 10, 13, 32].contains($0) } ?? bytes.count
        advance(to: end)
    }

    /// Reads attributes up to the tag's end, which is not consumed.
    ///
    /// - Returns: false if the tag is damaged.
    private mutating func attributes(_ node: inout XML) throws(RecordingError) -> Bool {
        while true {
            let before = place
            skipSpace()
            guard place < bytes.count else { return false }
            if bytes[place] == UInt8(ascii: ">") { return true }
            if starts(with: "/>") { return true }
            guard place > before, let name = name() else { return false }
            skipSpace()
            guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return false }
            advance(to: place + 1)
            skipSpace()
            guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") else { return false }
            let quote = bytes[place]
            guard let end = bytes[(place + 1)...].firstIndex(where: { $0 == quote || $0 == UInt8(ascii: "<") }), bytes[end] == quote else {
                return false
            }
            let value = characters(place + 1..<end, inAttribute: true)
            advance(to: end + 1)
            guard node.attributes.count < limits.attributes else {
                throw tooMuch("more than \(limits.attributes) attributes of an element")
            }
            if node[name] == nil { node.attributes.append(.init(name, value)) } else { damaged() }
        }
    }

    // MARK: The tree

    private mutating func push(_ node: XML) throws(RecordingError) {
        elements += 1
        nodes += 1
        guard elements <= limits.elements else { throw tooMuch("more than \(limits.elements) elements") }
        guard open.count < limits.depth else { throw tooMuch("elements more than \(limits.depth) deep") }
        open.append(node)
    }

    private mutating func append(_ content: XML.Content) throws(RecordingError) {
        nodes += 1
        guard nodes <= limits.nodes else { throw tooMuch("more than \(limits.nodes) nodes") }
        guard let last = open.indices.last else {
            if case .comment(let comment) = content { outside.append(comment) }
            return
        }
        if case .text(let more) = content, case .text(var text) = open[last].contents.last {
            open[last].contents.removeLast()
            text += more
            open[last].contents.append(.text(text))
        } else {
            open[last].contents.append(content)
        }
    }

    private mutating func close() throws(RecordingError) {
        guard let node = open.popLast() else { return }
        let tidy = XMLParser.tidied(node)
        if open.isEmpty { root = root ?? tidy } else { try append(.element(tidy)) }
    }

    private func tooMuch(_ what: String) -> RecordingError {
        RecordingError(line: line, problem: "the XML has \(what)", remedy: "split it into smaller files")
    }

    /// Returns whether the names have the same length and differ in at most two bytes.
    private static func isSimilar(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).count { $0 != $1 } <= 2
    }
}
