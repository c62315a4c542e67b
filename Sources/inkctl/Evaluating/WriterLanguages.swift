internal import PenLog
internal import Recognition

/// Which of some languages every writer writes in, by the words of the labels.
struct WriterLanguages {
    private let languages: [LanguageModel]
    /// How many of a writer's words every language lists.
    private var listed: [String: [Int]] = [:]

    /// - Parameter languages: the first is everybody's unless another lists more of their words.
    init(_ languages: [LanguageModel]) {
        self.languages = languages
    }

    /// Counts the words of the labels of some files.
    ///
    /// - Throws: `InkctlError` for a file that cannot be read.
    mutating func count(_ paths: [String]) throws {
        for path in paths {
            let file = try InkFile(path: path)
            while let line = try file.nextLine() {
                // what is no ink is told of when it is to be read
                guard let ink = try? JSONInk(line: line, number: file.lineNumber), let label = ink.label else { continue }
                count(label, of: ink.writer)
            }
        }
    }

    /// Counts the words of one label; single letters and what has other characters than letters are no language's words.
    mutating func count(_ label: String, of writer: String?) {
        for word in label.split(whereSeparator: { !$0.isLetter }) where word.count > 1 {
            for (index, language) in languages.enumerated() where language.lists(word) {
                listed[writer ?? "", default: languages.map { _ in 0 }][index] += 1
            }
        }
    }

    /// The writer's language, as an index; 0 without any.
    func index(of writer: String?) -> Int {
        let counts = listed[writer ?? ""] ?? []
        return counts.firstIndex { $0 == counts.max() } ?? 0
    }
}
