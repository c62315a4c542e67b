internal import InkProtocol

extension OverlayState {
    /// A device came, changed, or went.
    mutating func take(_ reply: DevicesInterface.Watch.Reply) {
        guard reply.device.kind == .pen else { return }
        let isGone = reply.change == .removed
        surfaces[reply.device.id] = isGone ? nil : Surface(width: reply.device.width, height: reply.device.height)
        if isGone, pen?.device == reply.device.id { pen = nil }
    }

    /// Pens moved.
    mutating func take(_ reply: PointerInterface.Watch.Reply, at now: Duration) {
        guard isWriting, let surface = surfaces[reply.device] else { return }
        for event in reply.events where event.tool == .pen { take(event, of: reply.device, on: surface, at: now) }
    }

    private mutating func take(_ event: PointerInterface.Event, of device: Int, on surface: Surface, at now: Duration) {
        let point = InkTrace.Point(x: event.x, y: event.y, force: min(1, max(0, event.force)))
        pen = event.phase == .proximityOut ? nil : (device, point)
        switch event.phase {
        case .down:
            if !isBusy { clear() }
            begin(at: point, on: surface)
        case .move:
            guard let open = strokes.lastIndex(where: \.isOpen) else { return }
            guard event.gap else { return strokes[open].append(point) }
            // nothing is drawn across what was lost
            strokes[open].isOpen = false
            begin(at: point, on: surface)
        case .up, .proximityOut: close()
        case .cancel: strokes.removeAll(where: \.isOpen)
        case .proximityIn, .hover: return
        }
        lastActivity = now
    }

    private mutating func begin(at point: InkTrace.Point, on surface: Surface) {
        close()
        var trace = InkTrace(on: surface)
        trace.append(point)
        strokes.append(trace)
        if strokes.count > Self.limit { strokes.removeFirst(strokes.count - Self.limit) }
    }

    private mutating func close() { for index in strokes.indices { strokes[index].isOpen = false } }

    /// Something happened to the text.
    mutating func take(_ event: TextInputInterface.Event, at now: Duration) {
        switch event.change {
        case .present, .status:
            status = event.status
            if event.change == .present { caret = event.caret }
            if status?.purpose == nil { caret = nil }
            // `captured` and `passing` change while what was written is still pending
            if !takesInk { clear() }
        case .strokeBegan: lastActivity = now
        case .reading: if let reading = event.reading { take(reading, at: now) }
        case .gesture:
            // the gesture's own stroke says nothing more
            if let last = strokes.lastIndex(where: { !$0.isOpen && $0.goneSince == nil }) { strokes[last].goneSince = now }
        case .caret: caret = event.caret
        case .taken: leave(event.text ?? "", at: now)
        }
    }

    private mutating func take(_ reading: TextInputInterface.Reading, at now: Duration) {
        lastActivity = now
        let known = readings.firstIndex { $0.editor == reading.editor && $0.line == reading.line }
        guard !reading.text.isEmpty else {
            if let known { readings.remove(at: known) }
            if known != nil, readings.isEmpty { fade(at: now) { $0.isRead } }
            return
        }
        if let known { readings[known] = reading } else { readings.append(reading) }
        for index in strokes.indices where !strokes[index].isOpen { strokes[index].isRead = true }
    }

    /// Text is in the field: its line and its ink go. Which strokes those are is not told: the first that were read, as many as the line has.
    private mutating func leave(_ text: String, at now: Duration) {
        let index = readings.firstIndex { $0.text == text } ?? readings.indices.first
        let count = index.map { readings.remove(at: $0).strokes.count } ?? 0
        leaving = (text, now)
        guard !readings.isEmpty else { return fade(at: now) { $0.isRead } }
        var left = count
        fade(at: now) { trace in
            guard trace.isRead, left > 0 else { return false }
            left -= 1
            return true
        }
    }
}
