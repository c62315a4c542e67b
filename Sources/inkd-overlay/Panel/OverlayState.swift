internal import Ink
internal import InkProtocol

/// The writing in progress, from the daemon's events, and the visible part of it. A pure value: each call gets the time, relative to any
/// fixed moment.
///
/// Nothing is stored while the focused field accepts no ink, so strokes of a pen that only points, or over a password field, are never
/// shown.
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
    /// The committed strokes of one editor. Later readings may still include these strokes.
    var taken: (editor: String, strokes: Set<Int>) = ("", [])
    /// The candidates that the input method offers, to be chosen by digits.
    var offered: (texts: [String], selected: Int) = ([], 0)
    /// The position on the screen where the pen touched last; nil if the mapping of the tablet is unknown.
    var touch: Point?
    /// The message of the input method; may be empty.
    var message = ""
    /// The time of the last stroke or reading.
    var lastActivity: Duration = .zero
    /// Whether the last stroke was shown under the tip.
    var isAtTip = false
    /// The number of strokes so far.
    private var count = 0

    /// The time after which unrecognized ink fades.
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

    /// Whether a contact of the pen is shown as ink. Without a verdict of inkd-pen, the focused field decides. With a verdict, the contact
    /// may be over another field, which gets the focus only through this contact.
    func shows(_ contact: TipContact?) -> Bool {
        guard let contact else { return isWriting }
        guard contact != .passes, let status, status.enabled, !status.locked else { return false }
        return status.purpose != .password
    }

    /// Whether a contact over a field without the focus may become ink.
    var awaitsContacts: Bool { status?.capture != nil && shows(.held) }

    /// Whether a reading or ink is pending, so that the panel stays.
    var isBusy: Bool { !readings.isEmpty || strokes.contains { $0.goneSince == nil && $0.contact != .held } }
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

    /// Removes everything except a contact in progress that is over another field, which will get the focus through this contact.
    private mutating func leaveField() {
        let open = strokes.filter { $0.isOpen && $0.contact != nil && shows($0.contact) }
        clear()
        strokes = open
    }

    /// Resets the state after the daemon is gone.
    mutating func lose() {
        clear()
        touch = nil
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
        let inPanel = strokes.filter { !$0.isAtTip && $0.contact != .held }
        guard isHeld || leaving != nil || !inPanel.isEmpty else { return nil }
        var scene = Scene(surface: strokes.last?.surface ?? surfaces.min { $0.key < $1.key }?.value, caret: caret)
        scene.isAtTip = isAtTip
        scene.pen = isAtTip ? nil : pen.flatMap { surfaces[$0.device] == scene.surface ? $0.place : nil }
        if isHeld {
            scene.strokes = inPanel.map { .init(trace: $0, opacity: Fade.opacity(from: $0.goneSince, at: now)) }
            scene.text = readings.map(\.text.trimmed).joined(separator: " ")
            scene.candidates = Self.candidates(readings.last)
            if isChoosing { choose(in: &scene) }
            // pending writing takes precedence over the message
            if !isBusy { scene.message = message }
        } else {
            // everything fades together
            scene.strokes = inPanel.map { .init(trace: $0, opacity: 1) }
            scene.opacity = Fade.opacity(from: (strokes.compactMap(\.goneSince) + (leaving.map { [$0.since] } ?? [])).max(), at: now)
            scene.text = (leaving?.text ?? "").trimmed
        }
        return scene
    }

    /// Adds the candidates to the scene, with the digits that select them. Without pending text, also adds the word in the field to which
    /// the candidates belong.
    private func choose(in scene: inout Scene) {
        scene.candidates = offered.texts.enumerated().map { "\($0 + 1) \($1)" }
        scene.selected = offered.selected
        guard readings.isEmpty, offered.texts.indices.contains(offered.selected) else { return }
        scene.text = offered.texts[offered.selected]
        // no Wayland compositor reports the caret's position; the last tap has placed the caret, so the tap's position is used
        if scene.caret == nil, let touch { scene.caret = Self.caret(at: touch) }
    }

    /// Returns the assumed caret of a line of text at a position on the screen.
    private static func caret(at place: Point) -> TextInputInterface.Caret {
        func pixels(_ value: Double) -> Int { Int(max(-1e6, min(1e6, value)).rounded()) }
        return .init(x: pixels(place.x), y: pixels(place.y - lineHeight / 2), width: 0, height: pixels(lineHeight))
    }

    /// The assumed height of a line of text in pixels.
    private static let lineHeight = 32.0

    /// Starts to fade the strokes that satisfy a predicate and are not fading yet.
    mutating func fade(at now: Duration, _ isMeant: (InkTrace) -> Bool) {
        for index in strokes.indices where strokes[index].goneSince == nil && isMeant(strokes[index]) { strokes[index].goneSince = now }
    }

    /// Returns up to five candidates of a reading: the candidates of the last word that has several, or, without such a word, the
    /// candidates of the line.
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
        for event in reply.events { take(event, contact: event.tipContact, of: reply.device, at: now) }
    }

    /// Handles one movement of a pen.
    ///
    /// - Parameters:
    ///   - contact: the verdict about the contact; nil without inkd-pen.
    ///   - isAtTip: whether a stroke that begins now is shown under the tip.
    mutating func take(
        _ event: PointerInterface.Event, contact: TipContact?, of device: Int, isAtTip: Bool = false, at now: Duration
    ) {
        guard event.tool == .pen, let surface = surfaces[device] else { return }
        if event.phase == .proximityOut { pen = nil }
        guard shows(contact) else {
            // the verdict came after the contact had begun: the contact is a tap or a drag
            if contact == .passes { strokes.removeAll(where: \.isOpen) }
            return
        }
        let point = InkTrace.Point(x: event.x, y: event.y, force: min(1, max(0, event.force)))
        if event.phase != .proximityOut { pen = (device, point) }
        if let open = strokes.lastIndex(where: \.isOpen), let contact { strokes[open].contact = contact }
        switch event.phase {
        case .down:
            if !isBusy, contact != .held { (strokes, readings, leaving) = ([], [], nil) }
            self.isAtTip = isAtTip
            begin(at: point, on: surface, contact: contact)
        case .move:
            guard let open = strokes.lastIndex(where: \.isOpen) else {
                guard contact != nil else { return }
                // the stroke begins late, because a field that accepts no ink had the focus until now
                begin(at: point, on: surface, contact: contact)
                break
            }
            guard event.gap else { return strokes[open].append(point) }
            // nothing is drawn across the lost samples
            strokes[open].isOpen = false
            begin(at: point, on: surface, contact: contact)
        case .up, .proximityOut:
            // a contact that ends undecided is a tap
            strokes.removeAll { $0.isOpen && $0.contact == .held }
            close()
        case .cancel: strokes.removeAll(where: \.isOpen)
        case .proximityIn, .hover: return
        }
        lastActivity = now
    }

    /// The number of the stroke in progress; nil if the pen does not write.
    var openStroke: Int? { strokes.last(where: \.isOpen)?.number }

    private mutating func begin(at point: InkTrace.Point, on surface: Surface, contact: TipContact?) {
        close()
        count += 1
        var trace = InkTrace(on: surface)
        (trace.number, trace.isAtTip, trace.contact) = (count, isAtTip, contact)
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
            // `takesInk` decides, because `captured` and `passing` change while the writing is still pending
            if !takesInk { leaveField() }
        case .strokeBegan: lastActivity = now
        case .reading: if let reading = event.reading { take(reading, at: now) }
        case .gesture:
            // the gesture's own stroke has no further meaning
            if let last = strokes.lastIndex(where: { !$0.isOpen && $0.goneSince == nil }) { strokes[last].goneSince = now }
        case .caret: caret = event.caret
        case .taken: leave(event, at: now)
        case .message: message = event.text ?? ""
        case .candidates: offered = (event.candidates ?? [], event.selected ?? 0)
        // the result of an action is reported separately; a late reading is for the session alone that had the field; mappings do not
        // matter, because the panel lies beside the caret, wherever the pen is
        case .action, .lateReading, .mapping, .chosen: break
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

    /// Starts to fade the words and the ink of committed text. Traces do not have the daemon's stroke numbers, so the first recognized
    /// traces fade, one for each committed stroke.
    private mutating func leave(_ event: TextInputInterface.Event, at now: Duration) {
        let editor = event.editor ?? ""
        let strokes = Set(event.strokes ?? [])
        if taken.editor != editor { taken = (editor, []) }
        taken.strokes.formUnion(strokes)
        // older strokes can be dropped, because only the line that was written last continues
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
    /// Returns the reading without the strokes `taken`, and without words that consist only of these strokes.
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
