import Editing
import Ink
import Testing

@Suite("The order in which a line is read")
struct ReadingOrderTests {
    /// A slanted stroke from `left` to `right` at the height of letters, or of a dot.
    private func stroke(_ left: Double, _ right: Double, top: Double = 0, bottom: Double = 5) -> Stroke {
        Stroke(id: StrokeID(1), points: [InkPoint(x: left, y: bottom), InkPoint(x: right, y: top)])
    }

    private func dot(_ x: Double) -> Stroke { Stroke(id: StrokeID(1), points: [InkPoint(x: x, y: -2)]) }

    @Test("is that of drawing where nothing was added later")
    func natural() {
        let first = [stroke(0, 3), stroke(4, 6), dot(5), stroke(2, 7, top: 1, bottom: 1)]
        let strokes = first + [stroke(10, 13), stroke(13.5, 16), stroke(20, 24)]
        #expect(ReadingOrder.indices(of: strokes) == Array(strokes.indices))
    }

    @Test("puts a word that was inserted later between its neighbors")
    func insertedWord() {
        let strokes = [stroke(0, 6), stroke(20, 26), stroke(10, 12), stroke(13, 16), dot(11)]
        #expect(ReadingOrder.indices(of: strokes) == [0, 2, 3, 4, 1])
    }

    @Test("puts a word that was set before the line at its beginning")
    func prefixed() {
        #expect(ReadingOrder.indices(of: [stroke(20, 26), stroke(30, 36), stroke(10, 16)]) == [2, 0, 1])
    }

    @Test("puts dots and bars that were set at the end of the line after their words")
    func lateMarks() {
        let strokes = [stroke(0, 6), stroke(10, 16), stroke(20, 26), dot(3), stroke(11, 14, top: 1, bottom: 1.5), dot(24)]
        #expect(ReadingOrder.indices(of: strokes) == [0, 3, 1, 4, 2, 5])
    }

    @Test("puts a letter that was left out into its gap")
    func insertedLetter() {
        #expect(ReadingOrder.indices(of: [stroke(0, 2), stroke(5, 7), stroke(7.5, 9), stroke(2.5, 4.5)]) == [0, 3, 1, 2])
    }

    @Test("leaves strokes without samples out, and needs no size")
    func smallest() {
        let empty = Stroke(id: StrokeID(1), points: [])
        #expect(ReadingOrder.indices(of: []).isEmpty)
        #expect(ReadingOrder.indices(of: [empty, dot(3), empty, dot(1)]) == [3, 1])
    }
}
