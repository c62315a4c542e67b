internal import Ink
internal import PenLog
internal import Recognition

/// A recogniser for every language, and which of them reads whose ink.
struct TextReaders {
    private let recognizers: [Recognizer]
    private var writers: WriterLanguages
    /// The writers who were read in another language than the first, by the language's index.
    private var others: [Int: Set<String>] = [:]

    /// - Parameters:
    ///   - recognizers: at least one; the first reads all writers of whose words no other's language lists more.
    ///   - files: the labels of these tell.
    /// - Throws: `InkctlError` for a file that cannot be read.
    init(_ recognizers: [Recognizer], files: [String]) throws {
        self.recognizers = recognizers
        writers = WriterLanguages(recognizers.compactMap(\.language))
        if recognizers.count > 1 { try writers.count(files) }
    }

    /// What an ink becomes: the most probable characters, and with the language; nil for what is refused.
    mutating func read(_ ink: JSONInk) -> (greedy: String?, beam: String?, seconds: (greedy: Double, beam: Double)) {
        let index = writers.index(of: ink.writer)
        if index > 0 { others[index, default: []].insert(ink.writer ?? "") }
        let (recognizer, strokes, start) = (recognizers[index], ink.deviceStrokes, ContinuousClock.now)
        let greedy = try? recognizer.greedyText(strokes)
        let middle = ContinuousClock.now
        let beam = try? recognizer.recognize(strokes, alternatives: 1).text
        return (greedy, beam, ((middle - start) / .seconds(1), (ContinuousClock.now - middle) / .seconds(1)))
    }

    /// The languages: "en", "en, for 1 writer de"; nil without any.
    var languages: String? {
        guard let first = recognizers[0].language?.language else { return nil }
        let rest = others.sorted { $0.key < $1.key }.map { index, writers in
            ", for \(DisplayText.count(writers.count, "writer")) \(recognizers[index].language?.language ?? "none")"
        }
        return first + rest.joined()
    }
}
