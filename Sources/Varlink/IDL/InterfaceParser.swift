/// Parses the Varlink interface language by recursive descent.
struct InterfaceParser {
    /// The maximum nesting depth of types.
    static let depthLimit = 32

    private var scanner: InterfaceScanner
    private var token: InterfaceScanner.Token
    private var used: [(name: String, line: Int)] = []
    /// The names of the elements that contain the current position.
    private var place: [String] = []
    private var comments: [String: [String]] = [:]

    init(text: String) throws(ProtocolError) {
        scanner = InterfaceScanner(text: text)
        token = try scanner.next()
    }

    /// Parses the whole text: the interface's name, and at least one type, method or error.
    mutating func interface() throws(ProtocolError) -> InterfaceDefinition {
        let comment = scanner.leadingComment
        try keyword("interface")
        var result = InterfaceDefinition(name: try name(Self.isInterfaceName, "an interface name such as org.example.Thing"))
        document([], comment)
        var members: Set<String> = []
        repeat {
            let comment = scanner.leadingComment
            let kind = try name({ ["type", "method", "error"].contains($0) }, "'type', 'method' or 'error'")
            let member = try name(Self.isMemberName, "a name that begins with a capital letter")
            guard members.insert(member).inserted else { throw error("duplicate \(member)") }
            place = [member]
            switch kind {
            case "type":
                result.types[member] = try parenthesized(depth: 0)
                result.members.append(.type(member))
            case "method":
                place = [member, "in"]
                let input = try fields()
                guard token == .arrow else { throw expected("'->'") }
                try advance()
                place = [member, "out"]
                result.methods[member] = .init(input: input, output: try fields())
                result.members.append(.method(member))
            default:
                result.errors[member] = try fields()
                result.members.append(.error(member))
            }
            document([member], comment)
        } while token != .end
        result.comments = comments
        for (name, line) in used where result.types[name] == nil {
            throw .interfaceSyntax(line: line, reason: "unknown type \(name)")
        }
        return result
    }

    private mutating func fields() throws(ProtocolError) -> [InterfaceDefinition.Field] {
        guard case .structure(let fields) = try parenthesized(depth: 0) else { throw error("expected fields, not an enumeration") }
        return fields
    }

    /// Parses a struct or an enumeration. The character after the first name distinguishes them.
    private mutating func parenthesized(depth: Int) throws(ProtocolError) -> InterfaceDefinition.TypeExpression {
        guard depth <= Self.depthLimit else { throw error("types nest deeper than \(Self.depthLimit)") }
        try sign("(")
        if try takes(")") { return .structure([]) }
        var names: [String] = []
        var fields: [InterfaceDefinition.Field] = []
        var seen: Set<String> = []
        var isLast = false
        repeat {
            var comment = scanner.leadingComment
            let name = try name(Self.isFieldName, "a field name")
            guard seen.insert(name).inserted else { throw error("duplicate \(name)") }
            place.append(name)
            if names.isEmpty, try takes(":") {
                fields.append(.init(name: name, type: try type(depth: depth + 1)))
            } else if fields.isEmpty {
                names.append(name)
            } else {
                throw expected("':'")
            }
            // a comment beside the field is before or after the comma
            comment += scanner.trailingComment
            isLast = !(try takes(","))
            if !isLast { comment += scanner.trailingComment }
            document(place, comment)
            place.removeLast()
        } while !isLast
        try sign(")")
        return fields.isEmpty ? .enumeration(names) : .structure(fields)
    }

    private mutating func type(depth: Int) throws(ProtocolError) -> InterfaceDefinition.TypeExpression {
        guard depth <= Self.depthLimit else { throw error("types nest deeper than \(Self.depthLimit)") }
        switch token {
        case .sign("?"):
            try advance()
            guard token != .sign("?") else { throw error("duplicate '?'") }
            return .optional(try type(depth: depth + 1))
        case .sign("["):
            try advance()
            if try takes("]") { return .array(try type(depth: depth + 1)) }
            try keyword("string")
            try sign("]")
            return .map(try type(depth: depth + 1))
        case .sign("("):
            return try parenthesized(depth: depth + 1)
        case .word(let word):
            let line = scanner.line
            try advance()
            switch word {
            case "bool": return .bool
            case "int": return .int
            case "float": return .float
            case "string": return .string
            case "object": return .object
            default:
                guard Self.isMemberName(word) else {
                    throw .interfaceSyntax(line: line, reason: "expected a type, found '\(word)'")
                }
                used.append((word, line))
                return .named(word)
            }
        default: throw expected("a type")
        }
    }

    /// Stores the comment of an element. `place` contains the names that lead to the element.
    private mutating func document(_ place: [String], _ comment: [String]) {
        if !comment.isEmpty { comments[place.joined(separator: ".")] = comment }
    }

    private mutating func advance() throws(ProtocolError) { token = try scanner.next() }

    private mutating func takes(_ sign: Character) throws(ProtocolError) -> Bool {
        guard token == .sign(sign) else { return false }
        try advance()
        return true
    }

    private mutating func sign(_ sign: Character) throws(ProtocolError) {
        guard try takes(sign) else { throw expected("'\(sign)'") }
    }

    private mutating func keyword(_ word: String) throws(ProtocolError) {
        _ = try name({ $0 == word }, "'\(word)'")
    }

    private mutating func name(_ fits: (String) -> Bool, _ what: String) throws(ProtocolError) -> String {
        guard case .word(let word) = token, fits(word) else { throw expected(what) }
        try advance()
        return word
    }

    private func error(_ reason: String) -> ProtocolError { .interfaceSyntax(line: scanner.line, reason: reason) }

    private func expected(_ what: String) -> ProtocolError { error("expected \(what), found \(token.text)") }

    private static func isMemberName(_ word: String) -> Bool {
        word.utf8.first.map { (0x41...0x5a).contains($0) } == true && word.utf8.allSatisfy(InterfaceScanner.isLetterOrDigit)
    }

    /// Whether a word starts with a letter, and consists of letters, digits, and single underscores between them.
    private static func isFieldName(_ word: String) -> Bool {
        guard let first = word.utf8.first, InterfaceScanner.isLetter(first) else { return false }
        return word.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(InterfaceScanner.isLetterOrDigit) }
    }

    /// Whether a word has at least two parts separated by dots, has dashes only within parts, and starts with a letter.
    private static func isInterfaceName(_ word: String) -> Bool {
        guard let first = word.utf8.first, InterfaceScanner.isLetter(first), !word.utf8.contains(UInt8(ascii: "_")) else { return false }
        let parts = word.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count > 1
            && parts.allSatisfy { $0.first.map(InterfaceScanner.isLetterOrDigit) == true && $0.last != UInt8(ascii: "-") }
    }
}
