/// Splits an interface's text into words and punctuation. White space is skipped. The comments above and beside a token are stored.
struct InterfaceScanner {
    /// A word or a punctuation mark.
    enum Token: Hashable {
        /// A keyword or a name. A name may contain dots, dashes and underscores.
        case word(String)
        /// One of `( ) [ ] : , ?`.
        case sign(Character)
        /// `->`.
        case arrow
        case end

        /// The token as written, for messages.
        var text: String {
            switch self {
            case .word(let word): "'\(word)'"
            case .sign(let sign): "'\(sign)'"
            case .arrow: "'->'"
            case .end: "the end"
            }
        }
    }

    private let bytes: [UInt8]
    private var position = 0
    /// The line of the token that was read last, from 1.
    private(set) var line = 1
    /// The comment lines directly above the token that was read last. Between them and the token is no empty line.
    private(set) var leadingComment: [String] = []
    /// The comment between the last two tokens, if it is on the same line as the first of them.
    private(set) var trailingComment: [String] = []

    init(text: String) { bytes = Array(text.utf8) }

    /// Reads the next token. At the end of the text, always returns `.end`.
    mutating func next() throws(ProtocolError) -> Token {
        skipSpaceAndComments()
        guard position < bytes.count else { return .end }
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: ","),
            UInt8(ascii: "?"):
            position += 1
            return .sign(Character(Unicode.Scalar(byte)))
        case UInt8(ascii: "-") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: ">"):
            position += 2
            return .arrow
        case _ where Self.isLetterOrDigit(byte):
            return .word(word())
        default:
            throw .interfaceSyntax(line: line, reason: "unexpected character (byte \(byte))")
        }
    }

    private mutating func word() -> String {
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            let isArrow = byte == UInt8(ascii: "-") && position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: ">")
            let isInner = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            guard Self.isLetterOrDigit(byte) || (isInner && !isArrow) else { break }
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipSpaceAndComments() {
        leadingComment = []
        trailingComment = []
        var isLineOfLastToken = position > 0
        var isLineBlank = !isLineOfLastToken
        while position < bytes.count {
            switch bytes[position] {
            case 0x0a:
                line += 1
                // a comment above an empty line does not describe the next member
                if isLineBlank { leadingComment = [] }
                isLineOfLastToken = false
                isLineBlank = true
            case UInt8(ascii: "#"):
                let end = bytes[position...].firstIndex(of: 0x0a) ?? bytes.count
                var content = bytes[(position + 1)..<end]
                if content.first == 0x20 { content.removeFirst() }
                while let last = content.last, last == 0x20 || last == 0x0d { content.removeLast() }
                let text = String(decoding: content, as: UTF8.self)
                if isLineOfLastToken { trailingComment = [text] } else { leadingComment.append(text) }
                isLineBlank = false
                position = end
                continue
            case 0x20, 0x09, 0x0d: break
            default: return
            }
            position += 1
        }
    }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }

    static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) }
}
