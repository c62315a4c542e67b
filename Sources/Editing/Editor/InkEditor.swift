public import Formula
public import Ink

/// One part being edited: its document, the lines of its writing, and their readings.
///
/// A state machine without clock or I/O. Every call that changes something returns effects, which its owner carries out; after every call
/// the owner sets its timer to ``nextDeadline`` and stores the changes of ``takeChanges()``.
public struct InkEditor: Sendable {
    /// The revision, incremented with every change of content.
    public internal(set) var revision: UInt64 = 0
    /// The current configuration.
    public var configuration: EditorConfiguration { didSet { history.limit = configuration.undoLimit } }
    /// The offset that converts the time of an event to microseconds since 1970.
    public var unixOffset: Int64 = 0

    var content: Document
    var layout: LineLayout
    var readings = LineReadings()
    var history: UndoHistory
    var contact = Contact.none
    /// Samples of the stroke in progress; their storage is reused from stroke to stroke.
    var samples: [InkPoint] = []
    /// The changes of the erasing in progress, since the eraser touched.
    var erasing: [DocumentChange] = []
    /// Changes not yet passed to the owner.
    var unsaved: [DocumentChange] = []
    /// The number of strokes forgotten because there was too much ink, and not yet reported.
    var untold = 0
    /// Lines that strokes joined or left since lines were laid out last: see `LineSettling`.
    var unsettled: Set<LineID> = []
    /// Lines whose final readings have not been passed to the owner yet.
    var unsavedReadings: Set<LineID> = []
    /// Strokes that may be gestures and have not been requested yet.
    var gestureRequests: [StrokeID] = []
    /// The bounding boxes of strokes that the box of a line does not cover: strokes on no line, and strokes that extend far beyond the
    /// middle part that determines their line.
    var beyondLines: [StrokeID: Box] = [:]
    /// Strokes recognized as figures, each with its figure. They are on no line.
    var figures: [StrokeID: DrawnFigure] = [:]
    /// The nodes, connections and labels of a diagram; empty in other parts.
    var diagram = DiagramState()
    /// Scratch-outs of a diagram not yet passed to the owner.
    var scratchOuts: [EditGesture] = []
    /// Lines of a Text Document that are formulas, each with the revision at which it was found: see `FoundFormulas.swift`.
    var foundFormulas: [LineID: UInt64] = [:]
    /// Lines with new final readings that have not been searched for formulas.
    var unasked: Set<LineID> = []
    /// Gestures that may be fraction bars instead.
    var underlines: [EditGesture] = []
    /// The revision at which a stroke was last changed.
    var altered: [StrokeID: UInt64] = [:]
    /// Strokes that may be figures and have not been requested yet.
    var figureRequests: Set<StrokeID> = []
    /// The number of the newest stroke.
    public internal(set) var lastStroke: UInt64 = 0
    var lastBlock: UInt64 = 0
    var lastDecoration: UInt64 = 0
    /// The time when the pen or eraser last left the surface.
    var restingSince: Instant?
    /// The selected strokes that still exist.
    var selected: Set<StrokeID> = []

    /// Maximum number of samples whose storage is reused between strokes: 20 seconds at 200 Hz.
    static let keptSamples = 4096

    /// The tool that touches the surface.
    enum Contact: Equatable {
        case none
        case pen
        /// An eraser with its last position and its radius.
        case eraser(last: Point, radius: Double)
        /// A selector with the line that it draws around strokes.
        case lasso(Lasso)
        /// A hand that moves the selection, with its first and its current position.
        case hand(from: Point, to: Point)
    }

    /// An editor of a new part.
    public init(type: PartType = .rawContent, configuration: EditorConfiguration = EditorConfiguration()) {
        self.init(Document(type: type), readings: [:], configuration: configuration)
    }

    /// An editor of an existing part. Lines without a reading are read again.
    /// - Parameter used: IDs that are not assigned again, even if no item has them any more.
    public init(
        _ document: Document, readings saved: [LineID: SavedReading], used: UsedNames = UsedNames(),
        configuration: EditorConfiguration = EditorConfiguration()
    ) {
        self.configuration = configuration
        content = document
        history = UndoHistory(limit: configuration.undoLimit)
        layout = LineLayout(band: 20 * configuration.unitsPerMillimetre, after: LineID(used.line), hasFormulas: document.type == .math)
        samples.reserveCapacity(Self.keptSamples)
        for placed in document.strokes.all { putOnLine(placed) }
        diagram.isStale = true
        updateDiagram()
        for word in document.words.values.sorted(by: { $0.id < $1.id }) { putOnLine(word) }
        for line in layout.lines {
            guard let reading = saved[line.id], !isDiagram || reading.isOf(line) else { continue }
            // a formula that was read as text is read again
            if hasFormulas, !line.hasType, !reading.isOfFormula(in: self, line.id, box: line.box) { continue }
            restoreFormula(reading, of: line)
            readings.restore(reading, to: line.id, revision: revision)
        }
        let names = document.strokes.all.map(\.stroke.id) + document.words.values.flatMap { [$0.id] + $0.ink.map(\.id) }
        lastStroke = names.map(\.value).reduce(used.stroke, max)
        lastBlock = document.blocks.keys.map(\.value).reduce(used.block, max)
        lastDecoration = document.decorations.keys.map(\.value).reduce(used.decoration, max)
        // blocks of a diagram share the numbering of strokes
        if isDiagram { lastStroke = max(lastStroke, lastBlock) }
        readings.finaliseAll()
        // loaded readings are saved and laid out already
        unsavedReadings = []
        unsettled = []
    }

    /// The edited document; a stroke in progress is not in it.
    public var document: Document { content }
    /// Whether the document is empty; a stroke in progress does not count.
    public var isEmpty: Bool { content.isEmpty }
    /// Whether there is a step to undo.
    public var canUndo: Bool { history.canUndo || !erasing.isEmpty }
    /// Whether there is a step to redo.
    public var canRedo: Bool { history.canRedo && erasing.isEmpty }
    /// The number of steps that can be undone.
    public var undoCount: Int { history.undoCount + (erasing.isEmpty ? 0 : 1) }
    /// The number of steps that can be redone.
    public var redoCount: Int { erasing.isEmpty ? history.redoCount : 0 }
    /// Whether nothing touches the surface and every line has a final reading.
    public var isIdle: Bool { contact == .none && readings.areAllFinal }
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
        guard contact == .none, readings.waitForPause || needsSettling else { return nil }
        return restingSince?.advanced(byMicroseconds: configuration.pauseMicroseconds)
    }

    /// Handles a pointer event. Fingers and hovering pens leave no ink.
    ///
    /// The position of the pen-up event is not a sample: the last sample is the last one while touching. A gap in the samples is not
    /// bridged: the stroke ends before it, and another begins behind it.
    public mutating func pointer(_ event: PointerEvent) -> EditorEffects {
        guard event.tool != .finger else { return [] }
        switch event.phase {
        case .down, .move:
            // a contact may end anywhere, but a touch or a move needs finite coordinates
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

    /// Handles the deadline of ``nextDeadline``; harmless before it.
    public mutating func tick(at now: Instant) -> EditorEffects {
        guard let deadline = nextDeadline, now >= deadline else { return [] }
        return settling { $0.finishLines() }
    }

    /// Requests final readings of all lines, without waiting for the pen to rest.
    public mutating func finish() -> EditorEffects {
        guard contact == .none else { return [] }
        return settling { $0.finishLines() }
    }

    /// Starts the pause at `now`: for ink whose own times do not determine it.
    public mutating func rest(at now: Instant) {
        if contact == .none, restingSince != nil || needsSettling { restingSince = now }
    }

    /// Makes a change and returns its effects, from the states before and after it.
    mutating func settling(_ change: (inout InkEditor) -> Void) -> EditorEffects {
        let (before, wasIdle, selection) = (revision, isIdle, selected)
        let wasInContact = isInContact
        change(&self)
        updateDiagram()
        // without a pen-up no pause begins
        if isDiagram, !wasInContact, !isInContact { readings.finaliseAll() }
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

/// The tools that a pointer can act as.
public enum EditorTool: String, Sendable, Hashable, CaseIterable {
    /// A pen that writes.
    case pen
    /// A hand that moves the selection.
    case hand
    /// An eraser.
    case eraser
    /// A selector for the strokes within a drawn line.
    case selector
    /// A pen that writes with the highlighter's style.
    case highlighter
}

/// The last numbers assigned in a document, whether their items still exist or not.
public struct UsedNames: Sendable, Hashable {
    /// The last number of a stroke.
    public var stroke: UInt64 = 0
    /// The last number of a line.
    public var line: UInt64 = 0
    /// The last number of a block.
    public var block: UInt64 = 0
    /// The last number of a decoration.
    public var decoration: UInt64 = 0

    /// No numbers assigned.
    public init() {}
}

extension InkStroke {
    /// The stroke as a recognizer sees it: its visible parts, transformed.
    public var sampled: Stroke { Stroke(id: id, points: samples) }
}

/// The configuration of an editor. Lengths are in millimeters.
public struct EditorConfiguration: Sendable, Hashable {
    /// The extent of erasing.
    public enum EraserMode: String, Sendable, Hashable, CaseIterable {
        /// Every stroke that the eraser touches.
        case stroke
        /// The ink that the eraser passes over: strokes get holes, and are split.
        case pixel
    }

    /// The effect of a line through words.
    public enum StrikeThrough: String, Sendable, Hashable, CaseIterable {
        /// Removes the words.
        case erase
        /// Marks the words.
        case decorate
        /// No effect: the line is writing.
        case off
    }

    /// The pause of the pen before a line gets its final reading, in microseconds.
    public var pauseMicroseconds: Int64 = 500_000
    /// Whether every line gets its final reading as soon as the pen leaves proximity.
    public var finishesWhenAway = true
    /// Whether lines are laid out as a page when the pen rests, and drawing is separated from writing. In a field all ink is text, and
    /// words leave its lines one by one.
    public var laysOutPages = true
    /// The content of lines: words, characters or a drawing.
    public var lineContent = LineContent.words
    /// Maximum number of steps that can be undone; older ones are dropped.
    public var undoLimit = 1000
    /// Maximum number of samples of a stroke; a new stroke continues from the last one.
    public var maximumSamples = Stroke.mostSamples
    /// Maximum number of control points of all strokes together, 48 bytes each. Above it the oldest quarter is forgotten, and the undo
    /// history is cleared. nil for no limit.
    public var maximumInk: Int? = 250_000
    /// The distance within which the eraser removes ink.
    public var eraserRadius = 1.0
    /// The extent of erasing.
    public var eraserMode = EraserMode.stroke
    /// Whether strokes over words may be gestures that edit them.
    public var gestures = false
    /// The gestures that edit; strokes that look like other gestures are writing.
    public var gestureKinds = Set(EditGesture.Kind.allCases)
    /// The long strokes that act on a field; empty for editors that do not write into a field.
    public var longStrokes: Set<LongStroke> = []
    /// The effect of a line through words.
    public var strikeThrough = StrikeThrough.erase
    /// The spacing of guide lines, and the first one's distance from the top edge; nil without guide lines. The recognizer uses the size
    /// and position of lines that stand on them.
    public var guideGap: Double?
    /// Whether the shapes of a diagram and their connections are blocks.
    public var diagramSubBlocks = true
    /// Whether formulas are searched for among the words of a Text Document.
    public var findsFormulas = false
    /// The solver for formulas.
    public var solver = Solver(angle: .degrees)
    /// Whether the results of formulas are written behind them, as ink.
    public var writesResults = false
    /// The style of new ink.
    public var style = InkStyle()
    /// The pens that clients can select by name.
    public var pens: PenStyles?
    /// The style of a highlighter's ink.
    public var highlighter: InkStyle { pens?["highlighter"] ?? .highlighter }
    /// Units of the surface per millimeter: 1, except for devices of unknown size.
    public var unitsPerMillimetre = 1.0

    /// The defaults.
    public init() {}
}

/// The effects of a call on an editor that its owner must act on.
public struct EditorEffects: OptionSet, Sendable, Hashable {
    /// One bit per effect.
    public var rawValue: UInt8

    /// The set with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Content was added, removed or altered.
    public static let contentChanged = EditorEffects(rawValue: 1)
    /// Lines are waiting to be read: see ``InkEditor/takeRequests()``.
    public static let readingRequested = EditorEffects(rawValue: 2)
    /// A reading was applied.
    public static let lineRead = EditorEffects(rawValue: 4)
    /// All writing has been read, which was not the case before the call.
    public static let becameIdle = EditorEffects(rawValue: 8)
    /// The selection has changed.
    public static let selectionChanged = EditorEffects(rawValue: 16)
}

extension InkEditor {
    /// Takes back changes and readings that could not be written: they are returned again, before later ones.
    public mutating func giveBack(_ changes: [DocumentChange], readings lines: some Sequence<LineID>) {
        unsaved = changes + unsaved
        unsavedReadings.formUnion(lines)
    }
}
