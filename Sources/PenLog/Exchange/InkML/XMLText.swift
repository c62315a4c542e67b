/// Checks the bytes of an XML document before libxml2 reads them: their encoding, and whether the tags are within the limits.
///
/// The encoding must be certain: our checks must see the same characters as libxml2. So an encoding is accepted only if each character of
/// markup is a single byte that occurs in no other character.
enum XMLText {
    /// Prefixes of the names of encodings in which markup is ASCII, besides UTF-8.
    private static let encodings = ["ISO-8859-", "ISO8859-", "ISO_8859-", "WINDOWS-125", "KOI8-"]
    private static let plain = ["UTF-8", "UTF8", "US-ASCII", "ASCII"]

    /// A decoded document.
    struct Decoded {
        /// The bytes, in an encoding that is a superset of ASCII.
        var bytes: [UInt8]
        /// The name of the encoding; nil for UTF-8.
        var encoding: String?
        /// The bytes that are not UTF-8 and were read as ISO 8859-1: their number, and the line of the first.
        var strays: (count: Int, line: Int)?
    }

    /// Returns the document in an encoding whose markup is ASCII. UTF-16 becomes UTF-8.
    ///
    /// - Throws: `RecordingError` for any other encoding.
    static func decoded(_ bytes: [UInt8]) throws(RecordingError) -> Decoded {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE), (UInt8(ascii: "<"), 0): return Decoded(bytes: utf8(bytes, isLittleEndian: true))
        case (0xFE, 0xFF), (0, UInt8(ascii: "<")): return Decoded(bytes: utf8(bytes, isLittleEndian: false))
        default: break
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard let name = declaredEncoding(text) else { return mended(text) }
        let upper = name.uppercased()
        if plain.contains(upper) { return mended(text) }
        guard encodings.contains(where: upper.hasPrefix) else {
            throw RecordingError(
                line: 1, problem: "the XML is in the encoding \(RecordingError.quoted(name))", remedy: "save it in UTF-8")
        }
        return Decoded(bytes: text, encoding: name)
    }

    /// Returns UTF-8 in which invalid bytes are replaced by characters of ISO 8859-1, for files from programs that ignore encodings.
    private static func mended(_ text: [UInt8]) -> Decoded {
        guard String(validating: text, as: UTF8.self) == nil else { return Decoded(bytes: text) }
        var (mended, count, line, first) = ([UInt8](), 0, 1, 1)
        mended.reserveCapacity(text.count + 16)
        var place = 0
        while place < text.count {
            let byte = text[place]
            if byte < 0x80 {
                if byte == UInt8(ascii: "\n") { line += 1 }
                mended.append(byte)
                place += 1
                continue
            }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            let character = text[place..<min(text.count, place + length)]
            if String(validating: character, as: UTF8.self) != nil {
                mended += character
                place += length
            } else {
                if count == 0 { first = line }
                count += 1
                // in ISO 8859-1, bytes below 0xA0 would be control characters, which are never intended
                mended += Array((byte < 0xA0 ? "\u{FFFD}" : String(Unicode.Scalar(byte))).utf8)
                place += 1
            }
        }
        return Decoded(bytes: mended, strays: (count, first))
    }

    private static func utf8(_ bytes: [UInt8], isLittleEndian: Bool) -> [UInt8] {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        return Array(String(decoding: units.first == 0xFEFF ? units[1...] : units[...], as: UTF16.self).utf8)
    }

    /// Returns the encoding that the XML declaration gives; nil if it gives no encoding.
    private static func declaredEncoding(_ text: [UInt8]) -> String? {
        guard text.starts(with: "<?xml".utf8), let end = text.prefix(1000).firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let declaration = String(decoding: text[..<end], as: UTF8.self)
        guard let word = declaration.firstRange(of: "encoding") else { return nil }
        let rest = declaration[word.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
        return String(rest.dropFirst().prefix { $0 != quote })
    }

    /// Checks that there is no document type, and that no tag exceeds the maximum number of attributes.
    ///
    /// A tag and its attributes contain no `<`, so from one `<` to the next there are at most as many attributes as equals signs before
    /// quotation marks.
    /// - Throws: `RecordingError` with the line and the limit.
    static func check(_ text: [UInt8], attributes limit: Int) throws(RecordingError) {
        let prologue = prologue(of: text)
        guard !text[prologue...].starts(with: "<!".utf8) else {
            let line = 1 + text[..<prologue].count { $0 == UInt8(ascii: "\n") }
            throw RecordingError(line: line, problem: "the XML has a document type", remedy: "remove the line with <!DOCTYPE")
        }
        var (line, count, isAfterEquals) = (1, 0, false)
        for byte in text {
            switch byte {
            case UInt8(ascii: "<"): (count, isAfterEquals) = (0, false)
            case UInt8(ascii: "="): isAfterEquals = true
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if isAfterEquals { count += 1 }
                isAfterEquals = false
                guard count <= limit else {
                    throw RecordingError(
                        line: line, problem: "an element of the XML has more than \(limit) attributes", remedy: "remove some of them")
                }
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            default: isAfterEquals = false
            }
        }
    }

    /// Returns the end of the declaration, comments and instructions before the root.
    private static func prologue(of text: [UInt8]) -> Int {
        var place = 0
        while let begin = text[place...].firstIndex(of: UInt8(ascii: "<")) {
            let rest = text[begin...]
            if rest.starts(with: "<?".utf8) {
                guard let end = end(of: "?>", in: text, from: begin + 2) else { return begin }
                place = end
            } else if rest.starts(with: "<!--".utf8) {
                guard let end = end(of: "-->", in: text, from: begin + 4) else { return begin }
                place = end
            } else {
                return begin
            }
        }
        return text.count
    }

    private static func end(of word: String, in text: [UInt8], from start: Int) -> Int? {
        text.indices.dropFirst(start).first { text[$0...].starts(with: word.utf8) }.map { $0 + word.utf8.count }
    }
}
