internal import Formula

/// Distinguishes mathematics from language by the texts of words.
enum MathematicalText {
    private static let operators: Set<Character> = Set("+−-×·*÷/<>≤≥≠≈=^±√∑∏∫∞∂π")
    private static let punctuation: Set<Character> = Set(".,;:!?")
    /// Words of one letter.
    private static let words: Set<String> = ["a", "A", "I", "i", "o", "O", "y", "e", "é", "à", "u", "U"]

    /// Whether a word may be part of a formula: a number, an operator, a letter or the name of a function.
    static func mayBePart(_ text: String) -> Bool {
        let letters = text.split { !$0.isLetter }
        if text.contains(where: { operators.contains($0) || $0.isNumber }) { return letters.allSatisfy { $0.count < 4 || isFunction($0) } }
        guard text.allSatisfy({ $0.isLetter || punctuation.contains($0) || "()[]{}|'′".contains($0) }) else { return false }
        return letters.allSatisfy { $0.count == 1 || isFunction($0) }
    }

    /// Whether the text has a digit, an operator or a bracket.
    static func hasSign(_ text: String) -> Bool { text.contains { operators.contains($0) || $0.isNumber || "()[]{}|".contains($0) } }

    private static func isFunction(_ text: Substring) -> Bool { FunctionNames.all.contains(text.lowercased()) }

    static func isPunctuation(_ text: String) -> Bool { text.allSatisfy { punctuation.contains($0) } }

    /// Whether the text is a word of one letter.
    static func isWord(_ text: String) -> Bool { words.contains(text) }

    /// Whether the text consists of three or more letters, but is not the name of a function.
    static func isLetters(_ text: String) -> Bool { text.count > 2 && text.allSatisfy(\.isLetter) && !isFunction(text[...]) }

    static func beginsWithSign(_ text: String) -> Bool { text.first.map { operators.contains($0) || $0 == "(" } ?? false }

    static func endsWithSign(_ text: String) -> Bool { text.last.map { operators.contains($0) } ?? false }

    /// Whether a line or a sequence of words looks like a formula: a relation, or numbers with operators between them.
    static func isFormula(_ text: String) -> Bool {
        guard text.contains(where: { $0.isNumber || $0.isLetter }) else { return false }
        // with a relation sign, all letters must be short words: names of functions and units are short
        if text.contains(where: "=≤≥≠≈".contains) { return text.split { !$0.isLetter }.allSatisfy { $0.count < 4 || isFunction($0) } }
        if text.contains(where: "√∑∫".contains) { return true }
        guard text.contains(where: \.isNumber) else { return false }
        // require an operand on both sides of a sign: a leading plus can begin a telephone number
        let signs = text.filter { !$0.isWhitespace }
        func isOperand(_ sign: Character) -> Bool { sign.isNumber || sign.isLetter }
        let triples = zip(zip(signs, signs.dropFirst()), signs.dropFirst(2))
        if triples.contains(where: { (isOperand($0.0) || $0.0 == ")") && "+×·*÷<>^".contains($0.1) && (isOperand($1) || "(√".contains($1)) }
        ) {
            return true
        }
        guard !text.contains(where: \.isLetter) else { return false }
        // dates and telephone numbers have dashes and slashes, too, but rarely spaces around them; they also have leading zeros and area
        // codes in brackets
        let parts = text.split(whereSeparator: \.isWhitespace)
        let numbers = text.split { !$0.isNumber && $0 != "." && $0 != "," }
        return parts.dropFirst().dropLast().contains { ["-", "−", "/"].contains($0) }
            && !zip(signs, signs.dropFirst()).contains { $0 == ")" && $1.isNumber }
            && !numbers.contains { $0.first == "0" && $0.dropFirst().first?.isNumber == true }
    }
}
