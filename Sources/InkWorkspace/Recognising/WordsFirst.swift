internal import Ink
internal import Recognition

extension Transcript {
    /// Returns the transcript with the candidates of each word, and those of the whole line, in another order: after the one that was read,
    /// those that the language contains, then the rest. Users choose words; the ink alone gives "priVate" as well.
    func wordsFirst(in language: LanguageModel) -> Transcript {
        var sorted = self
        for index in sorted.words.indices { sorted.words[index].candidates = sorted.words[index].candidates.wordsFirst(in: language) }
        sorted.candidates = sorted.candidates.wordsFirst(in: language)
        return sorted
    }
}

extension [Candidate] {
    fileprivate func wordsFirst(in language: LanguageModel) -> [Candidate] {
        let others = dropFirst().map { (candidate: $0, isWord: language.isWord($0.text)) }
        return prefix(1) + others.filter(\.isWord).map(\.candidate) + others.filter { !$0.isWord }.map(\.candidate)
    }
}

extension LanguageModel {
    /// Returns whether a text may stand between spaces: listed words, with the signs around them, and texts without letters.
    func isWord(_ text: String) -> Bool {
        text.split { !$0.isLetter }.allSatisfy { word in
            let isCased = word.dropFirst().allSatisfy(\.isLowercase) || word.allSatisfy(\.isUppercase)
            return isCased && (lists(word) || word.count == 1)
        }
    }
}
