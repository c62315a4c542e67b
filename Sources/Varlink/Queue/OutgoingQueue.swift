/// A limited queue of pending messages for one client. If a client is too slow, motion is dropped first, then unfinished readings. If that
/// is not sufficient, the client must be disconnected.
///
/// All bytes are contiguous in one array, which is allocated once, so no memory is allocated while a client reads fast enough. A long
/// message has its own array. A partly written message is never changed.
public struct OutgoingQueue {
    /// Number of pending bytes above which motion is dropped: first every second message, and if that is not sufficient, all of it.
    public let softLimit: Int
    /// Maximum number of pending bytes. A single message may be longer if no other message is pending.
    public let hardLimit: Int
    /// Number of dropped messages.
    public private(set) var droppedMessages = 0
    /// Number of dropped motion messages (hovering and movement). No newer message has replaced them.
    public private(set) var droppedMotion = 0

    private struct Entry {
        var length: Int
        var kind: MessageClass
    }

    private var bytes: [UInt8] = []
    private var start = 0
    private var entries: [Entry] = []
    private var firstEntry = 0
    /// Number of bytes of the first message that have already been written.
    private var begun = 0
    private var droppableEntries = 0
    private var isFinished = false

    /// The outcome of adding a message.
    public enum Outcome: Sendable, Hashable {
        /// The message is pending.
        case queued
        /// The message was dropped.
        case dropped
        /// The message must not be dropped, but exceeds the limit. The caller calls `finish(with:)` with `org.inkd.Client.TooSlow`, writes
        /// the pending bytes, and closes the connection.
        case overflow
    }

    /// Creates an empty queue with capacity for `softLimit` bytes.
    public init(softLimit: Int = 64 << 10, hardLimit: Int = 1 << 20) {
        self.softLimit = softLimit
        self.hardLimit = max(softLimit, hardLimit)
        bytes.reserveCapacity(2 * softLimit)
        entries.reserveCapacity(256)
    }

    /// Number of pending bytes.
    public var pendingBytes: Int { bytes.count - start }

    /// Whether no bytes are pending.
    public var isEmpty: Bool { start == bytes.count }

    /// Adds a whole message, including its NUL. After `finish(with:)`, every message is dropped.
    public mutating func append(_ message: [UInt8], as kind: MessageClass) -> Outcome {
        guard !isFinished else { return .dropped }
        if case .partial(let key) = kind {
            drop { if case .partial(key) = $0 { true } else { false } }
        }
        if pendingBytes + message.count > softLimit {
            // Drop every second message, so that a line keeps its shape as long as possible.
            var isOdd = false
            drop { kind in
                guard kind == .motion else { return false }
                isOdd.toggle()
                return isOdd
            }
            if pendingBytes + message.count > softLimit { drop { $0 == .motion } }
        }
        if pendingBytes + message.count > hardLimit, !isEmpty {
            drop { $0.isDroppable }
            if pendingBytes + message.count > hardLimit, !isEmpty {
                guard kind.isDroppable else { return .overflow }
                count(dropped: kind)
                return .dropped
            }
        }
        push(message, kind)
        return .queued
    }

    /// Drops all pending messages except a partly written one. Then adds a last message, which may have any length.
    public mutating func finish(with message: [UInt8]) {
        guard !isFinished else { return }
        keep { _ in false }
        push(message, .final)
        isFinished = true
    }

    /// Calls `body` with the pending bytes, in order.
    public func withPending<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }

    /// Removes the first `count` pending bytes, after they were written. A larger count removes all pending bytes.
    public mutating func consume(_ count: Int) {
        var rest = min(max(0, count), pendingBytes)
        start += rest
        while rest > 0, firstEntry < entries.count {
            let left = entries[firstEntry].length - begun
            guard rest >= left else {
                begun += rest
                break
            }
            rest -= left
            begun = 0
            if entries[firstEntry].kind.isDroppable { droppableEntries -= 1 }
            firstEntry += 1
        }
        compact()
    }

    private mutating func push(_ message: [UInt8], _ kind: MessageClass) {
        // a long reply is not copied
        if isEmpty, message.count > 2 * softLimit { (bytes, start) = (message, 0) } else { bytes.append(contentsOf: message) }
        entries.append(Entry(length: message.count, kind: kind))
        if kind.isDroppable { droppableEntries += 1 }
    }

    /// Moves the pending bytes to the front of the array when at least half of the array is unused bytes before them. So each byte is moved
    /// at most once on average.
    private mutating func compact() {
        if start == bytes.count {
            if bytes.capacity > 4 * softLimit {
                // free the memory of a long reply
                bytes = []
                bytes.reserveCapacity(2 * softLimit)
            } else {
                bytes.removeAll(keepingCapacity: true)
            }
            start = 0
        } else if start > bytes.count / 2 {
            bytes.removeSubrange(..<start)
            start = 0
        }
        if firstEntry == entries.count {
            entries.removeAll(keepingCapacity: true)
            firstEntry = 0
        } else if firstEntry > entries.count / 2 {
            entries.removeSubrange(..<firstEntry)
            firstEntry = 0
        }
    }

    private mutating func count(dropped kind: MessageClass) {
        droppedMessages += 1
        if kind == .motion { droppedMotion += 1 }
    }

    private mutating func drop(_ isUnwanted: (MessageClass) -> Bool) {
        guard droppableEntries > 0 else { return }
        keep { !isUnwanted($0) }
    }

    private mutating func keep(_ isWanted: (MessageClass) -> Bool) {
        var source = start
        var target = start
        var kept = firstEntry
        for index in firstEntry..<entries.count {
            let entry = entries[index]
            let isBegun = index == firstEntry && begun > 0
            let length = isBegun ? entry.length - begun : entry.length
            if isBegun || isWanted(entry.kind) {
                if target != source {
                    bytes.withUnsafeMutableBytes { all in
                        UnsafeMutableRawBufferPointer(rebasing: all[target..<(target + length)])
                            .copyMemory(from: UnsafeRawBufferPointer(rebasing: all[source..<(source + length)]))
                    }
                }
                entries[kept] = entry
                kept += 1
                target += length
            } else {
                count(dropped: entry.kind)
                if entry.kind.isDroppable { droppableEntries -= 1 }
            }
            source += length
        }
        bytes.removeSubrange(target...)
        entries.removeSubrange(kept...)
        compact()
    }
}

/// The class of a message. It determines whether the message may be dropped for a slow client.
public enum MessageClass: Sendable, Hashable {
    /// Hovering and movement. These messages are dropped first.
    case motion
    /// An unfinished reading, or another state that newer messages replace. Of all messages with the same key, only the newest is pending.
    /// These messages are dropped after motion.
    case partial(key: UInt64)
    /// The start or end of a stroke or of a proximity session. It is never dropped.
    case boundary
    /// A finished reading, an answer or an error. It is never dropped.
    case final

    /// Whether a message of this class may be dropped.
    public var isDroppable: Bool {
        switch self {
        case .motion, .partial: true
        case .boundary, .final: false
        }
    }
}
