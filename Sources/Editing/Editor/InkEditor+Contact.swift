internal import Ink

/// What pen and eraser do while they touch.
extension InkEditor {
    mutating func begin(_ event: PointerEvent) -> EditorEffects {
        settling { editor in
            editor.endContact(at: event.time)
            editor.touch(event)
        }
    }

    private mutating func touch(_ event: PointerEvent) {
        let place = Place(x: event.x, y: event.y)
        if event.tool == .eraser {
            let radius = configuration.eraserRadius * configuration.unitsPerMillimetre
            contact = .eraser(last: place, radius: radius)
            erase(changes(erasing: EraserTrack(places: [place], radius: radius), mode: configuration.eraserMode))
        } else {
            contact = .pen
            samples.append(event.point)
        }
    }

    mutating func move(_ event: PointerEvent) -> EditorEffects {
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
            let place = Place(x: event.x, y: event.y)
            contact = .eraser(last: place, radius: radius)
            let track = EraserTrack(places: event.followsGap ? [place] : [last, place], radius: radius)
            let changes = changes(erasing: track, mode: configuration.eraserMode)
            guard !changes.isEmpty else { return [] }
            return settling { $0.erase(changes) }
        }
    }

    mutating func endContact(at time: Instant) {
        guard contact != .none else { return }
        commitStroke()
        commitErasing()
        contact = .none
        restingSince = time
    }

    mutating func cancelContact(at time: Instant) {
        guard contact != .none else { return }
        dropSamples()
        perform(erasing.inverted)
        erasing = []
        contact = .none
        restingSince = time
    }

    mutating func dropSamples() {
        samples.removeAll(keepingCapacity: samples.count <= Self.keptSamples)
    }

    private mutating func commitStroke() {
        guard let first = samples.first else { return }
        let created = first.time.advanced(byMicroseconds: unixOffset).microseconds
        let stroke = InkStroke(
            id: nextStroke(), fitting: samples, style: configuration.style, created: created,
            tolerance: Self.tolerance * configuration.unitsPerMillimetre)
        dropSamples()
        guard let line = layout.line(for: stroke) else { return }
        let change = DocumentChange(key: .stroke(stroke.id), before: nil, after: .stroke(PlacedStroke(stroke: stroke, line: line)))
        perform([change])
        record([change])
        noticeGesture(stroke.id)
        forgetOldest()
    }

    /// How far a path may lie from the samples that it was fitted to, in millimetres.
    private static let tolerance = 0.05

    /// Nobody clears the editor of a tablet that stays plugged in for weeks: the oldest quarter goes when there is too much ink.
    private mutating func forgetOldest() {
        guard let most = configuration.maximumInk, content.strokes.points > most else { return }
        var excess = content.strokes.points - most / 4 * 3
        let oldest = content.strokes.all.dropLast().prefix { placed in
            defer { excess -= placed.stroke.path.controlPoints.count }
            return excess > 0
        }
        var changes = oldest.map { DocumentChange(key: .stroke($0.stroke.id), before: .stroke($0), after: nil) }
        content.removeOldest(changes.count)
        changes += content.unattached
        perform(changes)
        unsaved += changes
        history.forget()
    }
}
