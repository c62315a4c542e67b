internal import Glibc
public import Ink

/// The arrangement of several characters.
public enum CharacterLayout: String, Sendable, Hashable, CaseIterable {
    /// Side by side; if the ink is higher than wide, perhaps one below the other; and if all strokes are in the space of one character,
    /// perhaps superimposed: whichever reads best.
    case automatic
    /// Side by side, from left to right.
    case row
    /// One below the other, from top to bottom, as in vertical text.
    case column
    /// One after the other in the same place, as on a small tablet.
    case superimposed
}

/// One of several characters, with its position.
public struct RowCharacter: Sendable, Hashable {
    /// The candidates, best first; never empty.
    public var candidates: [CharacterCandidate]
    /// Indices of the character's strokes in the given ink, ascending.
    public var strokes: [Int]
    /// The box around the character's strokes.
    public var box: Box
    /// Whether a space precedes the character; only in scripts with spaces.
    public var followsSpace: Bool

    /// The best candidate.
    public var text: String { candidates.first?.text ?? "" }

    /// Creates a character.
    public init(candidates: [CharacterCandidate], strokes: [Int], box: Box, followsSpace: Bool = false) {
        self.candidates = candidates
        self.strokes = strokes
        self.box = box
        self.followsSpace = followsSpace
    }
}

extension CharacterRecognizer {
    /// The maximum number of strokes for reading characters as superimposed. Each stroke may be the last of a character, so the work grows
    /// fast with the number of strokes.
    private static let mostSuperimposed = 60

    /// Recognizes the strokes as characters in their order: kanji, kana, hanzi or Korean syllables, and the punctuation between them.
    ///
    /// The strokes are divided at gaps; every few adjacent pieces are read as one character, and the cheapest division of the ink is
    /// chosen, by the network's scores of the characters and by their widths and gaps (dynamic programming; Wang, Yin and Liu 2012,
    /// "Handwritten Chinese text recognition by integrating multiple contexts", for the cost).
    /// - Returns: The characters; empty for ink that is no more than a dot.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `notFinite`.
    public func recognizeRow(_ strokes: [Stroke], layout: CharacterLayout = .automatic) throws(RecognitionError) -> [RowCharacter] {
        // refuses invalid ink; the limits apply to all strokes together
        _ = try FeatureExtractor.gather(strokes)
        let boxes = strokes.map { Box(around: $0.points) }
        guard let row = CharacterPieces(of: boxes, along: .horizontal), let column = CharacterPieces(of: boxes, along: .vertical) else {
            return []
        }
        let groups = CharacterGroups(self, strokes: strokes, boxes: boxes)
        var splits: [(split: CharacterSplit, frame: CharacterFrame)] = []
        func consider(_ frame: CharacterFrame, _ divide: (CharacterSplit.Read) throws(RecognitionError) -> CharacterSplit?)
            throws(RecognitionError)
        {
            let split = try divide { (group: [Int]) throws(RecognitionError) in try groups.read(group, in: frame) }
            if let split { splits.append((split, frame)) }
        }
        if [.row, .automatic].contains(layout) {
            try consider(CharacterFrame(row)) { (read) throws(RecognitionError) in try CharacterSplit.line(row, read: read) }
        }
        if layout == .column || layout == .automatic && column.mayBeColumn {
            try consider(CharacterFrame(column)) { (read) throws(RecognitionError) in try CharacterSplit.line(column, read: read) }
        }
        if layout == .superimposed || layout == .automatic && row.mayBeSuperimposed && strokes.count <= Self.mostSuperimposed {
            let order = strokes.indices.filter { boxes[$0] != nil }
            try consider(CharacterFrame(row)) { (read) throws(RecognitionError) in
                try CharacterSplit.superimposed(order, boxes: boxes.map { $0 ?? row.box }, strokes: strokes, read: read)
            }
        }
        guard let (best, frame) = splits.min(by: { $0.split.cost < $1.split.cost }) else { return [] }
        let settled = CharacterContext.settled(best.characters, kinds: best.kinds)
        return CharacterSigns.placed(settled, in: settled.map { _ in frame }, script: script)
    }

    /// The script of the characters that the model knows.
    var script: CharacterScript { CharacterScript(of: characters) }
}

/// The scripts that differ in punctuation and in the use of spaces.
enum CharacterScript {
    case japanese, chinese, korean, other

    init(of characters: [String]) {
        func has(_ range: ClosedRange<UInt32>) -> Bool {
            characters.contains { $0.unicodeScalars.first.map { range.contains($0.value) } ?? false }
        }
        self = has(0x3041...0x30FF) ? .japanese : has(0xAC00...0xD7A3) ? .korean : has(0x4E00...0x9FFF) ? .chinese : .other
    }
}

/// A reader of groups of strokes as one character each.
struct CharacterGroups {
    /// The reading of a group as one character.
    struct Reading {
        var candidates: [CharacterCandidate]
        var box: Box
        /// Whether the group is punctuation rather than a character.
        var isSign = false

        /// The negative natural logarithm of the probability of the best candidate of each kind.
        var costs: [(kind: CharacterKind, cost: Double)] {
            if isSign { return [(.point, CharacterSigns.cost)] }
            var seen: Set<CharacterKind> = []
            return candidates.compactMap { candidate in
                let kind = CharacterKind(candidate.text)
                return seen.insert(kind).inserted ? (kind, -log(max(candidate.score, 1e-4))) : nil
            }
        }
    }

    private let recognizer: CharacterRecognizer
    private let strokes: [Stroke]
    private let boxes: [Box?]
    private let script: CharacterScript

    /// - Parameter boxes: The box around each stroke; nil for a stroke without samples.
    init(_ recognizer: CharacterRecognizer, strokes: [Stroke], boxes: [Box?]) {
        (self.recognizer, self.strokes, self.boxes) = (recognizer, strokes, boxes)
        script = recognizer.script
    }

    /// Reads a group of strokes as one character.
    ///
    /// - Parameter group: Indices of strokes, ascending.
    /// - Returns: The reading; nil if the strokes cannot be a character.
    func read(_ group: [Int], in frame: CharacterFrame) throws(RecognitionError) -> Reading? {
        guard let first = group.first, let start = boxes[first] else { return nil }
        let box = group.dropFirst().reduce(start) { all, stroke in boxes[stroke].map { all.union($0) } ?? all }
        let ink = group.map { strokes[$0] }
        if let signs = CharacterSigns.candidates(ink, box: box, in: frame, script: script) {
            return Reading(candidates: signs, box: box, isSign: true)
        }
        let candidates: [CharacterCandidate]
        do throws(RecognitionError) {
            candidates = try recognizer.ranking(ink)
        } catch {
            guard case .tooLittleInk = error else { throw error }
            return nil
        }
        guard !candidates.isEmpty else { return nil }
        let height = box.height / frame.side
        let sized = CharacterContext.spread(candidates, known: recognizer.known).map {
            CharacterCandidate(text: $0.text, score: $0.score * CharacterContext.factor($0.text, height: height))
        }
        return Reading(candidates: sized.sorted { ($0.score, $1.text) > ($1.score, $0.text) }, box: box)
    }
}
