internal import Ink
internal import Recognition

extension Transcript {
    /// Returns the transcript with the candidates of each word, and those of the whole line, reordered: first the recognized text, then
    /// words of the language, then the rest. Users mostly want words, but the ink alone also gives candidates such as "priVate".
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
    /// Returns whether a text may be a word: a listed word with punctuation around it, or a text without letters.
    func isWord(_ text: String) -> Bool {
        text.split { !$0.isLetter }.allSatisfy { word in
            let isCased = word.dropFirst().allSatisfy(\.isLowercase) || word.allSatisfy(\.isUppercase)
            return isCased && (lists(word) || word.count == 1)
        }
    }
}
