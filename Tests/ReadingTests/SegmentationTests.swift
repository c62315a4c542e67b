import Ink
import Testing

@testable import Reading

@Suite("Strokes of symbols")
struct SegmentationTests {
    private static func line(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double) -> StrokeShape? {
        let points = (0...10).map { InkPoint(x: x + (toX - x) * Double($0) / 10, y: y + (toY - y) * Double($0) / 10) }
        return StrokeShape(Stroke(id: StrokeID(0), points: points))
    }

    @Test("the best partition is the one with the best sum of scores, each stroke once")
    func partition() {
        let groups = [[0], [1], [2], [0, 1], [1, 2], [0, 2]]
        #expect(SymbolSegmentation.best(of: groups, scores: [-1, -1, -1, -0.5, -3, -3], strokes: 3).map { groups[$0] } == [[0, 1], [2]])
        #expect(SymbolSegmentation.best(of: groups, scores: [-1, -1, -1, -3, -3, -0.5], strokes: 3).map { groups[$0] } == [[0, 2], [1]])
        #expect(SymbolSegmentation.best(of: groups, scores: [-1, -1, -1, -3, -3, -3], strokes: 3).map { groups[$0] } == [[0], [1], [2]])
        #expect(SymbolSegmentation.best(of: [], scores: [], strokes: 0).isEmpty)
    }

    @Test("strokes that cross may be one symbol; those far apart may not")
    func near() throws {
        let cross = [Self.line(0, 0, 10, 10), Self.line(0, 10, 10, 0), Self.line(40, 0, 50, 10)].compactMap { $0 }
        let groups = StrokeGroups(cross)
        #expect(groups.groups == [[0], [1], [2], [0, 1]])
        #expect(groups.crossings(of: [0]) == 1 && groups.crossings(of: [0, 1]) == 0)
    }

    @Test("the strokes of an equals sign may be one symbol, and a letter with the dot over it")
    func stacked() throws {
        let equals = [Self.line(0, 0, 10, 0), Self.line(0, 4, 10, 4), Self.line(20, -3, 24, 8)].compactMap { $0 }
        #expect(StrokeGroups(equals).groups == [[0], [1], [2], [0, 1]])
        let letter = [Self.line(0, 0, 1, 10), Self.line(3, -5, 3.5, -4), Self.line(30, 0, 31, 10)].compactMap { $0 }
        #expect(StrokeGroups(letter).groups == [[0], [1], [2], [0, 1]])
    }

    @Test("what stands above and below a bar that touches neither is no symbol with it")
    func fraction() throws {
        let fraction = [Self.line(0, 30, 20, 30), Self.line(10, 5, 10, 25), Self.line(10, 35, 10, 55)].compactMap { $0 }
        #expect(!StrokeGroups(fraction).groups.contains([0, 1, 2]) && StrokeGroups(fraction).groups.contains([0, 1]))
        // the digits beside it say how large writing is
        let digits = [40.0, 60, 80].map { Self.line($0, 20, $0 + 1, 40) }
        let divided = ([Self.line(0, 30, 20, 30), Self.line(10, 24, 11, 25), Self.line(10, 35, 11, 36)] + digits).compactMap { $0 }
        #expect(StrokeGroups(divided).groups.contains([0, 1, 2]))
    }

    @Test("the number of groups has a bound, however dense the ink is")
    func bound() {
        let dense = (0..<200).compactMap { index -> StrokeShape? in
            let (x, y) = (Double(index % 20), Double(index / 20))
            return Self.line(x, y, x + 8, y + 8)
        }
        let groups = StrokeGroups(dense)
        #expect(groups.groups.count <= StrokeGroups.mostGroups && groups.groups.prefix(200).allSatisfy { $0.count == 1 })
        let best = SymbolSegmentation.best(of: groups.groups, scores: groups.groups.map { -Double($0.count) }, strokes: dense.count)
        #expect(best.flatMap { groups.groups[$0] }.sorted() == Array(dense.indices))
    }
}
