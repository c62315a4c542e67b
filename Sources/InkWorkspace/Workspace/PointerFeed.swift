internal import Ink
internal import Synchronization

/// Pointer events on their way from the loop to an editor. The loop never waits: while the workspace processes one batch, the next one is
/// collected.
///
/// Two arrays are swapped, so that a steady pen allocates nothing.
final class PointerFeed: Sendable {
    /// A batch, and whether events before it were dropped.
    struct Batch {
        var events: [PointerEvent] = []
        /// Whether events were dropped because the workspace was too far behind: strokes may have gaps.
        var hasGap = false

        /// Creates an empty batch with room for a second of a fast pen.
        init() { events.reserveCapacity(1024) }
    }

    private struct State {
        /// Sealed batches, which later requests follow.
        var sealed: [Batch] = []
        /// Number of events in the sealed batches.
        var sealedCount = 0
        var pending = Batch()
        var isScheduled = false
        /// Whether the workspace is processing a batch.
        var isTaken = false
    }

    private let state: Mutex<State>

    /// Maximum number of events for which capacity is kept; a larger buffer, needed after a delay of the workspace, is freed.
    static let keptRoom = 8192

    /// Maximum number of pending events: four minutes of one pen at 1000 Hz, in about 20 MiB.
    static let limit = 262_144

    init() {
        state = Mutex(State())
    }

    /// Adds events of the loop.
    /// - Returns: whether the workspace must be woken, because it does not know of the events yet.
    func push(_ events: some Collection<PointerEvent>) -> Bool {
        guard !events.isEmpty else { return false }
        return state.withLock { state in
            if state.sealedCount + state.pending.events.count + events.count > Self.limit {
                // starts and ends of contacts are kept, but not the samples between them
                state.pending.events.append(contentsOf: events.filter { $0.phase != .move && $0.phase != .hover })
                state.pending.hasGap = true
            } else {
                state.pending.events.append(contentsOf: events)
            }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
    }

    /// Seals the pending batch, so that later events are processed after the request that the loop now makes to the workspace.
    func seal() {
        state.withLock { state in
            guard state.isScheduled else { return }
            state.sealed.append(state.pending)
            state.sealedCount += state.pending.events.count
            (state.pending, state.isScheduled) = (Batch(), false)
        }
    }

    /// Swaps an emptied batch for the gathered events. Called once for each time that `push` has returned true.
    func take(into batch: inout Batch) {
        if batch.events.capacity > Self.keptRoom { batch = Batch() } else { batch.events.removeAll(keepingCapacity: true) }
        batch.hasGap = false
        state.withLock { state in
            state.isTaken = true
            if state.sealed.isEmpty {
                swap(&state.pending, &batch)
                state.isScheduled = false
            } else {
                batch = state.sealed.removeFirst()
                state.sealedCount -= batch.events.count
            }
        }
    }

    /// Drops all events, because another workspace processes the next ones. The old workspace may still be woken for the dropped events.
    func discard() {
        state.withLock { state in
            (state.sealed, state.sealedCount) = ([], 0)
            (state.pending, state.isScheduled) = (Batch(), false)
        }
    }

    /// Notes that the workspace has processed its batch.
    func finish() { state.withLock { $0.isTaken = false } }

    /// Number of pending events.
    var count: Int { state.withLock { $0.sealedCount + $0.pending.events.count } }

    /// Whether no event is pending or being processed.
    var isEmpty: Bool { state.withLock { $0.pending.events.isEmpty && $0.sealed.isEmpty && !$0.isTaken } }
}
