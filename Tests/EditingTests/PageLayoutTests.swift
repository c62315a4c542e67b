import Editing
import Ink
import InkTestSupport
import Testing

@Suite("A page")
struct PageLayoutTests {
    /// The page's strokes and the row of each.
    private func page(_ rows: [String], seed: UInt64, slope: Double = 0) throws -> (strokes: [Stroke], rows: [Int]) {
        var hand = Handwriting()
        hand.seed = seed
        var owner: [Int] = []
        for (index, row) in rows.enumerated() {
            owner += [Int](repeating: index, count: try hand.strokes(writing: row).count)
        }
        var strokes = try hand.strokes(writing: rows.joined(separator: "\n"))
        for index in strokes.indices {
            for point in strokes[index].points.indices { strokes[index].points[point].y += slope * strokes[index].points[point].x }
        }
        return (strokes, owner)
    }

    private let rows = ["'I'd rather not,' she said.", "- 3 eggs; jam, flour", "(quite enough) - typing", "it is, isn't it?"]

    @Test("is read line by line, as it was written", arguments: 1...8)
    func lines(seed: UInt64) throws {
        let (strokes, owner) = try page(rows, seed: seed)
        let lines = PageLayout.lines(of: strokes)
        #expect(lines.map { line in Set(line.map { owner[$0] }) } == rows.indices.map { [$0] })
    }

    @Test("that slopes is read line by line", arguments: [-0.15, -0.08, 0.08, 0.15])
    func slope(slope: Double) throws {
        let (strokes, owner) = try page(rows, seed: 3, slope: slope)
        let lines = PageLayout.lines(of: strokes)
        #expect(lines.map { line in Set(line.map { owner[$0] }) } == rows.indices.map { [$0] })
    }

    @Test("whose lines were written in another order is read from top to bottom")
    func order() throws {
        let (strokes, owner) = try page(rows, seed: 5)
        let drawn = [2, 0, 3, 1].flatMap { row in strokes.indices.filter { owner[$0] == row } }
        let lines = PageLayout.lines(of: drawn.map { strokes[$0] })
        #expect(lines.map { line in Set(line.map { owner[drawn[$0]] }) } == rows.indices.map { [$0] })
    }

    @Test("of two columns is read column by column")
    func columns() throws {
        let (left, owner) = try page(rows, seed: 7)
        let width = try #require(Box(around: left.flatMap(\.points))).width
        let right = left.map { stroke in
            Stroke(id: stroke.id, points: stroke.points.map { InkPoint(x: $0.x + 1.5 * width, y: $0.y) })
        }
        let lines = PageLayout.lines(of: left + right)
        let both = owner + owner.map { $0 + rows.count }
        #expect(lines.map { line in Set(line.map { both[$0] }) } == (0..<2 * rows.count).map { [$0] })
    }

    @Test("gives every stroke that has samples to one line", arguments: 1...40)
    func random(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let strokes = (0..<Int.random(in: 0...60, using: &dice)).map { (index: Int) -> Stroke in
            let (x, y) = (Double.random(in: 0...100, using: &dice), Double.random(in: 0...60, using: &dice))
            let sizes: [Double] = [0, 0, 1, 5, 1e8]
            let size = sizes[Int.random(in: sizes.indices, using: &dice)]
            let points = (0..<Int.random(in: 0...8, using: &dice)).map { _ in
                InkPoint(x: x + Double.random(in: 0...size, using: &dice), y: y + Double.random(in: 0...size, using: &dice))
            }
            return Stroke(id: StrokeID(UInt64(index % 3)), points: points)
        }
        let given = PageLayout.lines(of: strokes)
        #expect(given.flatMap { $0 }.sorted() == strokes.indices.filter { !strokes[$0].points.isEmpty })
        #expect(given.allSatisfy { !$0.isEmpty })
    }

    @Test("of very many lines is read to its end")
    func manyLines() {
        let strokes = (0..<210).map { row in
            let points = (0...4).map { InkPoint(x: Double($0), y: Double(row * 20 + $0 % 2 * 5)) }
            return Stroke(id: StrokeID(1), points: points)
        }
        #expect(PageLayout.lines(of: strokes) == strokes.indices.map { [$0] })
    }

    @Test("without ink has no lines, and one with a dot has one")
    func smallest() {
        #expect(PageLayout.lines(of: []).isEmpty)
        #expect(PageLayout.lines(of: [Stroke(id: StrokeID(9), points: [])]).isEmpty)
        #expect(PageLayout.lines(of: [Stroke(id: StrokeID(9), points: [InkPoint(x: 4, y: 5)])]) == [[0]])
    }
}
