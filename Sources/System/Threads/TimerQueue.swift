/// Work that waits for its time: a binary heap, the earliest first, and of the same time the one that was added first.
struct TimerQueue: Sendable {
    struct Entry: Sendable {
        /// Microseconds of CLOCK_MONOTONIC.
        let time: UInt64
        /// Counts up as entries are added.
        let number: UInt64
        let work: @Sendable () -> Void

        func goes(before other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    private var heap: [Entry] = []
    /// The number of the entry that is added next.
    private(set) var nextNumber: UInt64 = 0

    /// When the first entry is due; nil if there is none.
    var firstTime: UInt64? { heap.first?.time }

    /// - Returns: the entry's number, to remove it by.
    mutating func add(at time: UInt64, _ work: @escaping @Sendable () -> Void) -> UInt64 {
        defer { nextNumber += 1 }
        heap.append(Entry(time: time, number: nextNumber, work: work))
        rise(from: heap.count - 1)
        return nextNumber
    }

    /// Takes the first entry out if it is due.
    ///
    /// - Parameter number: entries added as this one or later are left for the next turn, or a timer that sets itself again for now
    ///   would let nothing else run.
    mutating func takeDue(at now: UInt64, addedBefore number: UInt64) -> Entry? {
        guard let first = heap.first, first.time <= now, first.number < number else { return nil }
        return remove(at: 0)
    }

    /// - Returns: the entry, so that its captures are freed outside the caller's lock; nil if it is not there.
    mutating func remove(number: UInt64) -> Entry? {
        // timers are few, and looking through them is cheaper than keeping their places
        guard let place = heap.firstIndex(where: { $0.number == number }) else { return nil }
        return remove(at: place)
    }

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
