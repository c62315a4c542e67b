/// Scheduled work: a binary heap with the earliest entry first; entries with equal times are in the order in which they were added.
struct TimerQueue: Sendable {
    struct Entry: Sendable {
        /// Due time in microseconds of CLOCK_MONOTONIC.
        let time: UInt64
        /// Sequence number of the addition.
        let number: UInt64
        let work: @Sendable () -> Void

        func goes(before other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    private var heap: [Entry] = []
    /// The number of the next added entry.
    private(set) var nextNumber: UInt64 = 0

    /// Due time of the first entry; nil if the queue is empty.
    var firstTime: UInt64? { heap.first?.time }

    /// Adds an entry.
    /// - Returns: the entry's number, for its removal.
    mutating func add(at time: UInt64, _ work: @escaping @Sendable () -> Void) -> UInt64 {
        defer { nextNumber += 1 }
        heap.append(Entry(time: time, number: nextNumber, work: work))
        rise(from: heap.count - 1)
        return nextNumber
    }

    /// Removes and returns the first entry if it is due.
    ///
    /// - Parameter number: entries with this number or a later one are left for the next turn; otherwise a timer that reschedules itself
    ///   for now would starve everything else.
    mutating func takeDue(at now: UInt64, addedBefore number: UInt64) -> Entry? {
        guard let first = heap.first, first.time <= now, first.number < number else { return nil }
        return remove(at: 0)
    }

    /// Removes an entry.
    /// - Returns: the entry, so that its captures are freed outside the caller's lock; nil if it does not exist.
    mutating func remove(number: UInt64) -> Entry? {
        // there are few timers, so a linear search is cheaper than tracking their positions
        guard let place = heap.firstIndex(where: { $0.number == number }) else { return nil }
        return remove(at: place)
    }

    /// Removes all entries.
    /// - Returns: all entries.
    mutating func removeAll() -> [Entry] {
        defer { heap = [] }
        return heap
    }

    private mutating func remove(at place: Int) -> Entry? {
        heap.swapAt(place, heap.count - 1)
        let entry = heap.popLast()
        if place < heap.count {
            sink(from: place)
            rise(from: place)
        }
        return entry
    }

    private mutating func rise(from start: Int) {
        var place = start
        while place > 0, heap[place].goes(before: heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(from start: Int) {
        var place = start
        while true {
            var first = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].goes(before: heap[first]) { first = child }
            guard first != place else { return }
            heap.swapAt(place, first)
            place = first
        }
    }
}
