internal import Glibc
internal import Ink

/// An ink divided into characters.
struct CharacterSplit {
    var characters: [RowCharacter]
    /// The kind chosen for each character.
    var kinds: [CharacterKind]
    /// The cost: smaller is better; comparable between divisions of the same ink.
    var cost: Double

    typealias Read = ([Int]) throws(RecognitionError) -> CharacterGroups.Reading?

    /// The maximum number of pieces of one character: 川 has three, 八 two.
    private static let mostPieces = 6
    /// The maximum width of a character, in side lengths of a character.
    private static let widest = 1.7

    /// Divides a row into characters from left to right, or a column from top to bottom.
    static func line(_ row: CharacterPieces, read: Read) throws(RecognitionError) -> CharacterSplit? {
        let pieces = row.pieces
        return try cheapest(count: pieces.count) { (first, last) throws(RecognitionError) in
            guard last - first < mostPieces else { return nil }
            let group = pieces[first...last]
            let box = group.dropFirst().reduce(pieces[first].box) { $0.union($1.box) }
            guard first == last || box.width <= widest * row.side else { return nil }
            guard let reading = try read(group.flatMap(\.strokes).sorted()) else { return nil }
            var widestGap = 0.0
            var right = pieces[first].box.right
            for piece in group.dropFirst() {
                widestGap = max(widestGap, piece.box.x - right)
                right = max(right, piece.box.right)
            }
            let gap = last + 1 < pieces.count ? (pieces[last + 1].box.x - box.right) / row.side : nil
            // a small low piece beside other pieces of a group is usually punctuation
            let hasSign = group.count > 1 && widestGap > 0.08 * row.side && group.contains { row.isLow($0) }
            let options = reading.costs.map { kind, cost in
                Option(
                    kind: kind,
                    cost: (hasSign ? RowCosts.sign : 0)
                        + RowCosts.cost(
                            cost, of: reading.isSign ? nil : kind, pieces: group.count, width: box.width / row.side,
                            height: box.height / row.side, gapWithin: widestGap / row.side, gapBehind: gap, along: row.direction))
            }
            return (RowCharacter(candidates: reading.candidates, strokes: group.flatMap(\.strokes).sorted(), box: reading.box), options)
        }
    }

    /// Chooses the kinds of characters whose strokes are already known; nil if there are no characters.
    static func given(_ characters: [(reading: CharacterGroups.Reading, strokes: [Int])]) -> CharacterSplit? {
        cheapest(count: characters.count) { first, last in
            guard first == last else { return nil }
            let (reading, strokes) = characters[first]
            return (
                RowCharacter(candidates: reading.candidates, strokes: strokes, box: reading.box),
                reading.costs.map { Option(kind: $0.kind, cost: $0.cost) }
            )
        }
    }

    /// The maximum number of strokes of one superimposed character.
    private static let mostStrokes = 24

    /// Divides an ink into characters that were written one over the other.
    /// - Parameters:
    ///   - order: Indices of the strokes that have samples.
    ///   - boxes: The box around each stroke.
    static func superimposed(
        _ order: [Int], boxes: [Box], strokes: [Stroke], read: Read
    ) throws(RecognitionError) -> CharacterSplit? {
        guard let first = order.first else { return nil }
        let all = order.dropFirst().reduce(boxes[first]) { $0.union(boxes[$1]) }
        let side = max(all.width, all.height, .leastNormalMagnitude)
        /// Returns a negative number if a character probably begins at this stroke, because the pen moves back up or to the left.
        func start(_ place: Int) -> Double {
            guard place > 0, let begin = strokes[order[place]].points.first, let end = strokes[order[place - 1]].points.last else {
                return 0
            }
            return ((begin.x - end.x) + (begin.y - end.y)) / side
        }
        return try cheapest(count: order.count) { (first, last) throws(RecognitionError) in
            guard last - first < mostStrokes || first == 0 && last + 1 == order.count else { return nil }
            guard first == 0 || start(first) < 0, last + 1 == order.count || start(last + 1) < 0 else { return nil }
            let group = Array(order[first...last])
            guard let reading = try read(group) else { return nil }
            let begin = strokes[group[0]].points.first.map { Point(x: $0.x, y: $0.y) } ?? Point(x: all.x, y: all.y)
            let back = first == 0 ? nil : -start(first)
            let options = reading.costs.map { kind, cost in
                Option(
                    kind: kind,
                    cost: SuperimposedCosts.cost(cost, box: reading.box, strokes: group.count, in: all, back: back, start: begin))
            }
            return (RowCharacter(candidates: reading.candidates, strokes: group, box: reading.box), options)
        }
    }

    /// A possible kind of a group, and its cost.
    private struct Option {
        var kind: CharacterKind
        var cost: Double
    }

    /// The cheapest division of all parts before an index, given the kind of its last character.
    private struct Step {
        var cost: Double
        /// The index of the last character's first part.
        var start: Int
        /// The kind of the character before the last one; nil if the last one is the first.
        var before: CharacterKind?
        var character: RowCharacter
    }

    /// Returns the cheapest division of `count` parts into groups of adjacent parts, with a kind for each group; nil if no division is
    /// possible.
    /// - Parameter group: Returns the character formed by a range of parts, both ends included, and its kinds; nil if they form no
    ///   character.
    private static func cheapest<Failure: Error>(
        count: Int, group: (Int, Int) throws(Failure) -> (character: RowCharacter, options: [Option])?
    ) throws(Failure) -> CharacterSplit? {
        // the cheapest division before each index, by the kind of its last character
        var best: [[CharacterKind: Step]] = [[:]]
        for end in 1...max(count, 1) where count > 0 {
            var steps: [CharacterKind: Step] = [:]
            for start in (0..<end).reversed() where start == 0 || !best[start].isEmpty {
                guard let (character, options) = try group(start, end - 1) else { continue }
                for option in options {
                    var (cost, before) = (Double.infinity, CharacterKind?.none)
                    if start == 0 { cost = option.kind.cost(after: nil) }
                    for kind in CharacterKind.allCases {
                        guard let step = best[start][kind] else { continue }
                        let sum = step.cost + option.kind.cost(after: kind)
                        if sum < cost { (cost, before) = (sum, kind) }
                    }
                    cost += option.cost
                    guard cost < steps[option.kind]?.cost ?? .infinity else { continue }
                    steps[option.kind] = Step(cost: cost, start: start, before: before, character: character)
                }
            }
            best.append(steps)
        }
        func cheapest(_ steps: [CharacterKind: Step]) -> CharacterKind? {
            CharacterKind.allCases.filter { steps[$0] != nil }.min { steps[$0]?.cost ?? .infinity < steps[$1]?.cost ?? .infinity }
        }
        guard count > 0, let last = best.last, var kind = cheapest(last), let cost = last[kind]?.cost else { return nil }
        var split = CharacterSplit(characters: [], kinds: [], cost: cost)
        var place = count
        while let step = best[place][kind] {
            split.characters.append(step.character)
            split.kinds.append(kind)
            guard let before = step.before else { break }
            (place, kind) = (step.start, before)
        }
        split.characters.reverse()
        split.kinds.reverse()
        return split
    }
}

/// The costs of a group of pieces as a character of a row or column. Lengths are in side lengths of a character; the width is measured
/// along the row or column.
///
/// The numbers in the formulas were chosen by random search on rows composed of the networks' training ink, and of glyphs of another
/// source.
enum RowCosts {
    /// The cost of treating a full stop or a comma as a part of a character.
    static let sign = 1.0
    /// The maximum width of digits, Latin letters and brackets.
    private static let widestNarrow = 0.85
    /// The width below which a character is unusual; in a column, 一 and 二 are flat.
    private static func leastWidth(_ direction: CharacterPieces.Direction) -> Double { direction == .horizontal ? 0.6 : 0.3 }

    /// Returns the cost of a group as a character.
    ///
    /// - Parameters:
    ///   - reading: The negative natural logarithm of the character's probability.
    ///   - kind: The kind of the character; nil for punctuation.
    static func cost(
        _ reading: Double, of kind: CharacterKind?, pieces: Int, width: Double, height: Double, gapWithin: Double, gapBehind: Double?,
        along direction: CharacterPieces.Direction
    ) -> Double {
        // a group of many pieces replaces several separate readings, so the cost of its reading grows with the number of pieces, but more
        // slowly
        var cost = 0.13 + reading * pow(Double(pieces), 0.28)
        guard let kind else { return cost }
        guard !kind.isNarrow else {
            cost += 26 * square(max(0, width - widestNarrow)) + 4 * square(max(0, 0.33 - max(width, height)))
            return cost + 1.8 * max(0, gapWithin - 0.08)
        }
        cost +=
            26 * square(max(0, width - 1.13)) + 8.3 * square(max(0, leastWidth(direction) - width)) + 4
            * square(max(0, 0.33 - max(width, height)))
        cost += 1.8 * max(0, gapWithin - 0.08)
        if let gapBehind { cost += 2.5 * max(0, 0.09 - gapBehind) }
        return cost
    }

    private static func square(_ number: Double) -> Double { number * number }
}

/// The costs of superimposed characters. Each character fills the same space, and the pen moves back to the upper left for the next one.
enum SuperimposedCosts {
    /// Returns the cost of a group of strokes as a superimposed character.
    ///
    /// - Parameters:
    ///   - reading: The negative natural logarithm of the character's probability.
    ///   - box: The box around the character's strokes.
    ///   - all: The box around all strokes of the ink.
    ///   - back: The distance that the pen moved back before the character, left plus up, in side lengths of a character; nil for the
    ///     first character.
    ///   - start: The position where the character begins.
    static func cost(_ reading: Double, box: Box, strokes: Int, in all: Box, back: Double?, start: Point) -> Double {
        let side = max(all.width, all.height, .leastNormalMagnitude)
        let size = max(box.width, box.height) / side
        let dx = abs(box.x + box.width / 2 - all.x - all.width / 2) / side
        let dy = abs(box.y + box.height / 2 - all.y - all.height / 2) / side
        var cost = 1.9 * reading * pow(Double(strokes), 1.4)
        cost += 24 * square(max(0, 0.97 - size)) + 49 * square(max(0, dx - 0.09)) + 13 * square(max(0, dy - 0.064))
        if let back {
            cost += 0.18 + 3.6 * max(0, 0.8 - back)
            cost += 2.9 * max(0, (start.y - all.y) / side - 0.25) + 0.58 * max(0, (start.x - all.x) / side - 0.5)
        }
        return cost
    }

    private static func square(_ number: Double) -> Double { number * number }
}
