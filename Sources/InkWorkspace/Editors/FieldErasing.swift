internal import Editing
internal import Ink
internal import Recognition
internal import System

/// A contact of an eraser over text that was committed to the field. When the eraser lifts, the touched words are deleted as if they were
/// scratched out.
struct FieldErasing {
    /// The committed text, with its ink.
    let text: CommittedText
    /// The last position of the eraser.
    private var last: Point
    /// The strokes that the eraser has touched.
    private var touched: Set<StrokeID> = []

    init(_ text: CommittedText, at place: Point) { (self.text, last) = (text, place) }

    /// The touched words, in reading order.
    var words: [LineWord] { text.words.filter { !touched.isDisjoint(with: $0.strokes) } }

    /// Handles a position of the eraser.
    /// - Parameter isJump: whether events between the last position and this one are missing, so that the track has a gap.
    mutating func move(to place: Point, radius: Double, isJump: Bool) {
        let track = EraserTrack(places: isJump || last == place ? [place] : [last, place], radius: radius)
        for stroke in text.strokes where !touched.contains(stroke.id) && track.touches(stroke) { touched.insert(stroke.id) }
        last = place
    }
}

extension DeviceEditorRegistry {
    /// Handles an event of an eraser in a text field before the editor handles it. Touched ink of committed text is only recorded; the
    /// editor erases pending ink.
    /// - Returns: true if the contact ends with this event. The caller then calls `finishErasing`.
    func noteEraser(_ event: PointerEvent, in editor: EditorSession) -> Bool {
        let place = Point(x: event.x, y: event.y)
        switch event.phase {
        case .down:
            editor.reading.erasing = erasableText(of: editor).map { FieldErasing($0, at: place) }
            let spared = editor.reading.kept?.strokes ?? []
            if editor.ink.spared != spared { editor.edit { $0.spared = spared } }
            fallthrough
        case .move:
            guard place.x.isFinite, place.y.isFinite else { return false }
            let configuration = editor.ink.configuration
            editor.reading.erasing?.move(
                to: place, radius: configuration.eraser.radius * configuration.unitsPerMillimeter, isJump: event.followsGap)
        case .cancel: editor.reading.erasing = nil
        case .up, .proximityOut: return editor.reading.erasing != nil
        case .proximityIn, .hover: break
        }
        return false
    }

    /// Deletes the words that the eraser has touched from the field: sends a scratch-out gesture, and removes the ink of the text.
    func finishErasing(in editor: EditorSession) -> EditorEffects {
        guard let erasing = editor.reading.erasing else { return [] }
        editor.reading.erasing = nil
        let words = erasing.words.map(\.text)
        guard !words.isEmpty, let field = erasing.text.field, editor.surface.target?.field == field else { return [] }
        let gesture = FieldGesture(kind: EditGesture.Kind.scratchOut.rawValue, words: words, isCommitted: true)
        editors.fieldReadings.send(gesture, of: editor)
        let ink = editor.reading.kept?.strokes ?? []
        (editor.reading.kept, editor.reading.committed) = (nil, nil)
        return editor.edit { $0.forget(ink) }
    }

    /// Returns the text in the field whose ink is still known; nil without such text.
    private func erasableText(of editor: EditorSession) -> CommittedText? {
        let now = MonotonicClock.microseconds
        if let kept = editor.reading.kept {
            return now &- kept.time < KeptText.lifetime ? committed(kept.strokes, field: kept.field, of: editor) : nil
        }
        guard let text = editor.reading.committed, now &- text.time < CommittedText.lifetime else { return nil }
        return text
    }
}
