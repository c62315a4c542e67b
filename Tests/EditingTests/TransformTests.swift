import Editing
import Ink
import Testing

@Suite("A transform")
struct TransformTests {
    @Test("is refused when it and those before it take ink out of reach, and changes nothing", arguments: [1e100, 1e-100, 1e3, 1e-3, -1e4])
    func composed(scale: Double) throws {
        var scribe = Scribe("line 1,1 1,6; line 4,1 4,6")
        var refused = false
        for _ in 0..<5 {
            let before = scribe.editor.document.items
            do {
                _ = try scribe.editor.transform(strokes: [StrokeID(1)], by: .scale(x: scale, y: scale))
            } catch {
                #expect(error == EditError.badTransform)
                #expect(scribe.editor.document.items == before)
                refused = true
                break
            }
            let stroke = try #require(scribe.editor.drawing.strokes.first)
            #expect(stroke.transform.inverse != nil && (stroke.renderBounds?.right.magnitude ?? 0) <= 1e6)
        }
        #expect(refused)
        // it can still be erased, and brought back
        let place = try #require(scribe.editor.strokes.first?.points.first)
        let track = EraserTrack(places: [Point(x: place.x, y: place.y)], radius: 100)
        #expect(scribe.editor.erase(along: track, mode: .stroke).contains(.contentChanged))
    }

    @Test("that cannot be taken back comes in with no stroke")
    func added() {
        var editor = InkEditor()
        var stroke = InkStroke(id: StrokeID(1), fitting: [InkPoint(x: 0, y: 0), InkPoint(x: 0, y: 5)], created: 0)
        stroke.transform = .scale(x: 0, y: 1)
        #expect(throws: EditError.badInk) { try editor.add([stroke]) }
        #expect(editor.isEmpty)
    }

    @Test("is refused when it leads farther than a million units, or squeezes onto a line")
    func far() {
        var scribe = Scribe("line 1,1 1,6")
        for transform in [InkTransform.translation(x: 2e6, y: 0), .translation(x: .nan, y: 0), .scale(x: 1, y: 0)] {
            #expect(throws: EditError.badTransform) { try scribe.editor.transform(strokes: [StrokeID(1)], by: transform) }
        }
        #expect(throws: Never.self) { try scribe.editor.transform(strokes: [StrokeID(1)], by: .translation(x: 9e5, y: 0)) }
        #expect(throws: EditError.badTransform) { try scribe.editor.transform(strokes: [StrokeID(1)], by: .translation(x: 9e5, y: 0)) }
    }
}
