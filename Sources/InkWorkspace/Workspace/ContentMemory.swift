internal import InkProtocol
internal import Synchronization
internal import System

/// The memory that calls, files and exports of all users may use together while they are processed.
///
/// Memory is acquired before parsing, as estimated from the bytes (`JSONFootprint`, `XMLFootprint`), since a byte of a message may take a
/// hundred bytes once it is parsed. Work that does not fit waits, and blocks only its own connection; work that can never fit, or has
/// waited for too long, is refused.
package final class ContentMemory: Sendable {
    typealias Purpose = MemoryQueue<Ticket>.Purpose

    /// A waiting piece of work.
    struct Ticket {
        /// The client that waits for the work; nil for a call without a reply, which is performed even if its client has disconnected.
        let client: ClientID?
        let bytes: Int
        let continuation: CheckedContinuation<Refusal?, Never>
    }

    /// The reason why work was refused.
    enum Refusal: Sendable {
        case waitedTooLong
        case clientLeft
    }

    private let queue: Mutex<MemoryQueue<Ticket>>
    /// Schedules `expire` for a time of CLOCK_MONOTONIC.
    private let alarm = Mutex<(@Sendable (UInt64) -> Void)?>(nil)

    /// The largest amount of memory that is not counted, in bytes. All connections together have at most 32 MiB of such work.
    static let smallest = 512 << 10
    /// Minimum number of released bytes after which freed memory is returned to the system.
    private static let large = 4 << 20

    init(limit: Int, exportLimit: Int) { queue = Mutex(MemoryQueue(limit: limit, exportLimit: exportLimit)) }

    /// Sets the alarm, which has to call `expire` at the given times to refuse work that has waited for too long.
    package func start(_ alarm: @escaping @Sendable (UInt64) -> Void) { self.alarm.withLock { $0 = alarm } }

    /// Returns a lease for the memory of a client's call, empty at first.
    func lease(for client: ClientID?, of user: UInt32) -> MemoryLease { MemoryLease(self, client: client, user: user) }

    /// Waits until this many bytes may be used.
    /// - Throws: `QuotaExceeded` for more than the limit, or after waiting for too long; `CancellationError` if the client has
    ///   disconnected.
    fileprivate func acquire(_ bytes: Int, _ purpose: Purpose, held: Int, for client: ClientID?, of user: UInt32) async throws {
        let largest = queue.withLock { $0.largest(for: purpose) }
        guard bytes <= largest else { throw Self.tooLarge(bytes, limit: largest, purpose) }
        let refusal: Refusal? = await withCheckedContinuation { continuation in
            let now = MonotonicClock.microseconds
            let (admitted, expiry) = queue.withLock { queue in
                let ticket = Ticket(client: client, bytes: bytes, continuation: continuation)
                queue.ask(.init(user: user, bytes: bytes, purpose: purpose, held: held, ticket: ticket), at: now)
                return (queue.admit(at: now), queue.nextExpiry)
            }
            for ticket in admitted { ticket.continuation.resume(returning: nil) }
            if let expiry { alarm.withLock { $0 }?(expiry) }
        }
        switch refusal {
        case nil: return
        case .clientLeft: throw CancellationError()
        case .waitedTooLong:
            let (used, limit) = use
            throw ClientInterface.QuotaExceeded(
                quota: Self.quota, used: used + bytes, limit: limit,
                remedy: "try again after other calls are answered, or make fewer large calls at a time")
        }
    }

    private static let quota = "quotas.contentMemory"

    private static func tooLarge(_ bytes: Int, limit: Int, _ purpose: Purpose) -> ClientInterface.QuotaExceeded {
        switch purpose {
        case .export:
            .init(
                quota: "quotas.exportMemory", used: bytes, limit: limit,
                remedy: "export one block instead of everything, fewer or smaller pictures, or a lower resolution")
        case .content:
            .init(
                quota: quota, used: bytes, limit: limit,
                remedy: "split it into smaller pieces, or ask an administrator to raise \(quota)")
        }
    }

    /// Releases bytes, and admits waiting work.
    fileprivate func release(_ bytes: Int, _ purpose: Purpose, of user: UInt32) {
        guard bytes > 0 else { return }
        resume(
            queue.withLock { queue in
                queue.release(bytes, purpose, of: user)
                return queue.admit(at: MonotonicClock.microseconds)
            })
        if bytes >= Self.large { Heap.trimSoon() }
    }

    private func resume(_ admitted: [Ticket], _ refusal: Refusal? = nil) {
        for ticket in admitted { ticket.continuation.resume(returning: refusal) }
    }

    /// Refuses work that has waited for too long, and admits the work queued behind it.
    /// - Parameter now: microseconds of CLOCK_MONOTONIC.
    package func expire(at now: UInt64 = MonotonicClock.microseconds) {
        let (expired, admitted, expiry) = queue.withLock { ($0.expire(at: now), $0.admit(at: now), $0.nextExpiry) }
        resume(expired, .waitedTooLong)
        resume(admitted)
        if let expiry { alarm.withLock { $0 }?(expiry) }
    }

    /// Withdraws the waiting work of a client that has disconnected.
    package func clientLeft(_ client: ClientID) {
        let (gone, admitted) = queue.withLock { queue in
            (queue.withdraw { $0.client == client }, queue.admit(at: MonotonicClock.microseconds))
        }
        resume(gone, .clientLeft)
        resume(admitted)
    }

    /// The used amount and the limit, in bytes.
    package var use: (used: Int, limit: Int) { queue.withLock { ($0.used, $0.limit) } }

    /// Number of waiting pieces of work.
    var waitingCount: Int { queue.withLock { $0.count } }

    /// The amount that exports use, and its limit.
    package var useByExports: (used: Int, limit: Int) { queue.withLock { ($0.usedByExports, $0.largest(for: .export)) } }

    /// Changes the limits, and admits waiting work.
    func resize(limit: Int, exportLimit: Int) {
        resume(
            queue.withLock { queue in
                (queue.limit, queue.exportLimit) = (limit, exportLimit)
                return queue.admit(at: MonotonicClock.microseconds)
            })
    }
}

/// The memory of one call, or of a reply until its client has fetched it; released when this object is deallocated.
package final class MemoryLease: Sendable {
    private let memory: ContentMemory
    private let client: ClientID?
    private let user: UInt32
    private let held = Mutex<(content: Int, export: Int)>((0, 0))

    fileprivate init(_ memory: ContentMemory, client: ClientID?, user: UInt32) {
        (self.memory, self.client, self.user) = (memory, client, user)
    }

    deinit { shrink(to: 0) }

    /// The bytes held now.
    package var bytes: Int { held.withLock { $0.content + $0.export } }

    /// Waits until this many more bytes may be used. Small amounts are not counted.
    /// - Throws: `QuotaExceeded`; `CancellationError` if the client has disconnected.
    func grow(by bytes: Int, for purpose: ContentMemory.Purpose = .content) async throws {
        guard purpose == .export || bytes > ContentMemory.smallest else { return }
        try await memory.acquire(bytes, purpose, held: self.bytes, for: client, of: user)
        held.withLock { if purpose == .export { $0.export += bytes } else { $0.content += bytes } }
    }

    /// Releases memory beyond this many bytes.
    func shrink(to rest: Int) {
        let given = held.withLock { held in
            let (content, export) = (min(held.content, rest), min(held.export, max(0, rest - held.content)))
            defer { held = (content, export) }
            return (content: held.content - content, export: held.export - export)
        }
        memory.release(given.content, .content, of: user)
        memory.release(given.export, .export, of: user)
    }
}
