public import Ink

/// What one pen device has written: its strokes, their lines, and what these say.
///
/// A state machine without clock or I/O. Every call that changes something returns what its owner has to do about it;
/// after every call the owner sets its timer to ``nextDeadline``.
public struct InkEditor: Sendable {
    /// Grows with every change of content.
    public internal(set) var revision: UInt64 = 0

    let configuration: EditorConfiguration
    var content = StrokeCollection()
    var layout = LineLayout()
    var readings = LineReadings()
    var history: UndoHistory
    var contact = Contact.none
    /// Samples of the stroke in progress; their storage is kept from stroke to stroke.
    var samples: [InkPoint] = []
    /// What the eraser has taken away since it touched.
    var erased: [PlacedStroke] = []
    var lastStroke: UInt64 = 0
    /// When the surface was last left.
    var restingSince: Instant?

    /// Samples for which storage is kept between strokes: 20 seconds at 200 Hz.
    static let keptSamples = 4096

    /// What touches the surface.
    enum Contact: Equatable {
        case none
        case pen
        /// Where it was last, and how near is touching.
        case eraser(last: InkPoint, radius: Double)
    }

    /// An empty editor.
    public init(configuration: EditorConfiguration = EditorConfiguration()) {
        self.configuration = configuration
        history = UndoHistory(limit: configuration.undoLimit)
        samples.reserveCapacity(Self.keptSamples)
    }

    /// There is no stroke; one in progress does not count.
    public var isEmpty: Bool { content.all.isEmpty }
    /// There is a step to undo.
    public var canUndo: Bool { history.canUndo || !erased.isEmpty }
    /// There is an undone step to do again.
    public var canRedo: Bool { history.canRedo && erased.isEmpty }
    /// Nothing touches the surface, and every line has a final reading.
    public var isIdle: Bool { contact == .none && readings.areAllFinal }
    /// All finished strokes in the order they were made.
    public var strokes: [Stroke] { content.all }

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
        guard event.tool != .finger, event.x.isFinite, event.y.isFinite else { return [] }
        switch event.phase {
        case .proximityIn, .hover: return []
        case .move: return move(event)
        case .down:
            return settling { editor in
                editor.endContact(at: event.time)
                editor.touch(event)
            }
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
