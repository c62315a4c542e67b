internal import Glibc
package import InkProtocol
package import Recognition
package import System
internal import Varlink

/// The file of the words that one user has corrected, oldest first: one line of JSON per word, readable only by the daemon. Deleting the
/// file discards the words.
///
/// The file is replaced as a whole. Any thread may read it; one thread changes it.
package struct CorrectionFile: Sendable {
    /// Number of the newest words that are retained, unless the file exceeds `byteLimit`. Older words may be removed.
    static let limit = 200
    /// Number of new words after which training is due.
    static let interval = 20
    /// Maximum size of the file, in bytes. The oldest words are removed first. A word takes about 1,500 bytes.
    static let byteLimit = 1 << 20
    /// Maximum number of characters of a word's text, and maximum number of samples of its ink. Anything larger is not a corrected word.
    static let (longestText, mostSamples) = (100, 4_000)

    private let state: String
    private let folder: String
    private let path: String

    /// - Parameter state: the folder of persistent state.
    package init(of user: UInt32, state: String) {
        self.state = state
        folder = state + "/hands"
        path = "\(folder)/\(user).corrections"
    }

    /// Returns whether a word may be stored: whether it is neither empty nor too large.
    package static func takes(_ example: AdaptationInterface.Example) -> Bool {
        let samples = example.strokes.reduce(0) { $0 + $1.x.count }
        return (1...longestText).contains(example.text.count) && (1...mostSamples).contains(samples)
    }

    /// Returns the number of words in the file.
    package func count() -> Int { (try? lines().count) ?? 0 }

    /// Adds a word. A word with the same ink as the last word in the file replaces the last word, because the user has corrected it again.
    /// - Returns: whether training is due.
    /// - Throws: `SystemError`; nothing is changed then.
    package func add(_ example: AdaptationInterface.Example) throws -> Bool {
        var lines = try lines()
        let line = try JSONWriter.bytes(of: example)
        let isAgain = lines.last.flatMap { Self.example(of: $0) }?.strokes == example.strokes
        if isAgain { lines.removeLast() }
        lines.append(line[...])
        let isDue = !isAgain && lines.count.isMultiple(of: Self.interval)
        if lines.count >= Self.limit + Self.interval { lines.removeFirst(Self.interval) }
        var bytes = lines.reduce(0) { $0 + $1.count + 1 }
        while bytes > Self.byteLimit, lines.count > 1 { bytes -= lines.removeFirst().count + 1 }
        try Folder.make(state)
        try Folder.make(folder)
        try WholeFile.write(Array(lines.joined(separator: [UInt8(ascii: "\n")])), to: path)
        return isDue
    }

    /// Returns the words of the file, except for unreadable ones.
    package func examples() -> [Adapter.Example] {
        let lines = (try? lines()) ?? []
        return lines.compactMap { line in
            guard let example = Self.example(of: line), let ink = try? example.strokes.ink() else { return nil }
            return Adapter.Example(strokes: ink, text: example.text)
        }
    }

    /// Forgets all words.
    /// - Throws: `SystemError`
    package func remove() throws(SystemError) {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw SystemError("remove", path) }
    }

    /// Returns the lines of the file; empty if there is no file.
    /// - Throws: `SystemError`
    private func lines() throws(SystemError) -> [ArraySlice<UInt8>] {
        do throws(SystemError) {
            let file = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            return try file.readAll(limit: 2 * Self.byteLimit).split(separator: UInt8(ascii: "\n"))
        } catch {
            guard error.code == ENOENT || error.code == ENOTDIR else { throw error }
            return []
        }
    }

    private static func example(of line: ArraySlice<UInt8>) -> AdaptationInterface.Example? {
        guard let json = try? JSONValue(parsing: Array(line)) else { return nil }
        return try? AdaptationInterface.Example(json: json, unknownFields: .ignored)
    }
}
