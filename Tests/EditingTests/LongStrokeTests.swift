import Editing
import Ink
import InkTestSupport
import Testing

@Suite("Long strokes")
struct LongStrokeTests {
    /// A line through these places, in millimeters, as a hand draws it: it bends a little, and trembles.
    static func drawn(_ corners: [(x: Double, y: Double)], seed: UInt64) -> [Point] {
        var random = SeededGenerator(seed: seed)
        var places: [Point] = []
        for (a, b) in zip(corners, corners.dropFirst()) {
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let bend = Double.random(in: -0.05...0.05, using: &random)
            for step in 0..<40 {
                let part = Double(step) / 40
                let off = 4 * bend * part * (1 - part)
                places.append(
                    Point(
                        x: a.x + dx * part - dy * off + .random(in: -0.15...0.15, using: &random),
                        y: a.y + dy * part + dx * off + .random(in: -0.15...0.15, using: &random)))
            }
        }
        return places
    }

    private static let shapes: [(kind: LongStroke, corners: [(x: Double, y: Double)])] = [
        (.space, [(0, 0), (40, 2)]), (.backspace, [(40, 0), (0, -3)]), (.newline, [(30, 0), (29, 15), (2, 17)]),
        (.newline, [(30, 0), (5, 22)]), (.undo, [(40, 0), (3, 1), (38, 3)]),
    ]

    @Test("are known by where they go, whoever draws them", arguments: 0..<UInt64(20))
    func kinds(seed: UInt64) {
        for shape in Self.shapes {
            let places = Self.drawn(shape.corners, seed: seed)
            #expect(LongStroke(places, textHeight: 6) == shape.kind)
            #expect(LongStroke(places, textHeight: nil) == shape.kind)
            // among large letters they are bars and dashes
            #expect(LongStroke(places, textHeight: 25) == nil)
        }
    }

    @Test("are none that turn, go up, or to and fro", arguments: 0..<UInt64(20))
    func others(seed: UInt64) {
        let others: [[(x: Double, y: Double)]] = [
            [(0, 0), (0, 40)], [(0, 40), (0, 0)], [(0, 30), (30, 0)], [(0, 0), (30, 30)], [(0, 0), (0, 30), (25, 30)],
            [(0, 0), (40, 0), (2, 1)],
            [(40, 0), (0, 0), (40, 1), (0, 2), (40, 3)], [(0, 0), (15, 20), (30, 0)], [(30, 0), (0, 5), (30, 10), (0, 15)],
        ]
        for corners in others { #expect(LongStroke(Self.drawn(corners, seed: seed), textHeight: 6) == nil) }
        #expect(LongStroke([], textHeight: 6) == nil && LongStroke([Point(x: 1, y: 1)], textHeight: nil) == nil)
        #expect(LongStroke([Point(x: .nan, y: 0), Point(x: .infinity, y: 0), Point(x: 0, y: 0)], textHeight: nil) == nil)
    }

    /// An editor in which a word of letters 6 mm high stands, and a long stroke is drawn.
    private static func written(
        _ corners: [(x: Double, y: Double)], pause: Int64 = 700_000, enabled: Set<LongStroke> = Set(LongStroke.allCases)
    ) -> InkEditor {
        var configuration = EditorConfiguration()
        configuration.gestures.longStrokes = enabled
        var editor = InkEditor(type: .text, configuration: configuration)
        var time: Int64 = 1_000_000
        func draw(_ places: [Point]) {
            for (index, place) in places.enumerated() {
                let phase = index == 0 ? PointerPhase.down : .move
                var event = PointerEvent(phase: phase, tool: .pen, device: DeviceID(0), time: Instant(microseconds: time))
                (event.x, event.y, event.force) = (place.x, place.y, 0.5)
                _ = editor.pointer(event)
                time += 5000
            }
            _ = editor.pointer(PointerEvent(phase: .up, tool: .pen, device: DeviceID(0), time: Instant(microseconds: time)))
        }
        for letter in 0..<4 {
            let x = 50 + 5 * Double(letter)
            draw(drawn([(x, 40), (x, 46), (x + 3, 46), (x + 3, 40)], seed: UInt64(letter)))
            time += 200_000
        }
        time += pause
        draw(drawn(corners, seed: 9))
        return editor
    }

    @Test("ask beside the writing and after a pause; over words and in the flow of writing they ask for nothing")
    func places() {
        #expect(Self.written([(80, 60), (40, 61)]).longStroke() == .backspace)
        #expect(Self.written([(80, 60), (40, 61)], pause: 0).longStroke() == nil)
        let struck = Self.written([(76, 43), (47, 43.5)])
        #expect(struck.longStroke() == nil)
        // what is in a field already may be written over, as on small tablets
        #expect(struck.longStroke(over: Set((1...4).map { StrokeID($0) })) == .backspace)
        #expect(Self.written([(50, 40), (50, 46), (53, 46)]).longStroke() == nil)
    }

    @Test("can be switched off one by one, and all together")
    func switches() throws {
        #expect(Self.written([(80, 60), (40, 61)], enabled: [.space, .newline, .undo]).longStroke() == nil)
        var values = Configuration()
        #expect(LongStroke.enabled(by: values) == Set(LongStroke.allCases))
        try values.set("gesture.newline", to: .flag(false))
        #expect(LongStroke.enabled(by: values) == [.space, .backspace, .undo])
        try values.set("gesture.enable", to: .flag(false))
        #expect(LongStroke.enabled(by: values).isEmpty)
    }
}
