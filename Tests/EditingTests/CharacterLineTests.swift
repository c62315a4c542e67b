import Ink
import InkTestSupport
import Testing

@testable import Editing

@Suite("Strokes of characters and of drawings are sorted into lines")
struct CharacterLineTests {
    private func marks(_ boxes: [Box]) -> [LineMark] {
        boxes.enumerated().compactMap { index, box in
            LineMark(
                Stroke(
                    id: StrokeID(UInt64(index + 1)),
                    points: [InkPoint(x: box.x, y: box.y), InkPoint(x: box.right, y: box.bottom)]))
        }
    }

    private func lines(_ boxes: [Box], _ content: LineContent) -> [UInt64] {
        var layout = LineLayout()
        return marks(boxes).map { mark in
            let line = layout.line(for: mark, content: content)
            layout.insert(mark, into: line)
            return line.value
        }
    }

    @Test("bars above one another are one character, those beside it the next")
    func bars() {
        let three = [0.0, 5, 10].map { Box(x: 0, y: $0, width: 10, height: 0.4) }
        let next = [0.0, 9].map { Box(x: 13, y: $0, width: 9, height: 0.4) }
        #expect(Set(lines(three + next, .characters)).count == 1)
    }

    @Test("the pen that goes back, or far down, writes in another row")
    func rows() {
        let row = (0..<4).map { Box(x: Double($0) * 12, y: 0, width: 10, height: 10) }
        let below = Box(x: 0, y: 14, width: 10, height: 10)
        let over = Box(x: 1, y: 1, width: 9, height: 9)
        #expect(lines(row + [below], .characters) == [1, 1, 1, 1, 2])
        #expect(lines(row + [over], .characters) == [1, 1, 1, 1, 2])
        // one character over another is told by the reader
        #expect(lines([row[0], over], .characters) == [1, 1])
        #expect(lines([row[0], Box(x: 0, y: 60, width: 10, height: 10)], .characters) == [1, 2])
        #expect(lines(row + [below, Box(x: 0, y: 90, width: 3, height: 3)], .drawing) == [1, 1, 1, 1, 1, 1])
    }
}
