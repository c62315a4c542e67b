internal import Ink
internal import InkProtocol

/// The writing in progress, from the daemon's events, and the visible part of it. A pure value: each call gets the time, relative to any
/// fixed moment.
///
/// Nothing is stored while the field accepts no ink, so strokes of a pointing pen, or over a password field, are never shown.
struct OverlayState {
    var status: TextInputInterface.Status?
    var surfaces: [Int: Surface] = [:]
    var strokes: [InkTrace] = []
    /// The pending readings, in order of arrival.
    var readings: [TextInputInterface.Reading] = []
    var caret: TextInputInterface.Caret?
    var pen: (device: Int, place: InkTrace.Point)?
    /// The last committed text, shown while it fades.
    var leaving: (text: String, since: Duration)?
    /// The committed strokes of an editor, which later readings may include.
    var taken: (editor: String, strokes: Set<Int>) = ("", [])
    /// The candidates of the input method, chosen by digits.
    var offered: (texts: [String], selected: Int) = ([], 0)
    /// The message of the input method; may be empty.
    var message = ""
    /// The time of the last stroke or reading.
    var lastActivity: Duration = .zero

    /// The time after which unread ink fades.
    static let patience: Duration = .seconds(3)
    /// The maximum number of strokes shown.
    static let limit = 400

    /// Whether text from the pen is accepted.
    var takesInk: Bool {
        guard let status, status.enabled, !status.locked else { return false }
        return status.purpose?.takesInk ?? (status.capture == .exclusive)
    }

    /// Whether the pen is currently writing text for a field.
    var isWriting: Bool {
        guard takesInk, let status, !status.passing else { return false }
        return status.captured || status.capture == .passive
    }

    /// Whether something is pending, so that the panel stays.
    var isBusy: Bool { !readings.isEmpty || strokes.contains { $0.goneSince == nil } }
    /// Whether there are candidates to choose from.
    private var isChoosing: Bool { !offered.texts.isEmpty }
    /// Whether the panel must stay instead of fading out.
    private var isHeld: Bool { isBusy || isChoosing || !message.isEmpty }

    /// Removes everything at once.
    mutating func clear() {
        strokes = []
        readings = []
        taken = ("", [])
        leaving = nil
        offered = ([], 0)
        message = ""
        pen = nil
    }

    /// Resets the state after the daemon is gone.
    mutating func lose() {
        clear()
        status = nil
        surfaces = [:]
        caret = nil
    }

    /// Updates the state to a later time.
    mutating func advance(to now: Duration) {
        if now >= lastActivity + Self.patience, readings.isEmpty, !strokes.contains(where: \.isOpen) { fade(at: now) { _ in true } }
        strokes.removeAll { Fade.isOver(from: $0.goneSince, at: now) }
        if let since = leaving?.since, Fade.isOver(from: since, at: now) { leaving = nil }
    }

    /// Returns the time at which `advance` must be called if no event arrives; nil if no call is needed. During fading, this is the time
    /// of the next frame.
    func nextChange(after now: Duration, frame: Duration) -> Duration? {
        if leaving != nil || strokes.contains(where: { $0.goneSince != nil }) { return now + frame }
        guard !strokes.isEmpty, readings.isEmpty, !strokes.contains(where: \.isOpen) else { return nil }
        return lastActivity + Self.patience
    }

    /// Returns the visible scene; nil if nothing is visible.
    func scene(at now: Duration) -> Scene? {
        guard isHeld || leaving != nil || !strokes.isEmpty else { return nil }
        var scene = Scene(surface: strokes.last?.surface ?? surfaces.min { $0.key < $1.key }?.value, caret: caret)
        scene.pen = pen.flatMap { surfaces[$0.device] == scene.surface ? $0.place : nil }
        if isHeld {
            scene.strokes = strokes.map { .init(trace: $0, opacity: Fade.opacity(from: $0.goneSince, at: now)) }
            scene.text = readings.map(\.text.trimmed).joined(separator: " ")
            scene.candidates = Self.candidates(readings.last)
            if isChoosing { choose(in: &scene) }
            // the writing takes precedence
            if !isBusy { scene.message = message }
        } else {
            // everything fades together
            scene.strokes = strokes.map { .init(trace: $0, opacity: 1) }
            scene.opacity = Fade.opacity(from: (strokes.compactMap(\.goneSince) + (leaving.map { [$0.since] } ?? [])).max(), at: now)
            scene.text = (leaving?.text ?? "").trimmed
        }
        return scene
    }

    /// Shows the candidates with the digits that select them; without pending text, also the word in the field for which they are.
    private func choose(in scene: inout Scene) {
        scene.candidates = offered.texts.enumerated().map { "\($0 + 1) \($1)" }
        scene.selected = offered.selected
        if readings.isEmpty, offered.texts.indices.contains(offered.selected) { scene.text = offered.texts[offered.selected] }
    }

    /// Starts to fade strokes that are not fading yet.
    mutating func fade(at now: Duration, _ isMeant: (InkTrace) -> Bool) {
        for index in strokes.indices where strokes[index].goneSince == nil && isMeant(strokes[index]) { strokes[index].goneSince = now }
    }

    /// Returns the candidates that an input method offers: those of the last word that has several; without such a word, those of the
    /// line.
    static func candidates(_ reading: TextInputInterface.Reading?) -> [String] {
        guard let reading else { return [] }
        let texts = reading.words.last { $0.candidates.count > 1 }?.candidates ?? reading.candidates
        return Array(texts.map(\.trimmed).filter { !$0.isEmpty }.prefix(5))
    }
}

extension OverlayState {
    /// Handles a device that was added, changed, or removed.
    mutating func take(_ reply: DevicesInterface.Watch.Reply) {
        guard reply.device.kind == .pen else { return }
        let isGone = reply.change == .removed
        surfaces[reply.device.id] = isGone ? nil : Surface(width: reply.device.width, height: reply.device.height)
        if isGone, pen?.device == reply.device.id { pen = nil }
    }

    /// Handles the movements of pens.
    mutating func take(_ reply: PointerInterface.Watch.Reply, at now: Duration) {
        guard isWriting, let surface = surfaces[reply.device] else { return }
        for event in reply.events where event.tool == .pen { take(event, of: reply.device, on: surface, at: now) }
    }

    private mutating func take(_ event: PointerInterface.Event, of device: Int, on surface: Surface, at now: Duration) {
        let point = InkTrace.Point(x: event.x, y: event.y, force: min(1, max(0, event.force)))
        pen = event.phase == .proximityOut ? nil : (device, point)
        switch event.phase {
        case .down:
            if !isBusy { (strokes, readings, leaving) = ([], [], nil) }
            begin(at: point, on: surface)
        case .move:
            guard let open = strokes.lastIndex(where: \.isOpen) else { return }
            guard event.gap else { return strokes[open].append(point) }
            // nothing is drawn across the lost samples
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

    /// Handles a change of the text.
    mutating func take(_ event: TextInputInterface.Event, at now: Duration) {
        switch event.change {
        case .present, .status:
            status = event.status
            if event.change == .present { caret = event.caret }
            if status?.purpose == nil { caret = nil }
            // `captured` and `passing` change while the writing is still pending
            if !takesInk { clear() }
        case .strokeBegan: lastActivity = now
        case .reading: if let reading = event.reading { take(reading, at: now) }
        case .gesture:
            // the gesture's own stroke has no further meaning
            if let last = strokes.lastIndex(where: { !$0.isOpen && $0.goneSince == nil }) { strokes[last].goneSince = now }
        case .caret: caret = event.caret
        case .taken: leave(event, at: now)
        case .message: message = event.text ?? ""
        case .candidates: offered = (event.candidates ?? [], event.selected ?? 0)
        // the result of an action is reported separately; a late reading is for the session that had the field alone
        case .action, .lateReading: break
        }
    }

    private mutating func take(_ reading: TextInputInterface.Reading, at now: Duration) {
        lastActivity = now
        let known = readings.firstIndex { $0.editor == reading.editor && $0.line == reading.line }
        let reading = reading.editor == taken.editor ? reading.without(taken.strokes) : reading
        guard !reading.text.isEmpty else {
            if let known { readings.remove(at: known) }
            if known != nil, readings.isEmpty { fade(at: now) { $0.isRead } }
            return
        }
        if let known { readings[known] = reading } else { readings.append(reading) }
        for index in strokes.indices where !strokes[index].isOpen { strokes[index].isRead = true }
    }

    /// Starts to fade the words and the ink of committed text. Traces have no stroke numbers, so the first recognized traces fade, as
    /// many as strokes were committed.
    private mutating func leave(_ event: TextInputInterface.Event, at now: Duration) {
        let editor = event.editor ?? ""
        let strokes = Set(event.strokes ?? [])
        if taken.editor != editor { taken = (editor, []) }
        taken.strokes.formUnion(strokes)
        // only the line that was written last continues
        if taken.strokes.count > Self.limit { taken.strokes = Set(taken.strokes.sorted().suffix(Self.limit)) }
        readings = readings.map { $0.editor == editor ? $0.without(strokes) : $0 }.filter { !$0.text.isEmpty }
        if let text = event.text, !text.isEmpty { leaving = (text, now) }
        guard !readings.isEmpty else { return fade(at: now) { $0.isRead } }
        var left = strokes.count
        fade(at: now) { trace in
            guard trace.isRead, left > 0 else { return false }
            left -= 1
            return true
        }
    }
}

extension TextInputInterface.Reading {
    /// Returns the reading without these strokes, and without words that consist only of them.
    fileprivate func without(_ taken: Set<Int>) -> Self {
        guard !taken.isDisjoint(with: strokes) else { return self }
        var rest = self
        rest.strokes.removeAll { taken.contains($0) }
        rest.words.removeAll { taken.isSuperset(of: $0.strokes) }
        rest.text = rest.strokes.isEmpty ? "" : rest.words.map(\.text).joined(separator: " ")
        rest.candidates = [rest.text]
        return rest
    }
}
