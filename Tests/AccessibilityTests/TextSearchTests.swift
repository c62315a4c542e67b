import InputMethod
import Testing

@testable import Accessibility

@Suite("The words of a field below a rectangle") struct TextSearchTests {
    /// Words of 10 pixels a character in lines of 20 pixels.
    private func placed(_ text: String, from offset: Int = 0, y: Double = 100) -> [PlacedWord] {
        PlacedWord.words(in: text, from: offset).map { word in
            var word = word
            word.place = PixelRectangle(
                x: Double(10 * (word.start - offset)), y: y, width: Double(10 * (word.end - word.start)), height: 20)
            return word
        }
    }

    private func struck(_ x: Double, _ width: Double, y: Double = 105, height: Double = 12, caret: Int = 0) -> TextBelow {
        PlacedWord.struck(
            by: PixelRectangle(x: x, y: y, width: width, height: height),
            among: placed("We will  meet at") + placed("nine", from: 17, y: 120),
            caret: caret)
    }

    @Test func `are parted by spaces, and have their offsets`() {
        let words = PlacedWord.words(in: " We will\nmeet. ", from: 40)
        #expect(words.map(\.text) == ["We", "will", "meet."])
        #expect(words.map(\.start) == [41, 44, 49] && words.map(\.end) == [43, 48, 54])
        #expect(PlacedWord.words(in: " \n", from: 0).isEmpty)
    }

    @Test func `are those that it covers by more than a half, in the line of its middle`() {
        #expect(struck(28, 44, caret: 12) == .words(StruckText("will", start: -9)))
        #expect(struck(0, 65) == .words(StruckText("We will", start: 0)))
        #expect(struck(25, 20) == .nothing, "less than a half of “will”")
        #expect(struck(-5, 40, y: 118, height: 12) == .words(StruckText("nine", start: 17)), "its middle is in the next line")
        #expect(struck(30, 40, y: 150) == .nothing)
        #expect(struck(-50, 20) == .nothing)
    }

    @Test func `are none if they are not next to each other`() {
        // two spaces are between them
        #expect(struck(30, 100) == .nothing)
    }
}
