import Ink
import Testing

@testable import Recognition

@Suite("The size of a sign at the end")
struct SignSizeTests {
    /// Letters 4 high, and a sign behind them that is so high.
    private func ink(sign: Double, at x: Double = 20) -> [Stroke] {
        func stroke(_ id: UInt64, _ x: Double, _ top: Double, _ bottom: Double) -> Stroke {
            Stroke(id: StrokeID(id), points: [InkPoint(x: x, y: top), InkPoint(x: x, y: bottom)])
        }
        return (0..<4).map { stroke(UInt64($0), 4 * Double($0), 0, 4) } + [stroke(4, x, 4 - sign / 2, 4 + sign / 2)]
    }

    private let readings = [
        Reading(text: "word,", classes: [], score: -1.0), Reading(text: "word.", classes: [], score: -1.5),
        Reading(text: "words", classes: [], score: -4),
    ]

    @Test("a dot is a full stop, and a stroke a comma")
    func sizes() throws {
        let dot = try #require(SignSize(ink(sign: 0.2))), comma = try #require(SignSize(ink(sign: 1.6)))
        #expect(dot.judged(readings).map(\.text) == ["word.", "word,", "words"])
        #expect(comma.judged(readings).map(\.text) == ["word,", "word.", "words"])
    }

    @Test("what is no sign behind the others says nothing")
    func others() {
        #expect(SignSize([]) == nil && SignSize(Array(ink(sign: 1).prefix(1))) == nil)
        #expect(SignSize(ink(sign: 1, at: 2)) == nil, "a dot of an i")
    }

    @Test("ink without any height says nothing, a dot without size is a full stop")
    func noSize() throws {
        #expect(SignSize([ink(sign: 0)[4], ink(sign: 0, at: 30)[4]]) == nil)
        #expect(try #require(SignSize(ink(sign: 0))).evidence > 0)
    }
}
