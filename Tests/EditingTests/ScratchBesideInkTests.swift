import Editing
import Ink
import Testing

@Suite("A scratch-out beside the ink")
struct ScratchBesideInkTests {
    private func scribe(_ notation: String, kinds: Set<EditGesture.Kind> = EditGesture.Kind.inFields) -> Scribe {
        var configuration = EditorConfiguration()
        configuration.gestures.isEnabled = true
        configuration.gestures.kinds = kinds
        var scribe = Scribe(type: .text, configuration: configuration)
        scribe.play(notation)
        return scribe
    }

    @Test("is a stroke wider than high that moves to and fro at least five times")
    func shape() {
        #expect(scribe("line 0,30 12,31 0,32 12,33 0,34 12,35").editor.scratchBesideInk() == StrokeID(1))
        #expect(scribe("line 0,30 12,31 0,32 12,33 0,34").editor.scratchBesideInk() == nil, "four times")
        #expect(scribe("line 0,30 3,31 0,32 3,33 0,34 3,35").editor.scratchBesideInk() == nil, "too small")
        #expect(scribe("line 0,30 6,34 0,38 6,42 0,46 6,50").editor.scratchBesideInk() == nil, "higher than wide")
        #expect(scribe("line 0,30 3,24 6,30 9,24 12,30").editor.scratchBesideInk() == nil, "the letter m")
        #expect(scribe("").editor.scratchBesideInk() == nil)
    }

    @Test("touches no other ink, and has its box")
    func beside() {
        let scratch = "line 0,30 12,31 0,32 12,33 0,34 12,35"
        #expect(scribe("line 0,60 12,60; wait 600; \(scratch)").editor.scratchBesideInk() == StrokeID(2))
        #expect(scribe("line 0,32 12,32; wait 600; \(scratch)").editor.scratchBesideInk() == nil)
        let box = scribe(scratch).editor.box(of: StrokeID(1))
        #expect(box.map { abs($0.x) < 1 && abs($0.width - 12) < 1 && abs($0.height - 5) < 1 } == true)
        #expect(scribe(scratch).editor.box(of: StrokeID(9)) == nil)
    }

    @Test("is none if the gesture is off")
    func off() {
        #expect(scribe("line 0,30 12,31 0,32 12,33 0,34 12,35", kinds: [.join]).editor.scratchBesideInk() == nil)
    }
}
