import Evdev
import Ink
import InkTestSupport
import Testing

@Suite("An artificial hand")
struct HandwritingTests {
    @Test("knows every letter, digit and mark it promises")
    func alphabet() {
        let promised = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,!?'-:;()"
        #expect(GlyphAlphabet.characters == Set(promised))
        for character in promised {
            let strokes = GlyphAlphabet.glyph(of: character)?.strokes ?? []
            #expect(!strokes.isEmpty && strokes.allSatisfy { $0.count > 1 }, "\(character)")
            #expect(strokes.joined().allSatisfy { (-0.2...1.3).contains($0.x) && (-1...2).contains($0.y) }, "\(character)")
        }
    }

    @Test("writes the same for the same seed, and otherwise for another")
    func seeds() throws {
        var hand = Handwriting()
        let first = try hand.strokes(writing: "same")
        #expect(try hand.strokes(writing: "same") == first)
        hand.seed = 2
        #expect(try hand.strokes(writing: "same") != first)
    }

    @Test("writes at a person's pace and pressure", arguments: [133.0, 200])
    func pace(hertz: Double) throws {
        var hand = Handwriting()
        hand.hertz = hertz
        let strokes = try hand.strokes(writing: "the quick brown fox")
        let points = strokes.flatMap(\.points)
        let seconds = Double(try #require(points.last).time.since(try #require(points.first).time)) / 1_000_000
        #expect((3...8).contains(seconds))
        #expect(points.allSatisfy { (0.05...1).contains($0.force) })
        #expect(zip(points, points.dropFirst()).allSatisfy { $0.time < $1.time })
        for stroke in strokes where stroke.points.count > 20 {
            let middle = stroke.points[stroke.points.count / 2].force
            #expect(stroke.points[0].force < middle && stroke.points[stroke.points.count - 1].force < middle)
        }
    }

    @Test("breaks long texts between words and stays on the tablet")
    func wraps() throws {
        let strokes = try Handwriting().strokes(writing: "a text that is much too long to be written on one line of this tablet\nand more")
        let box = try #require(Box(around: strokes.lazy.flatMap(\.points)))
        #expect(box.x > 0 && box.right < SamplePen.size.width && box.bottom < SamplePen.size.height)
        #expect(box.height > 30)
    }

    @Test("says what it cannot write")
    func errors() {
        #expect(throws: HandwritingError.self) { try Handwriting().strokes(writing: "3 × 4") }
        #expect(throws: HandwritingError.self) { try Handwriting().strokes(writing: String(repeating: "x\n", count: 30)) }
    }
}

@Suite("A made-up pen")
struct SamplePenTests {
    private func frames(_ text: String) throws -> [Frame] { SamplePen().frames(drawing: try Handwriting().strokes(writing: text)) }

    @Test("comes into proximity first and leaves it last, and touches once for each stroke")
    func proximity() throws {
        let strokes = try Handwriting().strokes(writing: "hi there").count
        let events = try frames("hi there").flatMap(\.events)
        #expect(events.first.map { [$0.code, UInt16($0.value)] } == [Key.toolPen, 1])
        #expect(events.last.map { [$0.code, UInt16($0.value)] } == [Key.toolPen, 0])
        let touches = events.filter { $0.type == EventType.key && $0.code == Key.touch }.map(\.value)
        #expect(touches == Array(repeating: [1, 0], count: strokes).joined().map { Int32($0) })
    }

    @Test("reports at its rate without pauses, and only what its description allows and what changed")
    func reports() throws {
        let frames = try frames("Write once.")
        let gaps = zip(frames, frames.dropFirst()).map { $1.time.since($0.time) }
        #expect(gaps.allSatisfy { [5_000, 10_000, 15_000].contains($0) })
        #expect(frames.allSatisfy { !$0.events.isEmpty })
        var last: [UInt16: Int32] = [:]
        for event in frames.flatMap(\.events) {
            if event.type == EventType.abs {
                let axis = try #require(SamplePen.description.axes[event.code])
                #expect((axis.minimum...axis.maximum).contains(event.value))
                #expect(last.updateValue(event.value, forKey: event.code) != event.value)
            } else {
                #expect(SamplePen.description.keys.contains(event.code))
            }
        }
    }

    @Test("draws the strokes it is given to a unit of the tablet")
    func faithful() throws {
        let strokes = try Handwriting().strokes(writing: "ink")
        var (x, y, isDown): (Int32, Int32, Bool) = (0, 0, false)
        var drawn: [[Double]] = []
        for frame in SamplePen().frames(drawing: strokes) {
            for event in frame.events {
                switch (event.type, event.code) {
                case (EventType.abs, Axis.x): x = event.value
                case (EventType.abs, Axis.y): y = event.value
                case (EventType.key, Key.touch): isDown = event.value == 1
                default: break
                }
            }
            if isDown { drawn.append([Double(x) / 200, Double(y) / 200]) }
        }
        let meant = strokes.flatMap(\.points)
        #expect(drawn.count == meant.count)
        #expect(zip(drawn, meant).allSatisfy { abs($0[0] - $1.x) < 0.003 && abs($0[1] - $1.y) < 0.003 })
    }
}
