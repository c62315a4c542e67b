/// The order in which the work of users gets memory. A pure value: no thread, no clock.
///
/// Work that does not fit waits, the work of each user in its order. Other users' work goes past it, unless it has waited for long.
struct MemoryQueue<Ticket> {
    /// What memory is for.
    enum Purpose: Sendable, Hashable {
        /// What a call or a file becomes when it is parsed, and what is made of that.
        case content
        /// Drawing, which has a limit of its own besides.
        case export
    }

    /// Memory that is asked for.
    struct Request {
        let user: UInt32
        let bytes: Int
        let purpose: Purpose
        /// Bytes that the same piece of work has already. It is not kept behind work that waits for these.
        let held: Int
        let ticket: Ticket
    }

    private struct Waiting {
        let request: Request
        /// Microseconds.
        let since: UInt64
    }

    /// Bytes that all work may have together.
    var limit: Int
    /// Bytes of that which exports may have together.
    var exportLimit: Int
    /// Bytes that are in use.
    private(set) var used = 0
    /// Bytes that exports use.
    private(set) var usedByExports = 0
    private var usedByUser: [UInt32: Int] = [:]
    private var waiting: [Waiting] = []

    /// Microseconds for which work waits before it is refused.
    static var patience: UInt64 { 30_000_000 }
    /// Microseconds after which nothing goes past work that waits.
    static var precedence: UInt64 { 2_000_000 }

    init(limit: Int, exportLimit: Int) {
        self.limit = limit
        self.exportLimit = exportLimit
    }

    /// Bytes that one user's work may have together, unless it is a single piece.
    private var share: Int { limit / 2 }

    /// The largest piece of work that can ever be let in, in bytes.
    func largest(for purpose: Purpose) -> Int { purpose == .export ? min(limit, exportLimit) : limit }

    /// Bytes that a user's work has.
    func used(by user: UInt32) -> Int { usedByUser[user] ?? 0 }

    /// Work that waits.
    var count: Int { waiting.count }

    /// Adds work that is to be let in.
    mutating func ask(_ request: Request, at now: UInt64) { waiting.append(Waiting(request: request, since: now)) }

    /// Takes the work that is let in now out of those who wait.
    mutating func admit(at now: UInt64) -> [Ticket] {
        var admitted: [Ticket] = []
        var left: [Waiting] = []
        var behind: Set<UInt32> = []
        var isHeldUp = false
        for waiter in waiting {
            let request = waiter.request
            let isInOrder = request.held > 0 || !behind.contains(request.user)
            if !isHeldUp, isInOrder, fits(request) {
                take(request.bytes, request.purpose, of: request.user)
                admitted.append(request.ticket)
                continue
            }
            left.append(waiter)
            behind.insert(request.user)
            // only what waits for others is let go first: a user's own work is for that user to wait for
            if isInOrder, fitsShare(request), now &- waiter.since >= Self.precedence { isHeldUp = true }
        }
        waiting = left
        return admitted
    }

    /// Gives bytes back.
    mutating func release(_ bytes: Int, _ purpose: Purpose, of user: UInt32) {
        used -= bytes
        if purpose == .export { usedByExports -= bytes }
        let rest = used(by: user) - bytes
        usedByUser[user] = rest > 0 ? rest : nil
    }

    /// Takes out work that has waited for too long.
    mutating func expire(at now: UInt64) -> [Ticket] { remove { now &- $0.since >= Self.patience } }

    /// When the next work will have waited for too long; nil while none waits.
    var nextExpiry: UInt64? { waiting.map { $0.since &+ Self.patience }.min() }

    /// Takes out work that nobody waits for any more.
    mutating func withdraw(_ isWithdrawn: (Ticket) -> Bool) -> [Ticket] { remove { isWithdrawn($0.request.ticket) } }

    private mutating func remove(_ isRemoved: (Waiting) -> Bool) -> [Ticket] {
        let removed = waiting.filter(isRemoved)
        waiting.removeAll(where: isRemoved)
        return removed.map(\.request.ticket)
    }

    private mutating func take(_ bytes: Int, _ purpose: Purpose, of user: UInt32) {
        used += bytes
        if purpose == .export { usedByExports += bytes }
        usedByUser[user, default: 0] += bytes
    }

    /// Whether there is room: always for the only work there is, since a limit may have been lowered.
    private func fits(_ request: Request) -> Bool {
        let others = used - request.held
        guard others <= 0 || used + request.bytes <= limit else { return false }
        guard request.purpose == .content || usedByExports == 0 || usedByExports + request.bytes <= exportLimit else { return false }
        return fitsShare(request)
    }

    private func fitsShare(_ request: Request) -> Bool {
        let own = used(by: request.user)
        return own - request.held <= 0 || own + request.bytes <= share
    }
}
