/// Reads the text within a paragraph of Markdown, and drops its marks.
struct MarkdownText {
    /// A piece of the text.
    private enum Piece {
        case text(String)
        /// Characters of one kind that may begin or end an emphasis.
        case mark(Character, count: Int, opens: Bool, closes: Bool)
    }

    private let characters: [Character]
    private var place = 0
    private var pieces: [Piece] = []
    /// Where the text goes on behind the closing bracket of a link, by the place of the bracket.
    private var ends: [Int: Int] = [:]

    /// Closing brackets that do not occur in the rest of the text.
    private var missing: Set<Character> = []

    /// Maximum number of characters in the brackets of a link, and in code.
    private static let longestLink = 500
    /// Maximum number of emphases that are open at the same time.
    private static let mostOpen = 100
    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": "\u{A0}", "apos": "'"]

    /// Returns a text without its marks.
    static func plain(_ text: some StringProtocol) -> String {
        var reader = MarkdownText(characters: Array(text))
        reader.read()
        return reader.text
    }

    private init(characters: [Character]) { self.characters = characters }

    private func character(_ index: Int) -> Character? { characters.indices.contains(index) ? characters[index] : nil }

    private mutating func read() {
        while let next = character(place) {
            if let end = ends[place] {
                place = end
                continue
            }
            switch next {
            case "\\":
                if let escaped = character(place + 1), escaped.isASCII, escaped.isPunctuation || escaped.isSymbol { place += 1 }
                add(character(place) ?? next)
            case "`": readCode()
            case "*", "_", "~": readMark(next)
            case "&": readEntity()
            case "!" where character(place + 1) == "[" && isLink(at: place + 1): place += 2
            case "[" where isLink(at: place): place += 1
            case "<":
                // a place as a link
                let inside = characters[(place + 1)...].prefix(Self.longestLink).prefix { $0 != ">" && !$0.isWhitespace }
                if inside.contains(where: { ":@".contains($0) }), character(inside.endIndex) == ">" {
                    ends[inside.endIndex] = inside.endIndex + 1
                }
                if ends[inside.endIndex] == nil { add(next) } else { place += 1 }
            default: add(next)
            }
        }
    }

    private mutating func add(_ character: Character) {
        pieces.append(.text(String(character)))
        place += 1
    }

    private mutating func readCode() {
        let count = characters[place...].prefix { $0 == "`" }.count
        var end = place + count
        var run = 0
        while let next = character(end), end - place < Self.longestLink {
            run = next == "`" ? run + 1 : 0
            end += 1
            if run == count, character(end) != "`" {
                pieces.append(.text(String(characters[(place + count)..<(end - count)])))
                place = end
                return
            }
        }
        pieces.append(.text(String(repeating: "`", count: count)))
        place += count
    }

    private mutating func readMark(_ mark: Character) {
        let count = characters[place...].prefix { $0 == mark }.count
        let (before, after) = (character(place - 1), character(place + count))
        var opens = after.map { !$0.isWhitespace } ?? false
        var closes = before.map { !$0.isWhitespace } ?? false
        if mark == "_" {
            // it is part of a name within a word
            let isInside = [before, after].allSatisfy { $0.map { $0.isLetter || $0.isNumber } ?? false }
            (opens, closes) = (opens && !isInside, closes && !isInside)
        }
        pieces.append(.mark(mark, count: count, opens: opens, closes: closes))
        place += count
    }

    private mutating func readEntity() {
        let name = characters[(place + 1)...].prefix(8).prefix { $0 != ";" }
        guard character(name.endIndex) == ";" else { return add("&") }
        let word = String(name)
        let number = word.hasPrefix("#x") ? UInt32(word.dropFirst(2), radix: 16) : word.hasPrefix("#") ? UInt32(word.dropFirst()) : nil
        let scalar = number.flatMap(Unicode.Scalar.init).flatMap { $0.properties.generalCategory == .control ? nil : String(Character($0)) }
        guard let text = scalar ?? Self.entities[word] else { return add("&") }
        pieces.append(.text(text))
        place = name.endIndex + 1
    }

    /// Whether a link begins with this bracket, `[text](place)` or `[text][name]`. Notes where its text ends.
    private mutating func isLink(at start: Int) -> Bool {
        var depth = 0
        for index in start..<min(characters.count, start + Self.longestLink) {
            switch characters[index] {
            case "[": depth += 1
            case "]": depth -= 1
            default: break
            }
            guard depth == 0 else { continue }
            guard let open = character(index + 1), let close: Character = open == "(" ? ")" : open == "[" ? "]" : nil else { return false }
            // the place may be a picture's data
            guard !missing.contains(close), let end = characters[(index + 2)...].firstIndex(of: close) else {
                missing.insert(close)
                return false
            }
            ends[index] = end + 1
            return true
        }
        return false
    }

    /// The text without the marks that belong together in pairs.
    private var text: String {
        var dropped: Set<Int> = []
        var open: [Character: [(index: Int, count: Int)]] = [:]
        for (index, piece) in pieces.enumerated() {
            guard case .mark(let mark, let count, let opens, let closes) = piece else { continue }
            if closes, let match = open[mark]?.last(where: { $0.count == count }) {
                dropped.formUnion([match.index, index])
                open[mark]?.removeAll { $0.index >= match.index }
            } else if opens, mark != "~" || count == 2 {
                open[mark, default: []].append((index, count))
                if open[mark, default: []].count > Self.mostOpen { open[mark]?.removeFirst() }
            }
        }
        return pieces.enumerated().map { index, piece in
            switch piece {
            case .text(let text): text
            case .mark(let mark, let count, _, _): dropped.contains(index) ? "" : String(repeating: mark, count: count)
            }
        }.joined()
    }
}
