/// The pen's presence and writing, as reported by inkd.
struct PenActivity: Sendable {
    private enum Presence: Sendable {
        /// In proximity of a tablet.
        case near
        /// The pen has left, or inkd does not report proximity. The pen counts as present until this time.
        case away(presentUntil: Duration)
    }

    private enum Stroke: Sendable {
        case none
        /// A stroke has started, and its final reading has not arrived yet. Without any reading, the stroke counts as being written until
        /// this time.
        case started(until: Duration)
        /// A reading has arrived, or the time has passed, but the stroke may still be written.
        case possible
    }

    private var presence = Presence.away(presentUntil: .zero)
    private var stroke = Stroke.none

    /// The time at which a stroke no longer counts as being written.
    var deadline: Duration? { if case .started(let until) = stroke { until } else { nil } }

    /// Whether a stroke is being written, and has no reading yet.
    var isWriting: Bool { deadline != nil }

    mutating func tick(at now: Duration) { if let deadline, deadline <= now { stroke = .possible } }

    // MARK: Presence

    /// Whether a pen is in proximity, or was a moment ago, so that the text before the caret is useful for recognition. Otherwise inkd
    /// receives no text.
    func isPresent(at now: Duration) -> Bool {
        switch presence {
        case .near: true
        case .away(let until): now < until
        }
    }

    /// Records that a pen entered or left a tablet's proximity.
    mutating func note(isNear: Bool, until time: Duration) {
        switch (presence, isNear) {
        case (.near, false): presence = .away(presentUntil: time)
        case (_, true): presence = .near
        case (.away, false): break
        }
    }

    /// Records activity of the pen. Activity is the only sign of a pen if the version of inkd does not report proximity.
    mutating func note(until time: Duration) {
        if case .away(let until) = presence { presence = .away(presentUntil: max(until, time)) }
    }

    /// Forgets the pen: the connection to inkd is lost.
    mutating func disconnect(at now: Duration) {
        presence = .away(presentUntil: now)
        stroke = .none
    }

    // MARK: Strokes

    mutating func beginStroke(until time: Duration) { stroke = .started(until: time) }

    /// Records that inkd has recognized the stroke, as text or as a gesture.
    mutating func noteResult() { if isWriting { stroke = .possible } }

    /// Ends the stroke in progress. Returns false if no stroke can have been in progress.
    mutating func endStroke() -> Bool {
        defer { stroke = .none }
        if case .none = stroke { return false }
        return true
    }
}
