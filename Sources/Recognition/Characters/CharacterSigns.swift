internal import Glibc
internal import Ink

/// Signs between characters, and small kana: told by their size and place in the row, which a character alone has not.
enum CharacterSigns {
    /// Of a sign among the characters of a row.
    static let cost = 0.3

    /// Signs are no larger than this, in the side of a character.
    private static let largest = 0.35
    /// A small kana is no larger than this, in the typical size of the characters of its row.
    private static let largestSmallKana = 0.66

    /// What a small group of strokes is as a sign; nil where it is none.
    static func candidates(_ ink: [Stroke], box: Box, in row: CharacterPieces, script: CharacterScript) -> [CharacterCandidate]? {
        let size = max(box.width, box.height)
        guard script != .other, size < largest * row.side, row.box.width > 1.3 * row.side || row.pieces.count > 2, ink.count == 1,
            let stroke = ink.first
        else { return nil }
        let middle = (box.y + box.height / 2 - row.box.y) / max(row.box.height, .leastNormalMagnitude)
        guard middle > 0.35 else { return nil }
        let texts: [String]
        if middle < 0.6 {
            guard size < 0.2 * row.side else { return nil }
            texts = [script == .japanese ? "・" : "·"]
        } else {
            switch (script, isLoop(stroke, size: size)) {
            case (.japanese, true): texts = ["。", "、"]
            case (.japanese, false): texts = ["、", "。"]
            case (.chinese, true): texts = ["。", "，", "、"]
            case (.chinese, false): texts = goesLeft(stroke) ? ["，", "、", "。"] : ["、", "，", "。"]
            default: texts = box.height > 0.12 * row.side ? [",", "."] : [".", ","]
            }
        }
        return texts.enumerated().map { CharacterCandidate(text: $1, score: $0 == 0 ? exp(-cost) : (1 - exp(-cost)) / Double($0 + 1)) }
    }

    /// A stroke that ends where it began, around something.
    private static func isLoop(_ stroke: Stroke, size: Double) -> Bool {
        guard let first = stroke.points.first, let last = stroke.points.last else { return false }
        let length = zip(stroke.points, stroke.points.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
        return length > 2.2 * size && hypot(last.x - first.x, last.y - first.y) < 0.5 * size
    }

    private static func goesLeft(_ stroke: Stroke) -> Bool {
        guard let first = stroke.points.first, let last = stroke.points.last else { return false }
        return last.x < first.x
    }

    /// The characters with small kana where they are small, and with spaces where the script has them.
    static func placed(_ characters: [RowCharacter], in row: CharacterPieces, script: CharacterScript) -> [RowCharacter] {
        var placed = characters
        switch script {
        case .japanese:
            guard characters.count > 1 else { return characters }
            let sizes = characters.map { max($0.box.width, $0.box.height) }.sorted()
            let typical = max(sizes[sizes.count / 2], 0.7 * row.side)
            for index in placed.indices {
                let box = placed[index].box
                guard max(box.width, box.height) < largestSmallKana * typical, box.y + box.height / 2 > row.box.y + 0.45 * row.box.height
                else {
                    continue
                }
                placed[index].candidates = placed[index].candidates.flatMap { candidate -> [CharacterCandidate] in
                    guard let small = smallKana[candidate.text] else { return [candidate] }
                    // the large one is as good as half
                    return [
                        CharacterCandidate(text: small, score: candidate.score * 2 / 3),
                        CharacterCandidate(text: candidate.text, score: candidate.score / 3),
                    ]
                }
                placed[index].candidates.sort { $0.score > $1.score }
                placed[index].candidates = Array(placed[index].candidates.prefix(CharacterRecognizer.mostCandidates))
            }
        case .korean:
            for index in placed.indices.dropFirst() {
                placed[index].followsSpace = placed[index].box.x - placed[index - 1].box.right > space * row.side
            }
        case .chinese, .other: break
        }
        return placed
    }

    /// A gap between two Korean words is wider than this, in the side of a character.
    private static let space = 0.55

    private static let smallKana: [String: String] = {
        let large = "あいうえおつやゆよわアイウエオツヤユヨワカケ"
        let small = "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
        return Dictionary(zip(large.map(String.init), small.map(String.init))) { first, _ in first }
    }()
}
