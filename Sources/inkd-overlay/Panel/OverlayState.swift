internal import InkProtocol

/// What is being written, as the daemon tells it, and what of it is to be seen. Pure: time comes with each call, counted from any fixed moment.
///
/// Nothing is kept while the field takes no ink: what is written with the pen as a pointer, or over a password, is never shown.
struct OverlayState {
    var status: TextInputInterface.Status?
    var surfaces: [Int: Surface] = [:]
    var strokes: [InkTrace] = []
    /// Pending, in order of arrival.
    var readings: [TextInputInterface.Reading] = []
    var caret: TextInputInterface.Caret?
    var pen: (device: Int, place: InkTrace.Point)?
    /// What was taken last, shown while it fades.
    var leaving: (text: String, since: Duration)?
    /// When something was written or read last.
    var lastActivity: Duration = .zero

    /// After so long, ink that nobody reads goes away.
    static let patience: Duration = .seconds(3)
    /// Strokes that are shown at most.
    static let limit = 400

    /// Somebody takes text that the pen writes.
    var takesInk: Bool {
        guard let status, status.enabled, !status.locked else { return false }
        return status.purpose?.takesInk ?? (status.capture == .exclusive)
    }

    /// What the pen does now is such text.
    var isWriting: Bool {
        guard takesInk, let status, !status.passing else { return false }
        return status.captured || status.capture == .passive
    }

    /// Something is pending: the panel stays.
    var isBusy: Bool { !readings.isEmpty || strokes.contains { $0.goneSince == nil } }

    /// Forgets all at once.
    mutating func clear() {
        strokes = []
        readings = []
        leaving = nil
        pen = nil
    }

    /// The daemon is not there any more.
    mutating func lose() {
        clear()
        status = nil
        surfaces = [:]
        caret = nil
    }

    /// Time has passed.
    mutating func advance(to now: Duration) {
        if now >= lastActivity + Self.patience, readings.isEmpty, !strokes.contains(where: \.isOpen) { fade(at: now) { _ in true } }
        strokes.removeAll { Fade.isOver(from: $0.goneSince, at: now) }
        if let since = leaving?.since, Fade.isOver(from: since, at: now) { leaving = nil }
    }

    /// When to call `advance` next if nothing happens; nil: not at all. Fading takes as many frames as `frame` allows.
    func nextChange(after now: Duration, frame: Duration) -> Duration? {
        if leaving != nil || strokes.contains(where: { $0.goneSince != nil }) { return now + frame }
        guard !strokes.isEmpty, readings.isEmpty, !strokes.contains(where: \.isOpen) else { return nil }
        return lastActivity + Self.patience
    }

    /// What is to be seen; nil if nothing.
    func scene(at now: Duration) -> Scene? {
        guard isBusy || leaving != nil || !strokes.isEmpty else { return nil }
        var scene = Scene(surface: strokes.last?.surface ?? surfaces.min { $0.key < $1.key }?.value, caret: caret)
        scene.pen = pen.flatMap { surfaces[$0.device] == scene.surface ? $0.place : nil }
        if isBusy {
            scene.strokes = strokes.map { .init(trace: $0, opacity: Fade.opacity(from: $0.goneSince, at: now)) }
            scene.text = readings.map { Self.trimmed($0.text) }.joined(separator: " ")
            scene.candidates = Self.candidates(readings.last)
        } else {
            // all goes together
            scene.strokes = strokes.map { .init(trace: $0, opacity: 1) }
            scene.opacity = Fade.opacity(from: (strokes.compactMap(\.goneSince) + (leaving.map { [$0.since] } ?? [])).max(), at: now)
            scene.text = Self.trimmed(leaving?.text ?? "")
        }
        return scene
    }

    /// Lets strokes go that are not going yet.
    mutating func fade(at now: Duration, _ isMeant: (InkTrace) -> Bool) {
        for index in strokes.indices where strokes[index].goneSince == nil && isMeant(strokes[index]) { strokes[index].goneSince = now }
    }

    /// Of the last word that has several, or else of the line: those that an input method lets one choose.
    static func candidates(_ reading: TextInputInterface.Reading?) -> [String] {
        guard let reading else { return [] }
        let texts = reading.words.last { $0.candidates.count > 1 }?.candidates ?? reading.candidates
        return Array(texts.map(trimmed).filter { !$0.isEmpty }.prefix(5))
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
