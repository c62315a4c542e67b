internal import Ink
internal import Recognition

extension Transcript {
    /// The same with the candidates of each word in another order: behind the one that was read come those that the language has, then the rest.
    /// Whoever chooses looks for a word; the ink alone says "priVate" as well.
    func wordsFirst(in language: LanguageModel) -> Transcript {
        var sorted = self
        for index in sorted.words.indices {
            let others = sorted.words[index].candidates.dropFirst()
            let known = others.map { language.isWord($0.text) }
            sorted.words[index].candidates =
                sorted.words[index].candidates.prefix(1) + zip(others, known).filter(\.1).map(\.0)
                + zip(others, known).filter { !$0.1 }.map(\.0)
        }
        return sorted
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
