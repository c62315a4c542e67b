internal import InputMethod

/// The mapping of pens in sway's configuration (sway-input(5)). sway reports the text of its configuration file, but neither included files
/// nor changes by `swaymsg input`.
struct SwayInputRules: Hashable {
    enum Target: Hashable {
        case output(String)
        case region(PixelRectangle)
        /// All outputs.
        case layout
    }

    /// The targets by the names of inputs, such as "type:tablet_tool".
    private var targets: [String: Target] = [:]

    /// Parses `input NAME map_to_output OUTPUT`, also in a block, and `map_to_region`.
    init(config: String) {
        // the commands of the blocks that contain the current line, from the outermost on
        var blocks: [[String]] = []
        for line in config.split(whereSeparator: \.isNewline) {
            var words = Self.words(of: line)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            if words.last == "{" {
                words.removeLast()
                blocks.append(words)
                continue
            }
            if first == "}" {
                _ = blocks.popLast()
                continue
            }
            let command = blocks.flatMap(\.self) + words
            guard command.first == "input", command.count >= 4, let target = Self.target(command.dropFirst(2)) else { continue }
            targets[command[1]] = target
        }
    }

    /// Returns the target of a pen by its most specific rule; nil without a rule.
    func target(of identifier: String) -> Target? {
        targets[identifier] ?? targets["type:tablet_tool"] ?? targets["*"]
    }

    private static func target(_ command: ArraySlice<String>) -> Target? {
        let arguments = command.dropFirst()
        switch command.first {
        case "map_to_output": return arguments.first.map { $0 == "*" ? .layout : .output($0) }
        case "map_to_region":
            // the form "0 0 100x200" is allowed, too
            let numbers = arguments.flatMap { $0.split(separator: "x") }.compactMap { Double(String($0)) }
            guard numbers.count == 4 else { return nil }
            return .region(PixelRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        default: return nil
        }
    }

    /// Splits a line at spaces that are not between quotation marks.
    private static func words(of line: Substring) -> [String] {
        var words: [String] = []
        var word: String?
        var quotation: Character?
        for character in line {
            if let open = quotation {
                if character == open { quotation = nil } else { word = (word ?? "") + String(character) }
            } else if character == "\"" || character == "'" {
                quotation = character
                word = word ?? ""
            } else if character == " " || character == "\t" {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + [word].compactMap(\.self)
    }
}
