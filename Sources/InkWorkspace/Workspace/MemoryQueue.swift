/// The order in which the work of users gets memory. A pure value: no thread, no clock.
///
/// Work that does not fit waits; the work of one user keeps its order. Other users' work may overtake waiting work until it has waited for
/// `precedence`.
struct MemoryQueue<Ticket> {
    /// The purpose of memory.
    enum Purpose: Sendable, Hashable {
        /// Parsed calls and files, and their results.
        case content
        /// Drawing, which has an additional limit.
        case export
    }

    /// A request for memory.
    struct Request {
        let user: UInt32
        let bytes: Int
        let purpose: Purpose
        /// Bytes that the same piece of work already holds. Work that holds bytes does not wait behind other work of its user, which may
        /// wait for these bytes.
        let held: Int
        let ticket: Ticket
    }

    private struct Waiting {
        let request: Request
        /// The beginning of the waiting, in microseconds.
        let since: UInt64
    }

    /// Maximum number of bytes of all work together.
    var limit: Int
    /// Maximum number of bytes of all exports together. They also count toward `limit`.
    var exportLimit: Int
    /// Bytes in use.
    private(set) var used = 0
    /// Bytes that exports use.
    private(set) var usedByExports = 0
    private var usedByUser: [UInt32: Int] = [:]
    private var waiting: [Waiting] = []

    /// Microseconds for which work waits before it is refused.
    static var patience: UInt64 { 30_000_000 }
    /// Microseconds after which waiting work is no longer overtaken.
    static var precedence: UInt64 { 2_000_000 }

    init(limit: Int, exportLimit: Int) {
        self.limit = limit
        self.exportLimit = exportLimit
    }

    /// Maximum number of bytes of all work of one user; a single piece of work may exceed it.
    private var share: Int { limit / 2 }

    /// Returns the largest piece of work that can ever be admitted, in bytes.
    func largest(for purpose: Purpose) -> Int { purpose == .export ? min(limit, exportLimit) : limit }

    /// Returns the bytes that a user's work holds.
    func used(by user: UInt32) -> Int { usedByUser[user] ?? 0 }

    /// Number of waiting pieces of work.
    var count: Int { waiting.count }

    /// Adds work that waits for admission.
    mutating func ask(_ request: Request, at now: UInt64) { waiting.append(Waiting(request: request, since: now)) }

    /// Removes and returns the waiting work that is admitted now.
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
            // only work that waits for other users gets precedence: if a user's own work fills the memory, only that user waits
            if isInOrder, fitsShare(request), now &- waiter.since >= Self.precedence { isHeldUp = true }
        }
        waiting = left
        return admitted
    }

    /// Releases bytes.
    mutating func release(_ bytes: Int, _ purpose: Purpose, of user: UInt32) {
        used -= bytes
        if purpose == .export { usedByExports -= bytes }
        let rest = used(by: user) - bytes
        usedByUser[user] = rest > 0 ? rest : nil
    }

    /// Removes and returns work that has waited for too long.
    mutating func expire(at now: UInt64) -> [Ticket] { remove { now &- $0.since >= Self.patience } }

    /// The time at which the next work will have waited for too long; nil while no work waits.
    var nextExpiry: UInt64? { waiting.map { $0.since &+ Self.patience }.min() }

    /// Removes and returns work that is no longer wanted.
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

    /// Returns whether a request fits into the limits. Always true for the only work, because the limit may have been lowered.
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
