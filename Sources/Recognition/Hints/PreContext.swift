/// The text before the ink, as far as it counts.
struct PreContext {
    private let text: Substring

    /// Keeps the last `RecognitionHints.longestPreContext` graphemes.
    init(_ text: String) { self.text = text.suffix(RecognitionHints.longestPreContext) }

    /// Whether the text ends where a space is due before another word: after a letter, a digit or a closing sign.
    var endsWord: Bool {
        guard let last = text.last else { return false }
        return last.isLetter || last.isNumber || ".,;:!?)]}%»".contains(last)
    }

    /// Where the ink's text may begin: right after this text, or behind a space that stands for itself in front of a new word.
    ///
    /// Both are tried where a space is possible, and what each says of the words around it decides.
    func beginnings(_ scorer: TextScorer) -> [BeamSearch.Beginning] {
        var state = TextState()
        for scalar in text.unicodeScalars {
            let character = CharacterClass(scalar.properties.isWhitespace ? " " : scalar, language: scorer.language)
            if character.kind == .space, state.place == .start { continue }
            scorer.settle(&state)
            _ = scorer.append(character, to: &state)
        }
        scorer.settle(&state)
        guard endsWord else { return [(state, 0, false)] }
        var behind = state
        let space = scorer.append(CharacterClass(" ", language: scorer.language), to: &behind)
        return [(state, 0, false), (behind, Double(scorer.weights.language * space), true)]
    }
}
