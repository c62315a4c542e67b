internal import Editing
internal import Ink
internal import InkProtocol

extension DeviceEditorRegistry {
    /// Handles the user's choice of another text for recognized strokes.
    func correct(_ text: String, strokes numbers: [Int], of editor: EditorSession) {
        let user = workspace.user
        // only the network for words learns from corrections
        guard editor.reading.lineContent == .words, user != .max,
            editors.engineConfiguration(of: editor).value(of: .learning) == .flag(true)
        else { return }
        let ids = Set(numbers.compactMap { UInt64(exactly: $0) }.map(StrokeID.init))
        let ink = editor.ink.strokes.filter { ids.contains($0.id) }
        guard !ink.isEmpty, ink.count == ids.count else { return }
        // the candidate's own case is learned, because a field capitalizes words that were written without capitals
        let read = editor.ink.lines.flatMap(\.words).first { Set($0.strokes) == ids }
        let spelled = read?.candidates.map(\.text).first { $0.lowercased() == text.lowercased() }
        let example = AdaptationInterface.Example(strokes: ink.map { .init(rounding: $0) }, text: spelled ?? text)
        workspace.observer.wordWasCorrected(example, of: user)
    }
}

extension RecognizerInterface.Ink {
    /// Creates a stroke with coordinates rounded to thousandths of a millimeter, which is finer than any tablet's resolution.
    fileprivate init(rounding stroke: Stroke) {
        func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
        self.init(x: stroke.points.map { rounded($0.x) }, y: stroke.points.map { rounded($0.y) })
    }
}
