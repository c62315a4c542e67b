internal import InkWorkspace
internal import Logging

/// Whether an input method reads its stream, judged by its unread data in the kernel.
///
/// A stopped or stuck input method must not keep the pen, because ink would be lost. This state machine has no clock. Times are
/// microseconds of any clock, but always of the same one.
struct ReadingPulse {
    /// Microseconds between two checks for unread data.
    static let interval: UInt64 = 1_000_000

    /// The time from which data has been unread; nil if all data has been read.
    private var unreadSince: UInt64?
    /// Whether the input method has left data unread for too long, and has not read since.
    private(set) var isStuck = false

    /// Whether to check again after `interval`. No timer is needed for an input method that receives nothing.
    var isWaiting: Bool { unreadSince != nil }

    /// Notes that data is sent.
    /// - Parameter hasUnread: Whether earlier data has not been read completely.
    mutating func sends(hasUnread: Bool, at now: UInt64) {
        if !hasUnread || unreadSince == nil { unreadSince = now }
    }

    /// Checks for unread data.
    /// - Parameter patience: Microseconds after which an input method with unread data counts as stuck.
    /// - Returns: Whether `isStuck` has changed.
    mutating func look(hasUnread: Bool, patience: UInt64, at now: UInt64) -> Bool {
        guard hasUnread else {
            unreadSince = nil
            defer { isStuck = false }
            return isStuck
        }
        let since = unreadSince ?? now
        unreadSince = since
        guard !isStuck, now >= since &+ patience else { return false }
        isStuck = true
        return true
    }
}

/// Checks at intervals whether input methods read their streams. Loop thread only.
final class ReadingPulses {
    private let loop: EventLoop
    private let shared: SharedState
    private let clients: ClientHub
    private let seats: TextSeatRegistry
    /// Microseconds after which the pen is taken from an input method that does not read its events.
    var patience: UInt64 = 5_000_000
    /// Called with the sessions of a seat that have stopped reading, or have started to read again.
    var changed: ([SeatSession], TextSeat) -> Void = { _, _ in }
    /// The timer of the next check. It runs only while an input method has unread data.
    private var timer: EventSource?

    init(loop: EventLoop, shared: SharedState, clients: ClientHub, seats: TextSeatRegistry) {
        self.loop = loop
        self.shared = shared
        self.clients = clients
        self.seats = seats
    }

    /// Records that data is about to be sent to a client. Does nothing if the client is not an input method.
    func follow(_ client: Client) {
        guard case .inputMethod(let name) = client.watch, let session = seats[name]?.sessions.first(where: { $0.client == client.id })
        else {
            return
        }
        let wasWaiting = session.pulse.isWaiting
        session.pulse.sends(hasUnread: client.hasUnread, at: loop.now)
        if !wasWaiting { armTimer() }
    }

    private func armTimer() {
        if timer == nil { timer = try? loop.timer { [unowned self] in look() } }
        timer?.fire(at: loop.now &+ min(ReadingPulse.interval, patience))
    }

    private func look() {
        for seat in seats.all.values {
            let changed = seat.sessions.filter { session in
                let hasUnread = clients[session.client]?.hasUnread ?? false
                return session.pulse.look(hasUnread: hasUnread, patience: patience, at: loop.now)
            }
            guard !changed.isEmpty else { continue }
            for session in changed {
                let state = session.pulse.isStuck ? "does not read its events: the pen is not captured for it meanwhile" : "reads again"
                shared.notice(.notice, causedBy: session.user, "an input method of user \(session.user) \(state)")
            }
            self.changed(changed, seat)
        }
        if seats.all.values.contains(where: { $0.sessions.contains(where: \.pulse.isWaiting) }) { armTimer() }
    }
}
