internal import ArgumentParser

/// A word in the position of a command on the command line, for which no command exists.
struct UnknownCommand: Equatable {
    /// The commands before the word: "inkctl", or "inkctl corpus".
    let parent: String
    /// The word.
    let word: String
    /// The command with the most similar name; nil if no name is similar.
    let suggestion: String?

    /// Finds the first unknown command of a command line; nil if all words up to the first option are commands.
    ///
    /// - Parameter arguments: the command line without the program's name.
    init?(_ arguments: some Sequence<String>, of root: any ParsableCommand.Type) {
        var command = root
        var path = [root.configuration.commandName ?? ""]
        for word in arguments {
            let commands = command.configuration.subcommands
            // the parser's own `help` is followed by names of commands; a command without subcommands accepts arguments
            guard !word.hasPrefix("-"), word != "help", !commands.isEmpty, command.configuration.defaultSubcommand == nil else {
                return nil
            }
            guard let next = commands.first(where: { Self.names(of: $0).contains(word) }) else {
                parent = path.joined(separator: " ")
                self.word = word
                suggestion = Self.nearest(to: word, among: commands.flatMap(Self.names))
                return
            }
            command = next
            path.append(word)
        }
        return nil
    }

    /// The problem and its remedy.
    var message: String {
        let help = (["inkctl", "help"] + parent.split(separator: " ").dropFirst().map(String.init)).joined(separator: " ")
        return "\(parent) has no command \"\(word)\". " + (suggestion.map { "Did you mean \"\($0)\"?" } ?? "`\(help)` lists all commands.")
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        (command.configuration.commandName.map { [$0] } ?? []) + command.configuration.aliases
    }

    /// Returns the most similar name: the name with the fewest changed characters, at most one for a short word, and at most a third of the
    /// word's characters. A name that begins with the word is also similar.
    static func nearest(to word: String, among names: [String]) -> String? {
        let limit = max(1, word.count / 3)
        let near = names.map { (name: $0, distance: distance(from: word, to: $0)) }.filter { $0.distance <= limit }
        return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
            ?? (word.count > 1 ? names.filter { $0.hasPrefix(word) }.min() : nil)
    }

    /// Returns the minimum number of characters to insert, delete, replace or swap with a neighbor (optimal string alignment).
    static func distance(from first: String, to second: String) -> Int {
        let (first, second) = (Array(first.prefix(64)), Array(second.prefix(64)))
        var (twoUp, up) = ([Int](), Array(0...second.count))
        for (row, character) in first.enumerated() {
            var line = [row + 1]
            for (column, other) in second.enumerated() {
                var best = min(line[column] + 1, up[column + 1] + 1, up[column] + (character == other ? 0 : 1))
                if row > 0, column > 0, character == second[column - 1], other == first[row - 1] { best = min(best, twoUp[column - 1] + 1) }
                line.append(best)
            }
            (twoUp, up) = (up, line)
        }
        return up.last ?? first.count
    }
}
