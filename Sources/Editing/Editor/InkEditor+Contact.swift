internal import Ink

/// What pen and eraser do while they touch.
extension InkEditor {
    mutating func touch(_ event: PointerEvent) {
        if event.tool == .eraser {
            let radius = event.isUnitless ? layout.typicalHeight / 10 : configuration.eraserRadius
            contact = .eraser(last: event.point, radius: radius)
            erase(strokes(touchedBy: EraserReach(start: event.point, end: event.point, radius: radius)))
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
            contact = .eraser(last: event.point, radius: radius)
            let reach = EraserReach(start: event.followsGap ? event.point : last, end: event.point, radius: radius)
            let touched = strokes(touchedBy: reach)
            guard !touched.isEmpty else { return [] }
            return settling { $0.erase(touched) }
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

    mutating func dropSamples() {
        samples.removeAll(keepingCapacity: samples.count <= Self.keptSamples)
    }

    mutating func commitErasing() {
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
}
