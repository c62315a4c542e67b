import InkTestSupport
import Testing

@testable import Varlink

@Suite struct OutgoingQueueTests {
    private var queue = OutgoingQueue(softLimit: 10, hardLimit: 20)

    private func pending() -> String { queue.withPending { String(decoding: $0, as: UTF8.self) } }

    private mutating func append(_ text: String, _ kind: MessageClass) -> OutgoingQueue.Outcome { queue.append(Array(text.utf8), as: kind) }

    @Test("messages wait in order, and what was written is gone")
    mutating func order() {
        #expect(append("aa", .final) == .queued && append("bb", .motion) == .queued && append("cc", .boundary) == .queued)
        #expect(pending() == "aabbcc")
        queue.consume(3)
        #expect(pending() == "bcc")
        queue.consume(99)
        #expect(queue.isEmpty && queue.pendingBytes == 0)
        #expect(append("dd", .motion) == .queued)
        #expect(pending() == "dd")
    }

    @Test("above the soft limit every second waiting motion gives way, the oldest of each two")
    mutating func thinning() {
        for text in ["m1", "B1", "m2", "m3", "m4"] { _ = append(text, text == "B1" ? .boundary : .motion) }
        #expect(pending() == "m1B1m2m3m4")
        #expect(append("m5", .motion) == .queued)
        #expect(pending() == "B1m2m4m5" && queue.droppedMessages == 2)
    }

    @Test("where thinning out is not enough all waiting motion gives way to the newest")
    mutating func motion() {
        for text in ["m1", "boundary", "m2", "m3", "m4"] { _ = append(text, text == "boundary" ? .boundary : .motion) }
        #expect(pending() == "boundarym4" && queue.droppedMessages == 3)
    }

    @Test("below the soft limit nothing is left out")
    mutating func keepsUp() {
        for index in 0..<1000 {
            #expect(append("m\(index % 10)", .motion) == .queued)
            #expect(pending() == "m\(index % 10)")
            queue.consume(2)
        }
        #expect(queue.droppedMessages == 0)
    }

    @Test("a message that was begun is never cut")
    mutating func begun() {
        _ = append("motion1\0", .motion)
        queue.consume(3)
        _ = append("m2", .motion)
        #expect(append("boundary\0", .boundary) == .queued)
        #expect(pending() == "ion1\0boundary\0")
        queue.finish(with: Array("bye\0".utf8))
        #expect(pending() == "ion1\0bye\0")
    }

    @Test("a newer reading replaces a waiting one with the same key, at the end")
    mutating func partial() {
        _ = append("a1", .partial(key: 1))
        _ = append("b1", .partial(key: 2))
        #expect(append("a2", .partial(key: 1)) == .queued)
        #expect(pending() == "b1a2" && queue.droppedMessages == 1)
        queue.consume(1)
        _ = append("b2", .partial(key: 2))
        #expect(pending() == "1a2b2")
    }

    @Test("at the hard limit readings give way, and what is droppable is not taken in")
    mutating func hardLimit() {
        _ = append("partial", .partial(key: 1))
        _ = append("boundaryboun", .boundary)
        #expect(append("final", .final) == .queued)
        #expect(pending() == "boundarybounfinal")
        #expect(append("motion", .motion) == .dropped)
        #expect(append("partial", .partial(key: 1)) == .dropped)
        #expect(pending() == "boundarybounfinal")
    }

    @Test("when only dear messages wait at the hard limit the client is too slow")
    mutating func overflow() {
        _ = append("boundary90", .boundary)
        _ = append("boundary91", .boundary)
        queue.consume(1)
        #expect(append("up", .boundary) == .overflow)
        queue.finish(with: Array("too slow, and longer than the limit\0".utf8))
        #expect(pending() == "oundary90too slow, and longer than the limit\0")
        #expect(append("more", .final) == .dropped)
        queue.finish(with: [1])
        #expect(pending() == "oundary90too slow, and longer than the limit\0")
    }

    @Test("a single message may be longer than the limit when nothing waits")
    mutating func longMessage() {
        let page = String(repeating: "p", count: 100)
        #expect(append(page, .final) == .queued)
        #expect(pending() == page)
        #expect(append("x", .final) == .overflow)
    }

    @Test("whatever happens, what comes out is whole messages in order, and every dear one is among them")
    func random() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            var queue = OutgoingQueue(softLimit: 60, hardLimit: 400)
            var output: [UInt8] = []
            var dear: [Int] = []
            var dropped = 0
            for number in 0..<200 {
                let kind: MessageClass =
                    [.motion, .motion, .partial(key: UInt64(number % 3)), .boundary, .final].randomElement(using: &generator) ?? .motion
                let padding = String(repeating: "x", count: Int.random(in: 0..<20, using: &generator))
                let outcome = queue.append(Array("\(number)\(padding)\0".utf8), as: kind)
                if outcome == .queued, !kind.isDroppable { dear.append(number) }
                if outcome == .overflow { dropped += 1 }
                #expect(queue.pendingBytes <= 400)
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    let count = Int.random(in: 0...queue.pendingBytes, using: &generator)
                    queue.withPending { output += $0.prefix(count) }
                    queue.consume(count)
                }
            }
            queue.withPending { output += $0 }
            let numbers = output.split(separator: 0).compactMap { Int(String(decoding: $0.prefix { $0 != 0x78 }, as: UTF8.self)) }
            #expect(numbers == numbers.sorted() && output.last == 0)
            #expect(Set(dear).isSubset(of: numbers))
            #expect(numbers.count + queue.droppedMessages + dropped == 200)
        }
    }
}
