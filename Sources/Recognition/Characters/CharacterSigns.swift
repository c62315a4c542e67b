internal import Glibc
internal import Ink

/// Punctuation between characters, and small kana. Both are identified by size and position in the row, which a single character lacks.
enum CharacterSigns {
    /// The cost of punctuation among the characters of a row.
    static let cost = 0.3

    /// The maximum size of punctuation, in side lengths of a character.
    private static let largest = 0.35
    /// The maximum size of a small kana, as a fraction of the typical size of the characters in its row.
    private static let largestSmallKana = 0.66

    /// Returns the candidates for punctuation if the ink is a small stroke at the position of a punctuation mark; otherwise nil.
    static func candidates(_ ink: [Stroke], box: Box, in frame: CharacterFrame, script: CharacterScript) -> [CharacterCandidate]? {
        let size = max(box.width, box.height)
        guard script != .other, size < largest * frame.side, frame.hasSigns, ink.count == 1, let stroke = ink.first else { return nil }
        var middle = (box.y + box.height / 2 - frame.box.y) / max(frame.box.height, .leastNormalMagnitude)
        // in vertical text, punctuation is in the upper right of its box; treat it as low
        let isRight = box.x + box.width / 2 > frame.box.x + 0.6 * frame.box.width
        switch frame.shape {
        case .row: break
        case .column: middle = isRight ? 1 : 0.5
        case .cell: if middle < 0.4, isRight { middle = 1 }
        }
        guard middle > 0.35 else { return nil }
        let texts: [String]
        if middle < 0.6 {
            guard size < 0.2 * frame.side else { return nil }
            texts = [script == .japanese ? "・" : "·"]
        } else {
            switch (script, isLoop(stroke, size: size)) {
            case (.japanese, true): texts = ["。", "、"]
            case (.japanese, false): texts = ["、", "。"]
            case (.chinese, true): texts = ["。", "，", "、"]
            case (.chinese, false): texts = goesLeft(stroke) ? ["，", "、", "。"] : ["、", "，", "。"]
            default: texts = box.height > 0.12 * frame.side ? [",", "."] : [".", ","]
            }
        }
        return texts.enumerated().map { CharacterCandidate(text: $1, score: $0 == 0 ? exp(-cost) : (1 - exp(-cost)) / Double($0 + 1)) }
    }

    /// Whether a stroke is a loop: it ends near its beginning, and goes around an area.
    private static func isLoop(_ stroke: Stroke, size: Double) -> Bool {
        guard let first = stroke.points.first, let last = stroke.points.last else { return false }
        let length = zip(stroke.points, stroke.points.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
        return length > 2.2 * size && hypot(last.x - first.x, last.y - first.y) < 0.5 * size
    }

    private static func goesLeft(_ stroke: Stroke) -> Bool {
        guard let first = stroke.points.first, let last = stroke.points.last else { return false }
        return last.x < first.x
    }

    /// Returns the characters with small kana in place of kana that were written small, and with spaces if the script uses them.
    /// - Parameter frames: The frame of each character.
    static func placed(_ characters: [RowCharacter], in frames: [CharacterFrame], script: CharacterScript) -> [RowCharacter] {
        guard let side = frames.map(\.side).max() else { return characters }
        var placed = withPoints(characters)
        switch script {
        case .japanese:
            guard characters.count > 1 || frames[0].shape == .cell else { return characters }
            let sizes = characters.map { max($0.box.width, $0.box.height) }.sorted()
            let typical = max(sizes[sizes.count / 2], 0.7 * side)
            for index in placed.indices {
                let (box, frame) = (placed[index].box, frames[index])
                // in vertical text, a small kana may be in the upper right of its box
                guard max(box.width, box.height) < largestSmallKana * typical,
                    frame.shape != .row || box.y + box.height / 2 > frame.box.y + 0.45 * frame.box.height
                else { continue }
                placed[index].candidates = placed[index].candidates.flatMap { candidate -> [CharacterCandidate] in
                    guard let small = smallKana[candidate.text] else { return [candidate] }
                    // the large kana is half as probable
                    return [
                        CharacterCandidate(text: small, score: candidate.score * 2 / 3),
                        CharacterCandidate(text: candidate.text, score: candidate.score / 3),
                    ]
                }
                placed[index].candidates.sort { $0.score > $1.score }
                placed[index].candidates = Array(placed[index].candidates.prefix(CharacterRecognizer.mostCandidates))
            }
        case .korean:
            for index in placed.indices.dropFirst() where frames[index].shape != .cell {
                let (box, before) = (placed[index].box, placed[index - 1].box)
                let gap = frames[index].shape == .row ? box.x - before.right : box.y - before.bottom
                placed[index].followsSpace = gap > space * side
            }
        case .chinese, .other: break
        }
        return placed
    }

    /// Offers punctuation of numbers as the first candidate: a point or comma between digits, and 〇 after a kanji numeral.
    private static func withPoints(_ characters: [RowCharacter]) -> [RowCharacter] {
        var changed = characters
        for (before, index) in zip(characters.indices, characters.indices.dropFirst()) {
            let text = characters[index].text
            if "。、，".contains(text), index + 1 < characters.count, [before, index + 1].allSatisfy({ characters[$0].isDigit }) {
                changed[index].offer(characters[index].box.height > 1.5 * characters[index].box.width ? "," : ".")
            } else if "0Oo".contains(text), "〇一二三四五六七八九".contains(changed[before].text) {
                changed[index].offer("〇")
            }
        }
        return changed
    }

    /// The minimum gap between two Korean words, in side lengths of a character.
    private static let space = 0.55

    private static let smallKana: [String: String] = {
        let large = "あいうえおつやゆよわアイウエオツヤユヨワカケ"
        let small = "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
        return Dictionary(zip(large.map(String.init), small.map(String.init))) { first, _ in first }
    }()
}

extension RowCharacter {
    fileprivate var isDigit: Bool { CharacterKind(text) == .digit }

    /// Inserts a candidate before all others, with half of the first one's probability; the probabilities of the others are halved.
    fileprivate mutating func offer(_ text: String) {
        guard let best = candidates.first else { return }
        let halved = candidates.map { CharacterCandidate(text: $0.text, score: $0.score / 2) }.filter { $0.text != text }
        candidates = [CharacterCandidate(text: text, score: best.score / 2 + 1e-9)] + halved.prefix(CharacterRecognizer.mostCandidates - 1)
    }
}
