internal import Editing
internal import Ink
internal import InkProtocol
internal import Synthesis
internal import System

/// A result that was written after a formula.
struct WrittenResult: Sendable {
    /// The formula without the result, in LaTeX.
    let question: String
    /// The ink of the result; empty until it is written.
    var strokes: Set<StrokeID> = []
}

/// Writes the results of formulas after their "=", if the configuration asks for that. Belongs to a workspace.
///
/// A result is written once for a formula: after it is removed or undone, it is not written again until the formula changes. When the
/// formula changes, its result is replaced. After the part is reopened, results are ordinary ink.
final class FormulaResults {
    private unowned let workspace: Workspace
    private let editors: EditorRegistry
    private let work: ContentWork

    /// Height of a result's capitals, relative to the usual size of the formula's digits.
    private static let size = 1.0
    /// The gap after "=", in heights of capitals.
    private static let gap = 0.4
    /// The gap between characters, in heights of capitals.
    private static let between = 0.2
    /// The distance of the baseline below the center of "=", in heights of capitals.
    private static let axis = 0.4

    init(workspace: Workspace, editors: EditorRegistry, work: ContentWork) {
        self.workspace = workspace
        self.editors = editors
        self.work = work
    }

    /// Writes or replaces the result of a recognized formula.
    func formulaWasRead(at place: LinePlace) {
        let id = place.line
        guard let editor = editors[place.editor], editor.reading.generation == place.generation,
            editor.ink.configuration.formulas.writesResults, editor.ink.hasFormulas, let line = editor.ink.line(id), line.isFinal
        else { return }
        let written = editor.reading.results[id]
        let own = Set(line.words.flatMap(\.strokes)).intersection(written?.strokes ?? [])
        guard let asked = editor.ink.question(of: line, besides: own), written?.question != asked.latex else { return }
        editor.reading.results[id] = WrittenResult(question: asked.latex)
        var options = SynthesisOptions()
        let unit = editor.ink.configuration.unitsPerMillimeter
        let height = asked.capitals * Self.size
        options.height = .capital(min(max(height / unit, SynthesisOptions.heights.lowerBound), SynthesisOptions.heights.upperBound))
        options.seed = id.value
        options.variation = 0.3
        options.start = Instant(microseconds: WallClock().now.microsecondsSince1970(EditorRegistry.now))
        let files = HandFiles(folders: ["\(workspace.shared.settings.models)/hands"] + HandFiles.installed.folders)
        let place = Point(x: asked.end.right + Self.gap * height, y: asked.end.y + asked.end.height / 2 + Self.axis * height)
        let style = editor.ink.configuration.style
        let (handle, generation, text) = (editor.handle.id, editor.reading.generation, asked.text)
        try? work.perform { [weak workspace, options] in
            guard let hand = try? files.hand(named: "print"),
                let ink = try? Self.ink(of: text, by: hand, options, from: place, unit: unit, style: style)
            else { return }
            workspace?.post { $0.contents.formulas.write(ink, behind: id, for: asked.latex, in: handle, generation, besides: own) }
        }
    }

    /// The ink of a symbol of a formula.
    private typealias Symbol = (text: String, strokes: [InkStroke])

    /// Returns the characters of a number side by side, on the baseline of `place`, in the unit of the ink.
    private static func ink(
        of text: String, by hand: Hand, _ options: SynthesisOptions, from place: Point, unit: Double, style: InkStyle
    ) throws(SynthesisError) -> [Symbol] {
        var symbols: [Symbol] = []
        var x = place.x
        for character in text {
            let synthesizer = try HandwritingSynthesizer(hand: hand, options: options)
            let written = try synthesizer.strokes(for: String(character))
            guard let box = Box(around: written.flatMap { $0 }) else { continue }
            let strokes = written.map { points in
                let moved = points.map { point in
                    InkPoint(
                        x: x + (point.x - box.x) * unit, y: place.y + (point.y - synthesizer.ascent) * unit, time: point.time,
                        force: point.force)
                }
                return InkStroke(
                    id: StrokeID(0), fitting: moved, style: style, created: moved.first?.time.microseconds ?? 0, tolerance: 0.05 * unit)
            }
            symbols.append((String(character), strokes))
            guard case .capital(let height) = options.height else { continue }
            x += (box.width + Self.between * height) * unit
        }
        return symbols
    }

    private func write(
        _ symbols: [Symbol], behind id: LineID, for question: String, in handle: EditorID, _ generation: Int, besides old: Set<StrokeID>
    ) {
        guard !symbols.isEmpty, let editor = editors[handle], editor.reading.generation == generation,
            editor.reading.results[id]?.question == question, let line = editor.ink.line(id),
            // if new ink was written meanwhile, the next reading asks again
            let asked = editor.ink.question(of: line, besides: old), asked.latex == question, !editor.ink.isInContact
        else { return }
        guard let (effects, names) = try? editor.edit({ try $0.replace(old, with: symbols) }) else { return }
        editor.reading.results[id]?.strokes = Set(names)
        editors.applyEffects(editor, effects)
    }
}
