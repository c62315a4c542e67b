internal import Ink
internal import Recognition

extension Transcript {
    /// The same with the candidates of each word, and those of the whole line, in another order: behind the one that was read come those that
    /// the language has, then the rest. Whoever chooses looks for a word; the ink alone says "priVate" as well.
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
    /// Whether a text may stand between spaces: words that are listed, with the signs around them, and texts without letters.
    func isWord(_ text: String) -> Bool {
        text.split { !$0.isLetter }.allSatisfy { word in
            let isCased = word.dropFirst().allSatisfy(\.isLowercase) || word.allSatisfy(\.isUppercase)
            return isCased && (lists(word) || word.count == 1)
        }
    }
}
