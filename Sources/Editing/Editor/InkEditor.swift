public import Formula
public import Ink

/// One part being edited: its document, the lines of its writing, and their readings.
///
/// A state machine without clock or I/O. Every call that changes something returns effects, which its owner carries out;
/// after every call the owner sets its timer to ``nextDeadline`` and stores the changes of ``takeChanges()``.
public struct InkEditor: Sendable {
    /// Grows with every change of content.
    public internal(set) var revision: UInt64 = 0
    /// Its configuration from now on.
    public var configuration: EditorConfiguration { didSet { history.limit = configuration.undoLimit } }
    /// The offset that is added to the time of an event to get microseconds since 1970.
    public var unixOffset: Int64 = 0

    var content: Document
    var layout: LineLayout
    var readings = LineReadings()
    var history: UndoHistory
    var contact = Contact.none
    /// Samples of the stroke in progress; their storage is kept from stroke to stroke.
    var samples: [InkPoint] = []
    /// The erasing in progress, since the eraser touched.
    var erasing: [DocumentChange] = []
    /// Changes that the owner has not been given yet.
    var unsaved: [DocumentChange] = []
    /// Strokes that were forgotten because there was too much ink, and of which nobody was told.
    var untold = 0
    /// Lines that strokes came to or left since lines were laid out last: see `LineSettling`.
    var unsettled: Set<LineID> = []
    /// Lines whose final readings the owner has not been given yet.
    var unsavedReadings: Set<LineID> = []
    /// Strokes that may be gestures and have not been asked about yet.
    var gestureRequests: [StrokeID] = []
    /// The bounding boxes of strokes that reach beyond their lines: those on no line, and those much broader than their middle.
    var beyondLines: [StrokeID: Box] = [:]
    /// Strokes that were recognised as figures, each with its figure. They are on no line.
    var figures: [StrokeID: DrawnFigure] = [:]
    /// The nodes, connections and labels of a diagram; empty in other parts.
    var diagram = DiagramState()
    /// Of a diagram, which the owner has not been given yet.
    var scratchOuts: [EditGesture] = []
    /// Lines of a Text Document that are formulas, each with the revision at which it was found: see `FoundFormulas.swift`.
    var foundFormulas: [LineID: UInt64] = [:]
    /// Lines with new final readings, among which formulas have not been looked for.
    var unasked: Set<LineID> = []
    /// Gestures that may be fractions' bars instead.
    var underlines: [EditGesture] = []
    /// The revision at which a stroke was last changed.
    var altered: [StrokeID: UInt64] = [:]
    /// Strokes that may be figures and have not been asked about yet.
    var figureRequests: Set<StrokeID> = []
    /// The number that a stroke got last.
    public internal(set) var lastStroke: UInt64 = 0
    var lastBlock: UInt64 = 0
    var lastDecoration: UInt64 = 0
    /// When the surface was last left.
    var restingSince: Instant?
    /// The strokes that are selected; those that were taken away since are none of them.
    var selected: Set<StrokeID> = []

    /// Samples for which storage is kept between strokes: 20 seconds at 200 Hz.
    static let keptSamples = 4096

    /// The tool that touches the surface.
    enum Contact: Equatable {
        case none
        case pen
        /// Its last position, and the radius that it erases within.
        case eraser(last: Place, radius: Double)
        /// The line that selects what is within it.
        case lasso(Lasso)
        /// What moves the selection: from where, and where it is.
        case hand(from: Place, to: Place)
    }

    /// An editor of a new part.
    public init(type: PartType = .rawContent, configuration: EditorConfiguration = EditorConfiguration()) {
        self.init(Document(type: type), readings: [:], configuration: configuration)
    }

    /// An editor of a part that was written earlier. Lines without a reading are read again.
    /// - Parameter used: names that are not given out again, though nothing may have them any more.
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
            // what was read as text once is read anew
            if hasFormulas, !line.hasType, !reading.isOfFormula(in: self, line.id, box: line.box) { continue }
            restoreFormula(reading, of: line)
            readings.restore(reading, to: line.id, revision: revision)
        }
        let names = document.strokes.all.map(\.stroke.id) + document.words.values.flatMap { [$0.id] + $0.ink.map(\.id) }
        lastStroke = names.map(\.value).reduce(used.stroke, max)
        lastBlock = document.blocks.keys.map(\.value).reduce(used.block, max)
        lastDecoration = document.decorations.keys.map(\.value).reduce(used.decoration, max)
        // blocks of a diagram have the numbers of strokes
        if isDiagram { lastStroke = max(lastStroke, lastBlock) }
        readings.finaliseAll()
        // what was kept is kept already, and was laid out
        unsavedReadings = []
        unsettled = []
    }

    /// The edited document; a stroke in progress is not in it.
    public var document: Document { content }
    /// There is nothing; a stroke in progress does not count.
    public var isEmpty: Bool { content.isEmpty }
    /// There is a step to undo.
    public var canUndo: Bool { history.canUndo || !erasing.isEmpty }
    /// There is an undone step to do again.
    public var canRedo: Bool { history.canRedo && erasing.isEmpty }
    /// The number of steps that can be undone.
    public var undoCount: Int { history.undoCount + (erasing.isEmpty ? 0 : 1) }
    /// The number of steps that can be redone.
    public var redoCount: Int { erasing.isEmpty ? history.redoCount : 0 }
    /// Nothing touches the surface, and every line has a final reading.
    public var isIdle: Bool { contact == .none && readings.areAllFinal }
    /// The number of finished strokes.
    public var strokeCount: Int { content.strokes.count }
    /// The number of their control points.
    public var pointCount: Int { content.strokes.points }
    /// All finished strokes in the order they were drawn, as samples in microseconds since 1970.
    public var strokes: [Stroke] { content.strokes.all.map { $0.stroke.sampled } }

    /// All finished strokes in the order they were drawn, as they are kept.
    public var drawing: Drawing { Drawing(strokes: content.strokes.all.map(\.stroke)) }

    /// When ``tick(at:)`` is to be called; nil while there is nothing to wait for.
    public var nextDeadline: Instant? {
        guard contact == .none, readings.waitForPause || needsSettling else { return nil }
        return restingSince?.advanced(byMicroseconds: configuration.pauseMicroseconds)
    }

    /// Takes in a pointer event. Fingers and hovering pens leave no ink.
    ///
    /// The place where the pen has left the surface is no sample: the last one where it touched is. Nothing is joined
    /// across a gap in the samples: the stroke ends before it, and another begins behind it.
    public mutating func pointer(_ event: PointerEvent) -> EditorEffects {
        guard event.tool != .finger else { return [] }
        switch event.phase {
        case .down, .move:
            // a contact ends wherever it does, but is nowhere without a place
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

    /// Takes in a pointer event of a tool that the host has given to the pointer.
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

    /// Has every line read for good, without waiting for the pen to rest.
    public mutating func finish() -> EditorEffects {
        guard contact == .none else { return [] }
        return settling { $0.finishLines() }
    }

    /// The pause begins at `now`: of ink whose own times say nothing about that.
    public mutating func rest(at now: Instant) {
        if contact == .none, restingSince != nil || needsSettling { restingSince = now }
    }

    /// Makes a change; gives its effects, from the states before and after it.
    mutating func settling(_ change: (inout InkEditor) -> Void) -> EditorEffects {
        let (before, wasIdle, selection) = (revision, isIdle, selected)
        let wasInContact = isInContact
        change(&self)
        updateDiagram()
        // no pause begins where no pen goes up
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

/// The tools that a pointer can be.
public enum EditorTool: String, Sendable, Hashable, CaseIterable {
    /// Writes.
    case pen
    /// Moves what is selected.
    case hand
    /// Erases.
    case eraser
    /// Selects what it draws a line around.
    case selector
    /// Writes with the highlighter.
    case highlighter
}

/// The last names given out in a document, whether their items still exist or not.
public struct UsedNames: Sendable, Hashable {
    /// Of strokes.
    public var stroke: UInt64 = 0
    /// Of lines.
    public var line: UInt64 = 0
    /// Of blocks.
    public var block: UInt64 = 0
    /// Of decorations.
    public var decoration: UInt64 = 0

    /// None.
    public init() {}
}

extension InkStroke {
    /// The stroke as a recogniser sees it: its visible parts, transformed.
    public var sampled: Stroke { Stroke(id: id, points: samples) }
}

/// The configuration of an editor. Lengths are millimetres.
public struct EditorConfiguration: Sendable, Hashable {
    /// The extent of erasing.
    public enum EraserMode: String, Sendable, Hashable, CaseIterable {
        /// Every stroke that it touches.
        case stroke
        /// The ink that it passes over: strokes get holes, and are split.
        case pixel
    }

    /// The effect of a line through words.
    public enum StrikeThrough: String, Sendable, Hashable, CaseIterable {
        /// Takes them away.
        case erase
        /// Marks them.
        case decorate
        /// None: it is writing.
        case off
    }

    /// The pause of the pen before a line gets its final reading, in microseconds.
    public var pauseMicroseconds: Int64 = 500_000
    /// Every line is read for good as soon as the pen goes away.
    public var finishesWhenAway = true
    /// Lines are laid out as a page where the pen rests, and drawing is told from writing. In a field all is text, and words go from its lines
    /// one by one.
    public var laysOutPages = true
    /// The content of lines: words, characters or a drawing.
    public var lineContent = LineContent.words
    /// The largest number of steps that can be undone; older ones are dropped.
    public var undoLimit = 1000
    /// A stroke of this many samples ends, and a new one goes on from its last sample.
    public var maximumSamples = Stroke.mostSamples
    /// The largest number of control points of all strokes together, 48 bytes each. Above it the oldest quarter is forgotten, with all that
    /// could be undone. nil for no limit.
    public var maximumInk: Int? = 250_000
    /// The distance from which the eraser removes ink.
    public var eraserRadius = 1.0
    /// The extent of erasing.
    public var eraserMode = EraserMode.stroke
    /// Strokes over words may be gestures that edit them.
    public var gestures = false
    /// The gestures that edit; strokes that look like others are writing.
    public var gestureKinds = Set(EditGesture.Kind.allCases)
    /// The long strokes that ask a field for something; those of editors that write into no field ask for nothing.
    public var longStrokes: Set<LongStroke> = []
    /// The effect of a line through words.
    public var strikeThrough = StrikeThrough.erase
    /// The spacing of guide lines, and the first one's distance from the top edge; nil for none. Lines that stand on them are read by
    /// their size and place.
    public var guideGap: Double?
    /// The shapes of a diagram and their connections are blocks.
    public var diagramSubBlocks = true
    /// Formulas are looked for among the words of a Text Document.
    public var findsFormulas = false
    /// Works out formulas.
    public var solver = Solver(angle: .degrees)
    /// The results of formulas are written behind them, as ink.
    public var writesResults = false
    /// The style of new ink.
    public var style = InkStyle()
    /// Pens that clients call by name.
    public var pens: PenStyles?
    /// The style of a highlighter's ink.
    public var highlighter: InkStyle { pens?["highlighter"] ?? .highlighter }
    /// Units of the surface per millimetre: 1, but for devices of unknown size.
    public var unitsPerMillimetre = 1.0

    /// The defaults.
    public init() {}
}

/// The effects of a call on an editor, and the work that follows for its owner.
public struct EditorEffects: OptionSet, Sendable, Hashable {
    /// One bit an effect.
    public var rawValue: UInt8

    /// The set with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something was added, removed or altered.
    public static let contentChanged = EditorEffects(rawValue: 1)
    /// There are lines to read: see ``InkEditor/takeRequests()``.
    public static let readingRequested = EditorEffects(rawValue: 2)
    /// A reading was taken over.
    public static let lineRead = EditorEffects(rawValue: 4)
    /// All that was written has been read, and it was not so before the call.
    public static let becameIdle = EditorEffects(rawValue: 8)
    /// Other strokes are selected.
    public static let selectionChanged = EditorEffects(rawValue: 16)
}

extension InkEditor {
    /// Takes back changes and readings that could not be written: they are given out again, before those that came since.
    public mutating func giveBack(_ changes: [DocumentChange], readings lines: some Sequence<LineID>) {
        unsaved = changes + unsaved
        unsavedReadings.formUnion(lines)
    }
}
