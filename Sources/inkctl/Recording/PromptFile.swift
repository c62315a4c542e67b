internal import Glibc

/// Sentences that are to be written.
enum PromptFile {
    /// The lines of a file, without those that are empty or begin with #.
    ///
    /// - Throws: `unreadable`, `noPrompts`.
    static func sentences(at path: String) throws(InkctlError) -> [String] {
        let file = try InkFile(path: path)
        var sentences: [String] = []
        while let line = try file.nextLine() {
            let text = line.drop(while: \.isWhitespace)
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            sentences.append(String(text))
        }
        guard !sentences.isEmpty else { throw .noPrompts(path: path) }
        return sentences
    }
}
