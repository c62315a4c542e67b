import ArgumentParser
import Testing

@testable import inkctl

@Suite("Help")
struct ExamplesTests {
    /// The examples of a command's help and of those below it: the words as a shell splits them, and the line.
    static func examples(of command: any ParsableCommand.Type) -> [(words: [String], line: String)] {
        let lines = command.configuration.discussion.split(separator: "\n").filter { $0.hasPrefix("  inkctl ") }
        return lines.map { (words(String($0.dropFirst(2))), String($0)) } + command.configuration.subcommands.flatMap(examples)
    }

    /// The words up to the remark, which two spaces go before, or to a redirection.
    static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        for (character, next) in zip(line, Array(line.dropFirst()) + [" "]) {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else if quote == nil, character == " " {
                if !word.isEmpty { words.append(word) }
                word = ""
                if next == " " || "<>|".contains(next) { return words }
            } else {
                word.append(character)
            }
        }
        return words + (word.isEmpty ? [] : [word])
    }

    @Test("every example is a right command line, and fits a terminal")
    func examples() {
        let examples = Self.examples(of: Inkctl.self)
        #expect(examples.count > 60)
        for example in examples {
            #expect(throws: Never.self, "\(example.line)") { try Inkctl.parseAsRoot(Array(example.words.dropFirst())) }
            #expect(example.line.count <= 80, "\(example.line)")
        }
    }
}
