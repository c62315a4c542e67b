public import Ink

/// What one pen device has written: its strokes, their lines, and what these say.
///
/// A state machine without clock or I/O. Every call that changes something returns what its owner has to do about it;
/// after every call the owner sets its timer to ``nextDeadline``.
public struct InkEditor: Sendable {
    /// Grows with every change of content.
    public private(set) var revision: UInt64 = 0

    private let configuration: EditorConfiguration
    private(set) var content = StrokeCollection()
    private(set) var layout = LineLayout()
    var readings = LineReadings()
    private var history: UndoHistory
    private var contact = Contact.none
    /// Samples of the stroke in progress; their storage is kept from stroke to stroke.
    private var samples: [InkPoint] = []
    /// What the eraser has taken away since it touched.
    private var erased: [PlacedStroke] = []
    private var lastStroke: UInt64 = 0
    /// When the surface was last left.
    private var restingSince: Instant?

    /// Samples for which storage is kept between strokes: 20 seconds at 200 Hz.
    private static let keptSamples = 4096

    /// What touches the surface.
    private enum Contact: Equatable {
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

    // MARK: Pen and eraser

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

    private mutating func touch(_ event: PointerEvent) {
        if event.tool == .eraser {
            let radius = event.isUnitless ? layout.typicalHeight / 10 : configuration.eraserRadius
            contact = .eraser(last: event.point, radius: radius)
            erase(strokes(touchedBy: EraserReach(start: event.point, end: event.point, radius: radius)))
        } else {
            contact = .pen
            samples.append(event.point)
        }
    }

    private mutating func move(_ event: PointerEvent) -> EditorEffects {
        switch contact {
        case .none: return []
        case .pen:
            if event.followsGap {
                return settling { editor in
                    editor.commitStroke()
                    editor.samples.append(event.point)
                }
            }
            samples.append(event.point)
            guard samples.count >= max(2, configuration.maximumSamples) else { return [] }
            return settling { editor in
                editor.commitStroke()
                editor.samples.append(event.point)
            }
        case .eraser(let last, let radius):
            contact = .eraser(last: event.point, radius: radius)
            let reach = EraserReach(start: event.followsGap ? event.point : last, end: event.point, radius: radius)
            let touched = strokes(touchedBy: reach)
            guard !touched.isEmpty else { return [] }
            return settling { $0.erase(touched) }
        }
    }

    private mutating func endContact(at time: Instant) {
        guard contact != .none else { return }
        commitStroke()
        commitErasing()
        contact = .none
        restingSince = time
    }

    private mutating func cancelContact(at time: Instant) {
        guard contact != .none else { return }
        dropSamples()
        if !erased.isEmpty {
            perform(.added(erased))
            erased = []
        }
        contact = .none
        restingSince = time
    }

    private mutating func commitStroke() {
        guard !samples.isEmpty else { return }
        lastStroke &+= 1
        // A copy of its own size: the storage of `samples` is used again for the next stroke.
        let stroke = Stroke(id: StrokeID(lastStroke), points: samples.withUnsafeBufferPointer { Array($0) })
        dropSamples()
        guard let line = layout.place(stroke) else { return }
        content.insert(stroke)
        revision &+= 1
        readings.invalidate(line, revision: revision)
        history.record(.added([PlacedStroke(stroke: stroke, line: line)]))
        forgetOldest()
    }

    /// Nobody clears the editor of a tablet that stays plugged in for weeks: the oldest quarter goes when there is too much ink.
    private mutating func forgetOldest() {
        guard content.samples > configuration.maximumInk else { return }
        var excess = content.samples - configuration.maximumInk / 4 * 3
        let oldest = content.all.dropLast().prefix { stroke in
            defer { excess -= stroke.points.count }
            return excess > 0
        }
        guard let last = oldest.last?.id else { return }
        perform(.removed(placedStrokes.filter { $0.stroke.id <= last }))
        history.forget()
    }

    private mutating func dropSamples() {
        samples.removeAll(keepingCapacity: samples.count <= Self.keptSamples)
    }

    private mutating func commitErasing() {
        guard !erased.isEmpty else { return }
        history.record(.removed(erased))
        erased = []
    }

    private func strokes(touchedBy reach: EraserReach) -> [PlacedStroke] {
        var touched: [PlacedStroke] = []
        for line in layout.lines where reach.mayTouch(line.box) {
            for mark in line.marks where reach.mayTouch(mark.box) {
                guard let stroke = content[mark.stroke], reach.touches(stroke) else { continue }
                touched.append(PlacedStroke(stroke: stroke, line: line.id))
            }
        }
        return touched
    }

    private mutating func erase(_ touched: [PlacedStroke]) {
        guard !touched.isEmpty else { return }
        perform(.removed(touched))
        erased += touched
    }

    // MARK: Undo, redo, clear

    /// Takes the last step back; nil if there is none. What the eraser took away in a contact that still lasts is a step.
    public mutating func undo() -> EditorEffects? {
        guard canUndo else { return nil }
        return settling { editor in
            editor.commitErasing()
            guard let step = editor.history.undo() else { return }
            editor.perform(step.inverse)
            editor.finaliseUnlessTouching()
        }
    }

    /// Does the step that was undone last again; nil if there is none.
    public mutating func redo() -> EditorEffects? {
        guard canRedo else { return nil }
        return settling { editor in
            guard let step = editor.history.redo() else { return }
            editor.perform(step)
            editor.finaliseUnlessTouching()
        }
    }

    /// Removes all strokes, as one step that can be undone. A stroke in progress goes on.
    public mutating func clear() -> EditorEffects {
        guard !isEmpty else { return [] }
        return settling { editor in
            editor.commitErasing()
            let all = editor.placedStrokes
            editor.perform(.removed(all))
            editor.history.record(.removed(all))
        }
    }

    /// Removes all strokes for good, a stroke in progress too: nothing of it can be undone.
    public mutating func forget() -> EditorEffects {
        settling { editor in
            editor.dropSamples()
            editor.erased = []
            editor.contact = .none
            editor.perform(.removed(editor.placedStrokes))
            editor.history.forget()
        }
    }

    private var placedStrokes: [PlacedStroke] {
        layout.lines.flatMap { line in
            line.marks.compactMap { mark in content[mark.stroke].map { PlacedStroke(stroke: $0, line: line.id) } }
        }
    }

    private mutating func finaliseUnlessTouching() {
        if contact == .none { readings.finaliseAll() }
    }

    /// Brings a step's strokes in or takes them out, with all that depends on them except the history.
    private mutating func perform(_ step: EditStep) {
        revision &+= 1
        switch step {
        case .added(let strokes):
            for placed in strokes {
                content.insert(placed.stroke)
                layout.restore(placed.stroke, to: placed.line)
                readings.invalidate(placed.line, revision: revision)
            }
        case .removed(let strokes):
            for placed in strokes {
                content.remove(placed.stroke.id)
                layout.remove(placed.stroke.id, from: placed.line)
                if layout[placed.line] == nil {
                    readings.remove(placed.line)
                } else {
                    readings.forget(placed.stroke.id, of: placed.line)
                    readings.invalidate(placed.line, revision: revision)
                }
            }
        }
    }

    /// What a change amounts to, told from the states before and after it.
    private mutating func settling(_ change: (inout InkEditor) -> Void) -> EditorEffects {
        let (before, wasIdle) = (revision, isIdle)
        change(&self)
        var effects: EditorEffects = []
        if revision != before { effects.insert(.contentChanged) }
        if !readings.requested.isEmpty { effects.insert(.readingRequested) }
        if isIdle, !wasIdle { effects.insert(.becameIdle) }
        return effects
    }
}
