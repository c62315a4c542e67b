public import Ink

/// One part being edited: its document, the lines of its writing, and their readings.
///
/// A state machine without clock or I/O. Every call that changes something returns effects, on which the editor's owner acts. After every
/// call the owner sets its timer to ``nextDeadline`` and stores the changes of ``takeChanges()``.
public struct InkEditor: Sendable {
    /// The revision, incremented with every change of content.
    public internal(set) var revision: UInt64 = 0
    /// The current configuration.
    public var configuration: EditorConfiguration { didSet { history.limit = configuration.limits.undoSteps } }
    /// The selected strokes that still exist.
    var selected: Set<StrokeID> = []
    /// Strokes that an eraser does not remove.
    public var spared: Set<StrokeID> = []
    var content: Document
    var layout: LineLayout
    var readings = LineReadings()
    var history: UndoHistory
    var input = EditorInput()
    var unsaved = UnsavedContent()
    var requests = InkRequests()
    var strokeState = StrokeState()
    var strokeLog = StrokeLog()
    /// The nodes, connections and labels of a diagram; empty in other parts.
    var diagram = DiagramState()
    var formulaSearch = FormulaSearch()
    /// The last numbers assigned; lines are numbered by the layout.
    var numbers = UsedNames()

    /// Creates an editor of a new part.
    public init(type: PartType = .rawContent, configuration: EditorConfiguration = EditorConfiguration()) {
        self.init(Document(type: type), readings: [:], configuration: configuration)
    }

    /// Creates an editor of an existing part. Lines without a reading are read again.
    /// - Parameter used: IDs that must not be reused, even if their items no longer exist.
    public init(
        _ document: Document, readings saved: [LineID: SavedReading], used: UsedNames = UsedNames(),
        configuration: EditorConfiguration = EditorConfiguration()
    ) {
        self.configuration = configuration
        content = document
        history = UndoHistory(limit: configuration.limits.undoSteps)
        layout = LineLayout(band: 20 * configuration.unitsPerMillimeter, after: LineID(used.line), hasFormulas: document.type == .math)
        for placed in document.strokes.all { putOnLine(placed) }
        diagram.isStale = true
        updateDiagram()
        for word in document.words.values.sorted(by: { $0.id < $1.id }) { putOnLine(word) }
        // readings that older versions stored with a marker's ink as text
        let outdated = Set(strokeState.highlights.keys.compactMap { document.strokes[$0]?.line })
        for line in layout.lines {
            guard !outdated.contains(line.id), let reading = saved[line.id], !isDiagram || reading.isOf(line) else { continue }
            // a formula that was saved as text is recognized again
            if hasFormulas, !line.hasType, !reading.isOfFormula(in: self, line.id, box: line.box) { continue }
            restoreFormula(reading, of: line)
            readings.restore(reading, to: line.id, revision: revision)
        }
        let names = document.strokes.all.map(\.stroke.id) + document.words.values.flatMap { [$0.id] + $0.ink.map(\.id) }
        numbers.stroke = names.map(\.value).reduce(used.stroke, max)
        numbers.block = document.blocks.keys.map(\.value).reduce(used.block, max)
        numbers.decoration = document.decorations.keys.map(\.value).reduce(used.decoration, max)
        // in a diagram, blocks and strokes are numbered in one sequence
        if isDiagram { numbers.stroke = max(numbers.stroke, numbers.block) }
        readings.finalizeAll()
        // loaded readings are already saved and laid out
        unsaved.readings = []
        layout.unsettled = []
    }

    /// The offset that converts the time of an event to microseconds since 1970.
    public var unixOffset: Int64 {
        get { input.unixOffset }
        set { input.unixOffset = newValue }
    }
    /// The number of the newest stroke.
    public var lastStroke: UInt64 { numbers.stroke }
    /// Returns the strokes drawn after the stroke of this number, in drawing order. Pieces of earlier strokes do not count.
    public func strokes(drawnAfter last: UInt64) -> [StrokeID] {
        guard last < numbers.stroke else { return [] }
        return (last + 1...numbers.stroke).map(StrokeID.init).filter { content.strokes[$0].map { $0.stroke.root == $0.stroke.id } ?? false }
    }
    /// The edited document; a stroke in progress is not in it.
    public var document: Document { content }
    /// Whether the document is empty; a stroke in progress does not count.
    public var isEmpty: Bool { content.isEmpty }
    /// Whether there is a step to undo.
    public var canUndo: Bool { history.canUndo || !input.erasing.isEmpty }
    /// Whether there is a step to redo.
    public var canRedo: Bool { history.canRedo && input.erasing.isEmpty }
    /// The number of steps that can be undone.
    public var undoCount: Int { history.undoCount + (input.erasing.isEmpty ? 0 : 1) }
    /// The number of steps that can be redone.
    public var redoCount: Int { input.erasing.isEmpty ? history.redoCount : 0 }
    /// Whether nothing touches the surface and every line has a final reading.
    public var isIdle: Bool { input.contact == .none && readings.areAllFinal }
    /// The number of finished strokes.
    public var strokeCount: Int { content.strokes.count }
    /// The number of control points of all finished strokes.
    public var pointCount: Int { content.strokes.points }
    /// All finished strokes in the order they were drawn, as samples in microseconds since 1970.
    public var strokes: [Stroke] { content.strokes.all.map { $0.stroke.sampled } }

    /// All finished strokes in the order they were drawn, as stored.
    public var drawing: Drawing { Drawing(strokes: content.strokes.all.map(\.stroke)) }

    /// The time for the next call of ``tick(at:)``; nil if no wait is pending.
    public var nextDeadline: Instant? {
        guard input.contact == .none, readings.waitForPause || needsSettling else { return nil }
        return input.restingSince?.advanced(byMicroseconds: configuration.pauseMicroseconds)
    }

    /// Handles a pointer event. Fingers and hovering pens leave no ink.
    ///
    /// The position of the pen-up event is not a sample of the stroke. A gap in the samples is not bridged: the stroke ends, and another
    /// one begins after the gap.
    public mutating func pointer(_ event: PointerEvent) -> EditorEffects {
        guard event.tool != .finger else { return [] }
        switch event.phase {
        case .down, .move:
            // a pen-up event may have any coordinates, but pen-down and move events need finite ones
            guard event.x.isFinite, event.y.isFinite else { return [] }
            return event.phase == .move ? move(event) : begin(event)
        case .proximityIn, .hover: return []
        case .up: return settling { $0.endContact(at: event.time) }
        case .cancel: return settling { $0.cancelContact(at: event.time) }
        case .proximityOut:
            return settling { editor in
                editor.endContact(at: event.time)
                if editor.configuration.finishesWhenAway { editor.finishLines() }
            }
        }
    }

    /// Handles a pointer event of a tool that the host has assigned to the pointer.
    public mutating func pointer(_ event: PointerEvent, as tool: EditorTool) -> EditorEffects {
        var event = event
        switch tool {
        case .selector, .hand: return grasp(event, as: tool)
        case .pen: event.tool = .pen
        case .eraser: event.tool = .eraser
        case .highlighter:
            event.tool = .pen
            let style = configuration.style
            configuration.style = configuration.highlighter
            defer { configuration.style = style }
            return pointer(event)
        }
        return pointer(event)
    }

    /// Handles the deadline of ``nextDeadline``. Calls before the deadline have no effect.
    public mutating func tick(at now: Instant) -> EditorEffects {
        guard let deadline = nextDeadline, now >= deadline else { return [] }
        return settling { $0.finishLines() }
    }

    /// Requests final readings of all lines, without waiting for the pen to rest.
    public mutating func finish() -> EditorEffects {
        guard input.contact == .none else { return [] }
        return settling { $0.finishLines() }
    }

    /// Starts the pause of the pen at `now`, for ink whose sample times do not show when writing ended.
    public mutating func rest(at now: Instant) {
        if input.contact == .none, input.restingSince != nil || needsSettling { input.restingSince = now }
    }

    /// Makes a change. Returns its effects, derived from the states before and after the change.
    mutating func settling(_ change: (inout InkEditor) -> Void) -> EditorEffects {
        let (before, wasIdle, selection) = (revision, isIdle, selected)
        let wasInContact = isInContact
        change(&self)
        updateDiagram()
        // request final readings now, because without a pen-up no pause begins
        if isDiagram, !wasInContact, !isInContact { readings.finalizeAll() }
        var effects: EditorEffects = []
        if revision != before {
            effects.insert(.contentChanged)
            if !selected.isEmpty { selected = selected.filter { content.strokes[$0] != nil } }
        }
        if selected != selection { effects.insert(.selectionChanged) }
        if readings.hasRequests { effects.insert(.readingRequested) }
        if isIdle, !wasIdle { effects.insert(.becameIdle) }
        return effects
    }
}

extension InkEditor {
    /// Gives back changes and readings that could not be written to the queue. The next calls of ``takeChanges()`` and ``takeReadings()``
    /// return them before later ones.
    public mutating func giveBack(_ changes: [DocumentChange], readings lines: some Sequence<LineID>) {
        unsaved.changes = changes + unsaved.changes
        unsaved.readings.formUnion(lines)
    }
}

extension InkStroke {
    /// The stroke as input for a recognizer: its visible parts, transformed.
    public var sampled: Stroke { Stroke(id: id, points: samples) }
}
