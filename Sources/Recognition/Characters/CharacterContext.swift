internal import Glibc
internal import Ink

/// Corrections of a single character's candidates by its context, which its shape lacks: the neighbors in its row, and its size.
enum CharacterContext {
    /// Groups of characters with the same shape: people draw these alike, so the network's preference within a group means little.
    static let alike: [[String]] = [
        ["へ", "ヘ"], ["べ", "ベ"], ["ぺ", "ペ"], ["り", "リ"], ["ニ", "二", "="], ["ロ", "口"], ["カ", "力"], ["エ", "工"], ["タ", "夕"],
        ["ト", "卜"], ["ハ", "八"], ["チ", "千"], ["オ", "才"], ["ー", "一", "-"], ["十", "+"], ["0", "O", "o"], ["1", "l", "I"], ["c", "C"],
        ["s", "S"], ["u", "U"], ["v", "V"], ["w", "W"], ["x", "X"], ["z", "Z"],
    ]
    /// The minimum probability of a character of the same shape, as a fraction of the likeliest one's. The second fraction is for groups of
    /// hiragana and katakana, which are adjacent to each other more often.
    private static let (share, shareOfKana) = (0.4, 0.75)

    private static let alikeTo: [String: [String]] = {
        Dictionary(alike.flatMap { set in set.map { ($0, set) } }) { first, _ in first }
    }()

    /// Returns the candidates with characters of the same shape made nearly equally probable, best first.
    /// - Parameter known: The characters that the model knows.
    static func spread(_ candidates: [CharacterCandidate], known: Set<String>) -> [CharacterCandidate] {
        var found = Dictionary(candidates.map { ($0.text, $0.score) }) { first, _ in first }
        var seen: Set<String> = []
        for candidate in candidates where !seen.contains(candidate.text) {
            guard let set = alikeTo[candidate.text]?.filter(known.contains), set.count > 1 else { continue }
            seen.formUnion(set)
            let all = set.reduce(0) { $0 + (found[$1] ?? 0) }
            let most = set.reduce(0) { max($0, found[$1] ?? 0) }
            guard most > 0 else { continue }
            // the ink is one of these characters with their total probability; the context decides which one
            let share = set.allSatisfy { [.hiragana, .katakana].contains(CharacterKind($0)) } ? shareOfKana : share
            for text in set { found[text] = all * max(share, (found[text] ?? 0) / most) }
        }
        return found.map { CharacterCandidate(text: $0.key, score: min(1, $0.value)) }.sorted { ($0.score, $1.text) > ($1.score, $0.text) }
    }

    /// Returns the factor by which the height of an ink makes a letter or digit less probable, to distinguish capitals from small letters;
    /// 1 for all other characters.
    /// - Parameter height: The height of the ink, in side lengths of a character.
    static func factor(_ text: String, height: Double) -> Double {
        if tall.contains(text) { return exp(-8 * max(0, capitalHeight - height)) }
        if low.contains(text) { return exp(-8 * max(0, height - capitalHeight)) }
        return 1
    }

    /// The height, in side lengths of a character, that separates capitals and 0 from small letters of the same shape.
    private static let capitalHeight = 0.6
    private static let tall = Set("0OCSUVWXZ".map(String.init))
    private static let low = Set("ocsuvwxz".map(String.init))

    /// Returns the characters with their candidates weighed by the kinds of the neighboring characters, best first.
    static func settled(_ characters: [RowCharacter], kinds: [CharacterKind]) -> [RowCharacter] {
        characters.indices.map { place in
            var character = characters[place]
            let before = place > 0 ? kinds[place - 1] : nil
            let behind = place + 1 < kinds.count ? kinds[place + 1] : nil
            let scores = character.candidates.map { candidate in
                let kind = CharacterKind(candidate.text)
                return candidate.score * exp(-kind.cost(after: before) - (behind?.cost(after: kind) ?? 0))
            }
            let (sum, total) = (scores.reduce(0, +), character.candidates.reduce(0) { $0 + $1.score })
            guard sum > 0 else { return character }
            character.candidates = zip(character.candidates, scores).map {
                CharacterCandidate(text: $0.text, score: min(1, $1 / sum * min(1, total)))
            }.sorted { ($0.score, $1.text) > ($1.score, $0.text) }
            // the division of the whole row was chosen with this kind, so a candidate of this kind comes first
            if let chosen = character.candidates.firstIndex(where: { CharacterKind($0.text) == kinds[place] }), chosen > 0 {
                let best = character.candidates[0].score
                var candidate = character.candidates.remove(at: chosen)
                candidate.score = best
                character.candidates.insert(candidate, at: 0)
            }
            character.candidates = Array(character.candidates.prefix(CharacterRecognizer.mostCandidates))
            return character
        }
    }
}
