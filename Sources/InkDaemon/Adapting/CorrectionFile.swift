internal import Glibc
internal import InkProtocol
internal import Recognition
internal import System
internal import Varlink

/// The file of the words that one user has corrected, oldest first: a line of JSON each, for the daemon alone. Deleting it forgets them.
///
/// It is there whole or as it was before, and may be read from any thread; one thread changes it.
struct CorrectionFile: Sendable {
    /// Words that are kept at least; older ones go.
    static let limit = 200
    /// After so many more words it is time to learn.
    static let interval = 20
    /// Bytes of the file; oldest words go first. A word takes about one and a half thousand.
    static let byteLimit = 1 << 20
    /// A longer text, or more samples, are no word that somebody corrected.
    static let (longestText, mostSamples) = (100, 4_000)

    private let state: String
    private let folder: String
    private let path: String

    /// - Parameter state: the folder of persistent state.
    init(of user: UInt32, state: String) {
        self.state = state
        folder = state + "/hands"
        path = "\(folder)/\(user).corrections"
    }

    /// A word that may be kept: not too large, and whole.
    static func takes(_ example: AdaptationInterface.Example) -> Bool {
        let samples = example.strokes.reduce(0) { $0 + $1.x.count }
        return (1...longestText).contains(example.text.count) && (1...mostSamples).contains(samples)
    }

    /// The number of words in it.
    func count() -> Int { (try? lines().count) ?? 0 }

    /// Adds a word. One with the same ink as the last takes its place: somebody has chosen once more.
    /// - Returns: whether it is time to learn.
    /// - Throws: `SystemError`; then nothing is changed.
    func add(_ example: AdaptationInterface.Example) throws -> Bool {
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

    /// The words, as far as they can be read.
    func examples() -> [Adapter.Example] {
        let lines = (try? lines()) ?? []
        return lines.compactMap { line in
            guard let example = Self.example(of: line), let ink = try? example.strokes.ink() else { return nil }
            return Adapter.Example(strokes: ink, text: example.text)
        }
    }

    /// Forgets all of them.
    /// - Throws: `SystemError`
    func remove() throws(SystemError) {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw SystemError("remove", path) }
    }

    /// - Throws: `SystemError`; a file that is not there has none.
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
