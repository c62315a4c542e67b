internal import Glibc
internal import Ink

/// An ink divided into characters.
struct CharacterSplit {
    var characters: [RowCharacter]
    /// Smaller is better; comparable between ways of dividing the same ink.
    var cost: Double

    typealias Read = ([Int]) throws(RecognitionError) -> CharacterGroups.Reading?

    /// Pieces that one character is made of at most: 川 has three, 八 two.
    private static let mostPieces = 6
    /// A character is no wider than this, in the side of one.
    private static let widest = 1.7

    /// Characters from left to right.
    static func row(_ row: CharacterPieces, read: Read) throws(RecognitionError) -> CharacterSplit? {
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
            // beside anything else, such a piece is a sign
            let hasSign = group.count > 1 && widestGap > 0.08 * row.side && group.contains { row.isLow($0) }
            var cost = hasSign ? RowCosts.sign : 0
            cost += RowCosts.cost(
                reading, pieces: group.count, width: box.width / row.side, height: box.height / row.side,
                gapWithin: widestGap / row.side, gapBehind: gap)
            return (RowCharacter(candidates: reading.candidates, strokes: group.flatMap(\.strokes).sorted(), box: box), cost)
        }
    }

    /// Strokes that one character is made of at most where characters lie over one another.
    private static let mostStrokes = 24

    /// Characters one after the other in one place.
    /// - Parameters:
    ///   - order: Indices of the strokes that have samples.
    ///   - boxes: Around each stroke.
    static func superimposed(
        _ order: [Int], boxes: [Box], strokes: [Stroke], read: Read
    ) throws(RecognitionError) -> CharacterSplit? {
        guard let first = order.first else { return nil }
        let all = order.dropFirst().reduce(boxes[first]) { $0.union(boxes[$1]) }
        let side = max(all.width, all.height, .leastNormalMagnitude)
        /// Where a character may begin: the pen goes back up or to the left.
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
            let begin = strokes[group[0]].points.first.map { Place(x: $0.x, y: $0.y) } ?? Place(x: all.x, y: all.y)
            let cost = SuperimposedCosts.cost(
                reading, strokes: group.count, in: all, back: first == 0 ? nil : -start(first), start: begin)
            return (RowCharacter(candidates: reading.candidates, strokes: group, box: reading.box), cost)
        }
    }

    /// The cheapest way to divide so many parts into groups of neighbours; nil if there is none.
    /// - Parameter group: the character that the parts from one to another, both included, make, and its cost; nil if they make none.
    private static func cheapest(
        count: Int, group: (Int, Int) throws(RecognitionError) -> (character: RowCharacter, cost: Double)?
    ) throws(RecognitionError) -> CharacterSplit? {
        var best: [(cost: Double, start: Int, character: RowCharacter?)] = [(0, 0, nil)]
        for end in 1...max(count, 1) where count > 0 {
            var cheapest = (cost: Double.infinity, start: 0, character: RowCharacter?.none)
            for start in (0..<end).reversed() where best[start].cost < .infinity {
                guard let (character, cost) = try group(start, end - 1) else { continue }
                let sum = best[start].cost + cost
                if sum < cheapest.cost { cheapest = (sum, start, character) }
            }
            best.append(cheapest)
        }
        guard best.count == count + 1, let last = best.last, last.cost < .infinity else { return nil }
        var characters: [RowCharacter] = []
        var place = count
        while place > 0, let character = best[place].character {
            characters.append(character)
            place = best[place].start
        }
        return CharacterSplit(characters: characters.reversed(), cost: last.cost)
    }
}

/// What a group of pieces costs as a character of a row. Lengths are in the side of a character.
///
/// The numbers were chosen by random search on rows composed of ink that the networks learnt from, and of glyphs of another source.
enum RowCosts {
    /// Of a full stop or a comma that is taken for a part of a character.
    static let sign = 1.0

    static func cost(
        _ reading: CharacterGroups.Reading, pieces: Int, width: Double, height: Double, gapWithin: Double, gapBehind: Double?
    ) -> Double {
        // a group of many pieces stands for as many that are read by themselves, though not quite
        var cost = 0.13 + reading.cost * pow(Double(pieces), 0.28)
        guard !reading.isSign else { return cost }
        cost += 26 * square(max(0, width - 1.13)) + 8.3 * square(max(0, 0.6 - width)) + 4 * square(max(0, 0.33 - max(width, height)))
        cost += 1.8 * max(0, gapWithin - 0.08)
        if let gapBehind { cost += 2.5 * max(0, 0.09 - gapBehind) }
        return cost
    }

    private static func square(_ number: Double) -> Double { number * number }
}

/// The same for characters that lie over one another: each fills the place, and the pen goes back to the upper left for the next.
enum SuperimposedCosts {
    /// - Parameters:
    ///   - all: Around all strokes.
    ///   - back: So far the pen went back before it, left and up together, in the side of a character; nil for the first one.
    ///   - start: Where it begins.
    static func cost(_ reading: CharacterGroups.Reading, strokes: Int, in all: Box, back: Double?, start: Place) -> Double {
        let side = max(all.width, all.height, .leastNormalMagnitude)
        let size = max(reading.box.width, reading.box.height) / side
        let dx = abs(reading.box.x + reading.box.width / 2 - all.x - all.width / 2) / side
        let dy = abs(reading.box.y + reading.box.height / 2 - all.y - all.height / 2) / side
        var cost = 1.9 * reading.cost * pow(Double(strokes), 1.4)
        cost += 24 * square(max(0, 0.97 - size)) + 49 * square(max(0, dx - 0.09)) + 13 * square(max(0, dy - 0.064))
        if let back {
            cost += 0.18 + 3.6 * max(0, 0.8 - back)
            cost += 2.9 * max(0, (start.y - all.y) / side - 0.25) + 0.58 * max(0, (start.x - all.x) / side - 0.5)
        }
        return cost
    }

    private static func square(_ number: Double) -> Double { number * number }
}
