/// An error of a text that `LaTeXReader` cannot read.
public enum LaTeXError: Error, Hashable, CustomStringConvertible {
    /// The text is longer than `LaTeXReader.longest`. The value is the text's number of characters.
    case tooLong(Int)
    /// Groups are nested deeper than `LaTeXReader.deepest`.
    case tooDeep
    /// A matrix has more cells than `LaTeXReader.mostCells`. The value is the number of cells, including those omitted at the ends of rows.
    case tooManyCells(Int)
    /// An unknown command or character.
    case unknown(String)
    /// A bracket or brace without its counterpart, or a command without its argument.
    case unfinished(String)

    /// The problem in words.
    public var description: String {
        switch self {
        case .tooLong(let count): "the formula has \(count) characters; the maximum is \(LaTeXReader.longest)"
        case .tooDeep: "the formula has more than \(LaTeXReader.deepest) nested groups"
        case .tooManyCells(let count): "a matrix has \(count) cells; the maximum is \(LaTeXReader.mostCells)"
        case .unknown(let name): "unknown formula command \(name.prefix(40))"
        case .unfinished(let name): "\(name.prefix(40)) is incomplete"
        }
    }
}

/// A reader of the LaTeX that `LaTeXWriter` writes, and of common alternatives: scripts without braces, `\le`, primes.
public struct LaTeXReader {
    /// The maximum length of a text, in bytes of UTF-8.
    public static let longest = 20_000
    /// The maximum nesting depth of groups.
    public static let deepest = 64
    /// The maximum number of cells of one matrix.
    public static let mostCells = 1_000

    private let tokens: [String]
    /// The index of the closing token for each opening brace, bracket, `\left` or `\begin`, by the index of the opening token.
    private let partners: [Int: Int]
    private var position = 0
    private var depth = 0

    private init(_ tokens: [String]) {
        self.tokens = tokens
        partners = Self.partners(of: tokens)
    }

    /// Reads a formula.
    /// - Throws: `LaTeXError`.
    public static func node(of text: String) throws(LaTeXError) -> MathNode {
        guard text.utf8.count <= longest else { throw .tooLong(text.count) }
        var reader = LaTeXReader(tokens(of: text))
        return try reader.row(until: reader.tokens.count)
    }

    /// Splits a text into commands and characters, without spaces.
    private static func tokens(of text: String) -> [String] {
        var tokens: [String] = []
        var rest = Substring(text)
        while let first = rest.popFirst() {
            if first.isWhitespace { continue }
            guard first == "\\" else {
                tokens.append(String(first))
                continue
            }
            let name = rest.prefix { $0.isASCII && $0.isLetter }
            if !name.isEmpty {
                tokens.append("\\\(name)")
                rest = rest.dropFirst(name.count)
            } else if let sign = rest.popFirst() {
                tokens.append("\\\(sign)")
            } else {
                tokens.append("\\")
            }
        }
        return tokens
    }

    /// Pairs opening and closing tokens. Brackets are paired only within the same braces and the same cell.
    private static func partners(of tokens: [String]) -> [Int: Int] {
        var partners: [Int: Int] = [:]
        var open: [Int] = []
        let closing = ["}": "{", ")": "(", "]": "[", "\\right": "\\left", "\\end": "\\begin"]
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            if token == "{" || token == "(" || token == "[" || token == "\\left" || token == "\\begin" {
                open.append(index)
            } else if token == "&" || token == "\\\\" {
                // a bracket has no partner in another cell
                while let last = open.last, tokens[last] == "(" || tokens[last] == "[" { open.removeLast() }
            } else if let opening = closing[token] {
                // a closing brace, `\right` or `\end` closes its group even if a bracket inside the group is unpaired
                let isStrong = token == "}" || token == "\\right" || token == "\\end"
                if let last = open.last, tokens[last] == opening {
                    partners[last] = index
                    open.removeLast()
                } else if isStrong, let place = open.lastIndex(where: { tokens[$0] == opening }) {
                    partners[open[place]] = index
                    open.removeSubrange(place...)
                }
            }
            // the token after \left and \right is their bracket
            index += token == "\\left" || token == "\\right" ? 2 : 1
        }
        return partners
    }

    private var token: String? { tokens.indices.contains(position) ? tokens[position] : nil }

    private mutating func row(until end: Int) throws(LaTeXError) -> MathNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw .tooDeep }
        var nodes: [MathNode] = []
        while position < end, let token {
            if token == "^" || token == "_" || token == "'" {
                nodes.append(try scripts(of: nodes.popLast() ?? .row([]), until: end))
            } else {
                nodes.append(try atom(isArgument: false))
            }
        }
        position = max(position, end)
        return .joined(nodes)
    }

    /// Reads one operand, operator or group.
    /// - Parameter isArgument: Whether to read only the first digit of a number.
    private mutating func atom(isArgument: Bool) throws(LaTeXError) -> MathNode {
        guard let token else { throw .unfinished("the end") }
        if token.count == 1, let digit = token.first, digit.isASCII, digit.isNumber { return number(isArgument: isArgument) }
        let start = position
        position += 1
        switch token {
        case "{": return try group(from: start, "{")
        case "}": throw .unfinished("}")
        case "(", "[":
            guard let end = partners[start] else { break }
            let inner = try row(until: end)
            position = end + 1
            return .fenced(token, inner, token == "(" ? ")" : "]")
        case "\\left": return try fenced(from: start)
        case "\\begin": return try matrix(from: start)
        case "\\frac", "\\dfrac", "\\tfrac":
            let above = try argument(of: token)
            return .fraction(above, over: try argument(of: token))
        case "\\sqrt": return try root()
        case "\\overline": return .accent(.bar, try argument(of: token))
        case "\\operatorname", "\\mathbb": return try named(token)
        default: break
        }
        guard token.hasPrefix("\\") else { return try symbol(token) }
        let name = String(token.dropFirst())
        if MathFunction.names.contains(name) { return .function(name) }
        if let accent = MathAccent(rawValue: name) { return .accent(accent, try argument(of: token)) }
        return try symbol(token)
    }

    private func symbol(_ token: String) throws(LaTeXError) -> MathNode {
        guard let symbol = MathSymbol.latex(token) ?? MathSymbol.text(token) else { throw .unknown(token) }
        return symbol.kind == .large ? .large(symbol, lower: nil, upper: nil) : .symbol(symbol)
    }

    private mutating func number(isArgument: Bool) -> MathNode {
        var text = ""
        while let token, let character = token.first, token.count == 1 {
            let isDigit = character.isASCII && character.isNumber
            let next = tokens.indices.contains(position + 1) ? tokens[position + 1].first : nil
            // a point is part of the number only if a digit follows, and the number has no other point
            let isPoint = character == "." && !text.contains(".") && next.map { $0.isASCII && $0.isNumber } == true
            guard isDigit || isPoint else { break }
            text.append(character)
            position += 1
            if isArgument { break }
        }
        return .number(text)
    }

    /// Reads the node between the braces or brackets that open at `start`.
    private mutating func group(from start: Int, _ opening: String) throws(LaTeXError) -> MathNode {
        guard let end = partners[start] else { throw .unfinished(opening) }
        position = start + 1
        let inner = try row(until: end)
        position = end + 1
        return inner
    }

    /// Reads the argument of a command or of a script: a group, or one token.
    private mutating func argument(of command: String) throws(LaTeXError) -> MathNode {
        guard let token, token != "}", token != "^", token != "_" else { throw .unfinished(command) }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw .tooDeep }
        return try atom(isArgument: true)
    }

    private mutating func root() throws(LaTeXError) -> MathNode {
        guard token == "[", partners[position] != nil else { return .root(try argument(of: "\\sqrt"), index: nil) }
        let index = try group(from: position, "[")
        return .root(try argument(of: "\\sqrt"), index: index)
    }

    private mutating func fenced(from start: Int) throws(LaTeXError) -> MathNode {
        guard let end = partners[start], position < end, tokens.indices.contains(end + 1) else { throw .unfinished("\\left") }
        let open = try bracket(tokens[position])
        position += 1
        let inner = try row(until: end)
        position = end + 2
        return .fenced(open, inner, try bracket(tokens[end + 1]))
    }

    /// Reads the matrix whose `\begin` is at `start`. Short rows are padded with empty cells; empty rows at the end are dropped.
    private mutating func matrix(from start: Int) throws(LaTeXError) -> MathNode {
        guard let end = partners[start] else { throw .unfinished("\\begin") }
        let (name, closing) = (braced(at: start + 1), braced(at: end + 1))
        guard let name, name == closing else { throw .unfinished("\\begin") }
        guard let environment = MatrixEnvironment(rawValue: name) else { throw .unknown("\\begin{\(name)}") }
        position = start + name.count + 3
        var rows: [[MathNode]] = [[]]
        while position <= end {
            let next = separator(before: end)
            rows[rows.count - 1].append(try row(until: next))
            position = next + 1
            if next < end, tokens[next] == "\\\\" { rows.append([]) }
        }
        while rows.count > 1, rows.last?.allSatisfy({ $0 == .row([]) }) == true { rows.removeLast() }
        let columns = rows.map(\.count).max() ?? 0
        guard rows.count * columns <= Self.mostCells else { throw .tooManyCells(rows.count * columns) }
        position = end + name.count + 3
        return environment.node(rows.map { $0 + Array(repeating: .row([]), count: columns - $0.count) })
    }

    /// Returns the end of the cell that begins at the current position.
    private func separator(before end: Int) -> Int {
        var place = position
        while place < end, tokens[place] != "&", tokens[place] != "\\\\" { place = max(place, partners[place] ?? place) + 1 }
        return min(place, end)
    }

    /// Returns the text between the braces that open at an index; nil if no brace opens there.
    private func braced(at place: Int) -> String? {
        guard tokens.indices.contains(place), tokens[place] == "{", let end = partners[place] else { return nil }
        return tokens[(place + 1)..<end].joined()
    }

    private func bracket(_ token: String) throws(LaTeXError) -> String {
        if token == "." { return "" }
        guard let symbol = MathSymbol.latex(token) ?? MathSymbol.text(token) else { throw .unknown(token) }
        return symbol.text
    }

    /// Reads a name in braces after `\operatorname` or `\mathbb`.
    private mutating func named(_ command: String) throws(LaTeXError) -> MathNode {
        guard token == "{", let end = partners[position] else { throw .unfinished(command) }
        let name = tokens[(position + 1)..<max(position + 1, end)].joined()
        position = end + 1
        if command == "\\mathbb" { return try symbol("\\mathbb{\(name)}") }
        guard MathFunction.names.contains(name) || MathFunction.others.contains(name) else { throw .unknown(name) }
        return .function(name)
    }

    /// Reads the scripts after a base: at most one subscript and one superscript. Primes are placed before the rest of the superscript.
    private mutating func scripts(of base: MathNode, until end: Int) throws(LaTeXError) -> MathNode {
        var (lower, upper, primes): (MathNode?, MathNode?, [MathNode]) = (nil, nil, [])
        while position < end, let token {
            if token == "_", lower == nil {
                position += 1
                lower = try argument(of: token)
            } else if token == "^", upper == nil {
                position += 1
                upper = try argument(of: token)
            } else if token == "'", upper == nil {
                position += 1
                primes.append(.latex("\\prime"))
            } else if token == "^" || token == "_" || token == "'" {
                throw .unfinished(token)
            } else {
                break
            }
        }
        if !primes.isEmpty { upper = .joined(primes + [upper].compactMap { $0 }) }
        if case .large(let symbol, nil, nil) = base { return .large(symbol, lower: lower, upper: upper) }
        return .script(base, lower: lower, upper: upper)
    }
}
