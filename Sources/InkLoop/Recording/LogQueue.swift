internal import Evdev
internal import Glibc
internal import Ink
internal import PenLog
internal import Synchronization
internal import System

/// The recorded frames between the loop and the thread that writes them: a ring buffer that never blocks. When the ring buffer is full,
/// frames are counted as lost.
///
/// One thread appends and another one removes. They share two counters and the words between both positions. `@unchecked`, because the
/// compiler cannot check that only one thread accesses a word at a time.
final class LogQueue: @unchecked Sendable {
    private let words: UnsafeMutableBufferPointer<UInt64>
    /// Total number of words appended.
    private let pushed = Atomic<Int>(0)
    /// Total number of words removed.
    private let taken = Atomic<Int>(0)
    private let lost = Atomic<Int>(0)
    private let isAsleep = Atomic<Bool>(false)
    /// The less frequent records, each with the position in the ring buffer before which it belongs.
    private let others = Mutex<[(place: Int, record: LogRecord)]>([])
    /// Records that were removed from `others` before their turn. Used only by the thread that writes.
    private var waiting: ArraySlice<(place: Int, record: LogRecord)> = []
    private let wakeUp: EventCounter

    /// Maximum number of queued records besides frames.
    private static let mostOthers = 4096
    /// Number of words before a frame's events.
    private static let head = 2
    /// Number of words for each event.
    private static let perEvent = 2

    /// - Parameter capacity: the number of words of eight bytes, a power of two. A frame of three events needs eight words. The default
    ///   holds four seconds of sixteen pens at 1000 Hz, for a disk that is busy for that time.
    init(capacity: Int = 1 << 19) throws(SystemError) {
        wakeUp = try EventCounter(.nonBlocking)
        // the kernel allocates a page when it is first written, so memory grows during the first round of the ring buffer only
        guard let zeros = calloc(capacity, MemoryLayout<UInt64>.stride) else { throw SystemError("reserve memory for a recording") }
        words = UnsafeMutableBufferPointer(start: zeros.bindMemory(to: UInt64.self, capacity: capacity), count: capacity)
    }

    deinit { free(words.baseAddress) }

    /// Appends a frame, or counts it as lost. Allocates nothing.
    /// - Returns: whether it was appended.
    func push(_ frame: borrowing Frame, of device: DeviceID) -> Bool {
        let begin = pushed.load(ordering: .relaxed)
        let count = Self.head + Self.perEvent * frame.events.count
        let free = words.count - (begin - taken.load(ordering: .acquiring))
        guard count <= free else {
            lost.add(1, ordering: .relaxed)
            return false
        }
        set(begin, UInt64(frame.events.count) << 33 | UInt64(device.value) << 1 | (frame.followsDrop ? 1 : 0))
        set(begin + 1, UInt64(bitPattern: frame.time.microseconds))
        var next = begin + Self.head
        for event in frame.events {
            set(next, UInt64(event.type) << 48 | UInt64(event.code) << 32 | UInt64(UInt32(bitPattern: event.value)))
            set(next + 1, UInt64(bitPattern: event.time.microseconds))
            next += Self.perEvent
        }
        pushed.store(next, ordering: .sequentiallyConsistent)
        wake()
        return true
    }

    /// Appends a record that is not a frame.
    /// - Returns: whether it was appended. False if too many records are queued.
    @discardableResult
    func push(_ record: LogRecord) -> Bool {
        let place = pushed.load(ordering: .relaxed)
        let isTaken = others.withLock { others in
            guard others.count < Self.mostOthers else { return false }
            others.append((place, record))
            return true
        }
        wake()
        return isTaken
    }

    /// Passes all queued records to `body`, in order.
    /// - Returns: the number of records.
    func drain(_ body: (LogRecord) throws(LogError) -> Void) throws(LogError) -> Int {
        var next = taken.load(ordering: .relaxed)
        let end = pushed.load(ordering: .acquiring)
        let fresh = others.withLock { others in
            defer { others = [] }
            return others
        }
        waiting = (waiting + fresh)[...]
        var count = 0
        while true {
            while let other = waiting.first, other.place <= next {
                waiting.removeFirst()
                count += 1
                try body(other.record)
            }
            guard next < end else { break }
            count += 1
            let (device, frame) = frame(at: next)
            next += Self.head + Self.perEvent * frame.events.count
            taken.store(next, ordering: .releasing)
            try body(.frame(device: device, frame))
        }
        let missed = lost.exchange(0, ordering: .relaxed)
        if missed > 0 { try body(.lost(frames: missed, at: TimeAnchor.now.instant)) }
        return count
    }

    /// Waits for a push, with a timeout.
    func sleep(milliseconds: UInt64) {
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        if pushed.load(ordering: .sequentiallyConsistent) == taken.load(ordering: .relaxed), others.withLock(\.isEmpty) {
            _ = wakeUp.wait(until: MonotonicClock.microseconds + milliseconds * 1000)
        }
        isAsleep.store(false, ordering: .relaxed)
        wakeUp.take()
    }

    private func wake() {
        if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { wakeUp.add() }
    }

    private func frame(at begin: Int) -> (device: Int, frame: Frame) {
        let head = get(begin)
        var frame = Frame(time: Instant(microseconds: Int64(bitPattern: get(begin + 1))), followsDrop: head & 1 == 1)
        let count = Int(head >> 33)
        frame.events.reserveCapacity(count)
        for place in stride(from: begin + Self.head, to: begin + Self.head + Self.perEvent * count, by: Self.perEvent) {
            let word = get(place)
            frame.events.append(
                InputEvent(
                    time: Instant(microseconds: Int64(bitPattern: get(place + 1))), type: UInt16(word >> 48),
                    code: UInt16(truncatingIfNeeded: word >> 32), value: Int32(bitPattern: UInt32(truncatingIfNeeded: word))))
        }
        return (Int(UInt32(truncatingIfNeeded: head >> 1)), frame)
    }

    private var mask: Int { words.count - 1 }

    private func set(_ place: Int, _ word: UInt64) { words[place & mask] = word }
    private func get(_ place: Int) -> UInt64 { words[place & mask] }
}
