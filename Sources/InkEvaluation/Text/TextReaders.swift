internal import Ink
internal import InkCorpus
package import PenLog
package import Recognition

/// Recognizers for several languages. Each writer's inks are read by the recognizer whose language matches the writer's labels.
package struct TextReaders {
    private let recognizers: [Recognizer]
    private var writers: WriterLanguages
    /// The writers read in another language than the first, by the index of their language.
    private var others: [Int: Set<String>] = [:]

    /// Assigns the writers of some files to recognizers.
    ///
    /// - Parameters:
    ///   - recognizers: at least one. The first reads a writer's inks unless another recognizer's language lists more of the writer's
    ///     words.
    ///   - files: files of labeled ink.
    /// - Throws: `CorpusError` for a file that cannot be read.
    package init(_ recognizers: [Recognizer], files: [String]) throws {
        self.recognizers = recognizers
        writers = WriterLanguages(recognizers.compactMap(\.language))
        if recognizers.count > 1 { try writers.count(files) }
    }

    /// Recognizes an ink both by greedy decoding and by beam search, and measures the time of each; nil if the recognizer refuses the
    /// ink.
    package mutating func read(_ ink: JSONInk) -> (greedy: String?, beam: String?, seconds: (greedy: Double, beam: Double)) {
        let index = writers.index(of: ink.writer)
        if index > 0 { others[index, default: []].insert(ink.writer ?? "") }
        let (recognizer, strokes, start) = (recognizers[index], ink.deviceStrokes, ContinuousClock.now)
        let greedy = try? recognizer.greedyText(strokes)
        let middle = ContinuousClock.now
        let beam = try? recognizer.recognize(strokes, alternatives: 1).text
        return (greedy, beam, ((middle - start) / .seconds(1), (ContinuousClock.now - middle) / .seconds(1)))
    }

    /// The languages: "en", "en, for 1 writer de"; nil if the first recognizer has no language.
    package var languages: String? {
        guard let first = recognizers[0].language?.language else { return nil }
        let rest = others.sorted { $0.key < $1.key }.map { index, writers in
            ", for \(DisplayText.count(writers.count, "writer")) \(recognizers[index].language?.language ?? "none")"
        }
        return first + rest.joined()
    }
}

/// Detects the language of each writer from the words of the labels.
package struct WriterLanguages {
    private let languages: [LanguageModel]
    /// For each writer, the number of words that each language lists.
    private var listed: [String: [Int]] = [:]

    /// Creates a detector of these languages.
    ///
    /// - Parameter languages: the first is the default. Another language is detected only if it lists more of a writer's words.
    package init(_ languages: [LanguageModel]) {
        self.languages = languages
    }

    /// Counts the words of the labels of some files.
    ///
    /// - Throws: `CorpusError` for a file that cannot be read.
    package mutating func count(_ paths: [String]) throws {
        for path in paths {
            let file = try InkFile(path: path)
            while let line = try file.nextLine() {
                // a line that is not an ink is reported on recognition
                guard let ink = try? JSONInk(line: line, number: file.lineNumber), let label = ink.label else { continue }
                count(label, of: ink.writer)
            }
        }
    }

    /// Counts the words of one label; single letters are ignored.
    package mutating func count(_ label: String, of writer: String?) {
        for word in label.split(whereSeparator: { !$0.isLetter }) where word.count > 1 {
            for (index, language) in languages.enumerated() where language.lists(word) {
                listed[writer ?? "", default: languages.map { _ in 0 }][index] += 1
            }
        }
    }

    /// Returns the index of the writer's language; 0 if no language contains any of the writer's words.
    package func index(of writer: String?) -> Int {
        let counts = listed[writer ?? ""] ?? []
        return counts.firstIndex { $0 == counts.max() } ?? 0
    }
}
