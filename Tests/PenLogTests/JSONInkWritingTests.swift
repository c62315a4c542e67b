import Foundation
import PenLog
import Testing

@Suite("Ink written as JSON lines")
struct JSONInkWritingTests {
    private static func ink() -> JSONInk {
        var ink = JSONInk(
            strokes: [
                [.init(x: -40, y: 300, time: 0), .init(x: 2_000_000_000, y: 0, time: 8333), .init(x: 7, y: 7, time: 16_667)],
                [.init(x: 5, y: 5, time: 900_001)],
            ],
            channels: [
                .force: [[0, 0.1, 1], [0.333_333_333_333_333_3]], .tiltX: [[-0.5, 0, 1e-9], [3]],
                .azimuth: [[1, 2, 3], [4]], .altitude: [[1.570_796_326_794_896_6, 0, 0], [0]],
            ])
        ink.id = "a/\"1\"\n"
        ink.label = "größer 😀 \\"
        ink.writer = "w"
        ink.device = "Wacom"
        ink.level = "word"
        ink.style = "cursive"
        ink.hertz = 133.3
        ink.unitsPerMillimeter = 39.370_078_740_157_48
        return ink
    }

    @Test("what is written reads the same")
    func roundTrip() throws {
        let ink = Self.ink()
        #expect(try JSONInk(line: ink.line) == ink)
        #expect(!ink.line.contains("\n"))
        var bare = JSONInk(strokes: [[.init(x: 1, y: 2, time: 0), .init(x: 3, y: 4, time: 10_000)]])
        bare.isTimed = false
        #expect(bare.line == #"{"strokes":[[1,2,2,2]]}"#)
        #expect(try JSONInk(line: bare.line) == bare)
    }

    @Test("every microsecond of a time comes back")
    func times() throws {
        for start in stride(from: Int64(1), to: 40_000_000_000, by: 1_999_999_943) {
            let samples = (0..<500).map { JSONInk.Sample(x: $0, y: 0, time: $0 == 0 ? 0 : start + $0 * 7) }
            let ink = JSONInk(strokes: [samples])
            #expect(try JSONInk(line: ink.line) == ink)
        }
    }

    @Test("numbers that no line can hold are written as others, and the rest is whole")
    func unfit() throws {
        var ink = Self.ink()
        ink.hertz = .infinity
        ink.unitsPerMillimeter = .nan
        ink.channels[.force] = [[.nan, 0.5, -.infinity], [1]]
        ink.strokes[0][1] = .init(x: .max, y: .min, time: 8333)
        let read = try JSONInk(line: ink.line)
        #expect(read.hertz == nil && read.unitsPerMillimeter == nil)
        #expect(read.channels[.force] == [[0, 0.5, 0], [1]])
        #expect(read.strokes[0].map(\.x) == [-40, Int64(Int32.max) - 40, 7])
        #expect(read.strokes[1] == ink.strokes[1])
        #expect([read.label, read.id, read.writer] == [ink.label, ink.id, ink.writer])
    }

    @Test("a step that is too large is made up for by those behind it")
    func largeSteps() throws {
        let places: [Int64] = [0, 5_000_000_000, 5_000_000_000, 5_000_000_000, 0]
        let ink = JSONInk(strokes: [places.enumerated().map { .init(x: $1, y: 0, time: Int64($0)) }])
        #expect(try JSONInk(line: ink.line).strokes[0].map(\.x) == [0, 2_147_483_647, 4_294_967_294, 5_000_000_000, 2_852_516_352])
    }
}
