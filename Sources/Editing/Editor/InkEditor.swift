public import Ink

/// One part being edited: its document, the lines of its writing, and what these say.
///
/// A state machine without clock or I/O. Every call that changes something returns what its owner has to do about it;
/// after every call the owner sets its timer to ``nextDeadline`` and keeps what ``takeChanges()`` gives.
public struct InkEditor: Sendable {
    /// Grows with every change of content.
    public internal(set) var revision: UInt64 = 0
    /// How it behaves from now on.
    public var configuration: EditorConfiguration { didSet { history.limit = configuration.undoLimit } }
    /// What is added to the time of an event to get microseconds since 1970.
    public var unixOffset: Int64 = 0

    var content: Document
    var layout: LineLayout
    var readings = LineReadings()
    var history: UndoHistory
    var contact = Contact.none
    /// Samples of the stroke in progress; their storage is kept from stroke to stroke.
    var samples: [InkPoint] = []
    /// What the eraser has done since it touched.
    var erasing: [DocumentChange] = []
    /// Changes that the owner has not been given yet.
    var unsaved: [DocumentChange] = []
    /// Lines whose final readings the owner has not been given yet.
    var unsavedReadings: Set<LineID> = []
    /// Strokes that may be gestures and have not been asked about yet.
    var gestureRequests: [StrokeID] = []
    /// Where strokes are drawn that their lines say nothing about: those on no line, and those much broader than their middle.
    var beyondLines: [StrokeID: Box] = [:]
    /// Strokes that were recognised as figures, each with its figure. They are on no line.
    var figures: [StrokeID: DrawnFigure] = [:]
    /// The revision at which a stroke became what it is.
    var altered: [StrokeID: UInt64] = [:]
    /// Strokes that may be figures and have not been asked about yet.
    var figureRequests: Set<StrokeID> = []
    /// The number that a stroke got last.
    public internal(set) var lastStroke: UInt64 = 0
    var lastBlock: UInt64 = 0
    var lastDecoration: UInt64 = 0
    /// When the surface was last left.
    var restingSince: Instant?

    /// Samples for which storage is kept between strokes: 20 seconds at 200 Hz.
    static let keptSamples = 4096

    /// What touches the surface.
    enum Contact: Equatable {
        case none
        case pen
        /// Where it was last, and how near is touching.
        case eraser(last: Place, radius: Double)
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
        layout = LineLayout(band: 20 * configuration.unitsPerMillimetre, after: LineID(used.line))
        samples.reserveCapacity(Self.keptSamples)
        for placed in document.strokes.all { putOnLine(placed) }
        for line in layout.lines {
            if let reading = saved[line.id] { readings.restore(reading, to: line.id, revision: revision) }
        }
        lastStroke = document.strokes.all.map(\.stroke.id.value).reduce(used.stroke, max)
        lastBlock = document.blocks.keys.map(\.value).reduce(used.block, max)
        lastDecoration = document.decorations.keys.map(\.value).reduce(used.decoration, max)
        readings.finaliseAll()
        // what was kept is kept already
        unsavedReadings = []
    }

    /// What is edited; a stroke in progress is not in it.
    public var document: Document { content }
    /// There is nothing; a stroke in progress does not count.
    public var isEmpty: Bool { content.isEmpty }
    /// There is a step to undo.
    public var canUndo: Bool { history.canUndo || !erasing.isEmpty }
    /// There is an undone step to do again.
    public var canRedo: Bool { history.canRedo && erasing.isEmpty }
    /// How many steps can be undone.
    public var undoCount: Int { history.undoCount + (erasing.isEmpty ? 0 : 1) }
    /// How many undone steps can be done again.
    public var redoCount: Int { erasing.isEmpty ? history.redoCount : 0 }
    /// Nothing touches the surface, and every line has a final reading.
    public var isIdle: Bool { contact == .none && readings.areAllFinal }
    /// How many finished strokes there are.
    public var strokeCount: Int { content.strokes.count }
    /// All finished strokes in the order they were drawn, as samples in microseconds since 1970.
    public var strokes: [Stroke] { content.strokes.all.map { $0.stroke.sampled } }

    /// All finished strokes in the order they were drawn, as they are kept.
    public var drawing: Drawing { Drawing(strokes: content.strokes.all.map(\.stroke)) }

    /// When ``tick(at:)`` is to be called; nil while there is nothing to wait for.
    public var nextDeadline: Instant? {
        guard contact == .none, readings.waitForPause else { return nil }
        return restingSince?.advanced(byMicroseconds: configuration.pauseMicroseconds)
    }

    /// Takes in what a pointer did. Fingers and hovering pens leave no ink.
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
                editor.readings.finaliseAll()
            }
        }
    }

    /// The time has come for what ``nextDeadline`` announced; harmless before.
    public mutating func tick(at now: Instant) -> EditorEffects {
        guard let deadline = nextDeadline, now >= deadline else { return [] }
        return settling { $0.readings.finaliseAll() }
    }

    /// Has every line read for good, without waiting for the pen to rest.
    public mutating func finish() -> EditorEffects {
        guard contact == .none else { return [] }
        return settling { $0.readings.finaliseAll() }
    }

    /// The pause begins at `now`: of ink whose own times say nothing about that.
    public mutating func rest(at now: Instant) {
        if contact == .none, restingSince != nil { restingSince = now }
    }

    /// What a change amounts to, told from the states before and after it.
    mutating func settling(_ change: (inout InkEditor) -> Void) -> EditorEffects {
        let (before, wasIdle) = (revision, isIdle)
        change(&self)
        var effects: EditorEffects = []
        if revision != before { effects.insert(.contentChanged) }
        if !readings.requested.isEmpty { effects.insert(.readingRequested) }
        if isIdle, !wasIdle { effects.insert(.becameIdle) }
        return effects
    }
}

/// The last names that were given out in a document, whatever has become of their things.
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
    /// The stroke as a recogniser sees it: what is not erased, where it is now.
    public var sampled: Stroke { Stroke(id: id, points: samples) }
}
