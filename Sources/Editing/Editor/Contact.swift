public import Ink

/// Handling of events while a pen or an eraser touches the surface.
extension InkEditor {
    mutating func begin(_ event: PointerEvent) -> EditorEffects {
        settling { editor in
            editor.endContact(at: event.time)
            editor.touch(event)
        }
    }

    private mutating func touch(_ event: PointerEvent) {
        let place = Point(x: event.x, y: event.y)
        if event.tool == .eraser {
            let radius = configuration.eraser.radius * configuration.unitsPerMillimeter
            input.contact = .eraser(last: place, radius: radius)
            erase(changes(erasing: EraserTrack(places: [place], radius: radius), mode: configuration.eraser.mode))
        } else {
            input.contact = .pen
            input.samples.append(event.point)
        }
    }

    mutating func move(_ event: PointerEvent) -> EditorEffects {
        switch input.contact {
        case .none: return []
        case .pen:
            if event.followsGap {
                return settling { editor in
                    editor.commitStroke()
                    editor.input.samples.append(event.point)
                }
            }
            input.samples.append(event.point)
            guard input.samples.count >= max(2, configuration.limits.strokeSamples) else { return [] }
            return settling { editor in
                editor.commitStroke()
                editor.input.samples.append(event.point)
            }
        // `grasp` handles the events of the selector and the hand
        case .lasso, .hand: return []
        case .eraser(let last, let radius):
            let place = Point(x: event.x, y: event.y)
            input.contact = .eraser(last: place, radius: radius)
            let track = EraserTrack(places: event.followsGap ? [place] : [last, place], radius: radius)
            let changes = changes(erasing: track, mode: configuration.eraser.mode)
            guard !changes.isEmpty else { return [] }
            return settling { $0.erase(changes) }
        }
    }

    mutating func endContact(at time: Instant) {
        guard input.contact != .none else { return }
        commitStroke()
        commitErasing()
        input.contact = .none
        input.restingSince = time
    }

    mutating func cancelContact(at time: Instant) {
        guard input.contact != .none else { return }
        input.dropSamples()
        perform(input.erasing.inverted)
        input.erasing = []
        input.contact = .none
        input.restingSince = time
    }

    private mutating func commitStroke() {
        guard let first = input.samples.first else { return }
        let created = first.time.advanced(byMicroseconds: input.unixOffset).microseconds
        let stroke = InkStroke(
            id: nextStroke(), fitting: input.samples, style: configuration.style, created: created,
            tolerance: Self.tolerance * configuration.unitsPerMillimeter)
        input.dropSamples()
        guard let line = line(for: stroke) else { return }
        let change = DocumentChange(key: .stroke(stroke.id), before: nil, after: .stroke(PlacedStroke(stroke: stroke, line: line)))
        perform([change])
        record([change] + returnToInk(line))
        if !isHighlight(stroke) {
            noticeGesture(stroke.id)
            scratchOut(stroke.id)
        }
        forgetOldest()
    }

    /// Maximum distance between a path and the samples that it is fitted to, in millimeters.
    private static let tolerance = 0.05

    /// Returns the number of strokes removed since the last call because the ink exceeded its limit.
    public mutating func takeForgotten() -> Int {
        defer { unsaved.forgotten = 0 }
        return unsaved.forgotten
    }

    /// Removes the oldest quarter of the ink if the ink exceeds its limit. The limit is needed because a tablet can stay plugged in for
    /// weeks without a client that clears the editor.
    private mutating func forgetOldest() {
        guard let most = configuration.limits.ink, content.strokes.points > most else { return }
        var excess = content.strokes.points - most / 4 * 3
        let oldest = content.strokes.all.dropLast().prefix { placed in
            defer { excess -= placed.stroke.path.controlPoints.count }
            return excess > 0
        }
        var changes = oldest.map { DocumentChange(key: .stroke($0.stroke.id), before: .stroke($0), after: nil) }
        content.removeOldest(changes.count)
        unsaved.forgotten += changes.count
        changes += content.unattached
        perform(changes)
        unsaved.changes += changes
        history.forget()
    }
}

/// Erasing, in a contact or by a client.
extension InkEditor {
    /// Erases along a track, in the unit of the ink.
    public mutating func erase(along track: EraserTrack, mode: EditorConfiguration.EraserMode) -> EditorEffects {
        settling { editor in
            let changes = editor.changes(erasing: track, mode: mode)
            editor.edit(changes)
        }
    }

    /// Makes changes of an eraser that touches the surface. All changes until the eraser lifts are a single undo step.
    mutating func erase(_ changes: [DocumentChange]) {
        perform(changes)
        input.erasing += changes
        // merge early if there are many changes: pieces that were created and erased again cancel out
        if input.erasing.count > Self.mostErasing { input.erasing = input.erasing.merged }
    }

    /// Records all changes since the eraser touched the surface as one undo step.
    mutating func commitErasing() {
        let step = input.erasing.merged
        input.erasing = []
        record(step)
    }

    /// Returns the changes for erasing along a track.
    mutating func changes(erasing track: EraserTrack, mode: EditorConfiguration.EraserMode) -> [DocumentChange] {
        guard let box = Box(around: track.places.map { InkPoint(x: $0.x, y: $0.y) }) else { return [] }
        var changes = words(under: track).compactMap { content.change(.word($0), to: nil) }
        let returned = formulaType(under: track).flatMap { inInk($0) }
        changes += returned
        let ink = returned.compactMap { if case .stroke(let placed)? = $0.after { placed } else { nil } }
        for placed in strokes(near: box, margin: track.radius).compactMap({ content.strokes[$0] }) + ink
        where !spared.contains(placed.stroke.id) {
            switch mode {
            case .stroke:
                guard placed.stroke.touches(track) else { continue }
                changes.append(DocumentChange(key: .stroke(placed.stroke.id), before: .stroke(placed), after: nil))
            case .pixel:
                var last = numbers.stroke
                let left = placed.stroke.erased(by: track) {
                    last &+= 1
                    return StrokeID(last)
                }
                guard let left else { continue }
                numbers.stroke = last
                changes.append(DocumentChange(key: .stroke(placed.stroke.id), before: .stroke(placed), after: nil))
                for piece in left {
                    let item = DocumentItem.stroke(PlacedStroke(stroke: piece, line: placed.line))
                    changes.append(DocumentChange(key: .stroke(piece.id), before: nil, after: item))
                }
            }
        }
        return changes
    }

    /// Returns the strokes whose ink may be within `margin` of a box, in the order of their IDs. Strokes on no line are included.
    func strokes(near box: Box, margin: Double) -> [StrokeID] {
        let wide = margin + breadth
        let onLines = layout.lines(near: box, margin: wide).flatMap(\.marks).filter { $0.box.intersects(box, margin: wide) }
        let others = strokeState.beyondLines.filter { $0.value.intersects(box, margin: margin) }
        return Set(onLines.map(\.stroke)).union(others.keys).sorted()
    }

    /// Records the bounding box of a stroke's ink, unless the ink stays near the stroke's mark on its line.
    /// - Parameter mark: nil for a stroke on no line.
    mutating func noticeReach(of stroke: InkStroke, on mark: LineMark?) {
        // without transform and mask, ink never extends beyond its mark by more than its width; this is faster to check than the bounds
        if mark != nil, stroke.mask == nil, stroke.transform == .identity,
            stroke.path.controlPoints.allSatisfy({ Double(max($0.width, $0.height)) <= breadth })
        {
            strokeState.beyondLines[stroke.id] = nil
            return
        }
        guard let drawn = stroke.renderBounds else { return }
        if let middle = mark?.box, middle.x - drawn.x <= breadth, middle.y - drawn.y <= breadth, drawn.right - middle.right <= breadth,
            drawn.bottom - middle.bottom <= breadth
        {
            strokeState.beyondLines[stroke.id] = nil
        } else {
            strokeState.beyondLines[stroke.id] = drawn
        }
    }

    /// The distance by which ink may extend beyond its mark without a separate record. It is half the maximum width of ink: 5 millimeters.
    private var breadth: Double { 5 * configuration.unitsPerMillimeter }

    /// Maximum number of changes of one contact before the changes are merged.
    private static let mostErasing = 64
}
