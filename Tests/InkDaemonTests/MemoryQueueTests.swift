import InkTestSupport
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("Users' work shares memory")
struct MemoryQueueTests {
    private typealias Queue = MemoryQueue<String>

    /// Asks for memory, and gives those that are let in.
    private func ask(
        _ queue: inout Queue, _ ticket: String, _ bytes: Int, of user: UInt32 = 1, for purpose: Queue.Purpose = .content, held: Int = 0,
        at now: UInt64 = 0
    ) -> [String] {
        queue.ask(.init(user: user, bytes: bytes, purpose: purpose, held: held, ticket: ticket), at: now)
        return queue.admit(at: now)
    }

    @Test("what fits is let in at once, and one user has no more than half beside others")
    func share() {
        var queue = Queue(limit: 100, exportLimit: 100)
        #expect(ask(&queue, "a1", 30) == ["a1"])
        #expect(ask(&queue, "a2", 30) == [], "60 are more than half")
        #expect(ask(&queue, "b1", 50, of: 2) == ["b1"], "the other user goes past what waits")
        #expect(queue.used == 80 && queue.used(by: 1) == 30 && queue.used(by: 2) == 50)
        queue.release(30, .content, of: 1)
        #expect(queue.admit(at: 0) == ["a2"])
    }

    @Test("a single piece may be larger than half, and is let in when it fits beside the others")
    func large() {
        var queue = Queue(limit: 100, exportLimit: 100)
        #expect(ask(&queue, "b", 20, of: 2) == ["b"])
        #expect(ask(&queue, "a", 90) == [])
        queue.release(20, .content, of: 2)
        #expect(queue.admit(at: 0) == ["a"])
        #expect(queue.largest(for: .content) == 100)
    }

    @Test("of one user the first waits first, and nothing of that user goes past it")
    func order() {
        var queue = Queue(limit: 100, exportLimit: 100)
        #expect(ask(&queue, "first", 40) == ["first"])
        #expect(ask(&queue, "large", 50) == [] && ask(&queue, "small", 1) == [])
        queue.release(40, .content, of: 1)
        #expect(queue.admit(at: 0) == ["large"], "51 are more than half")
        queue.release(50, .content, of: 1)
        #expect(queue.admit(at: 0) == ["small"])
    }

    @Test("work that has memory already is not kept behind work that waits for just that")
    func growing() {
        var queue = Queue(limit: 100, exportLimit: 100)
        #expect(ask(&queue, "a", 30) == ["a"])
        #expect(ask(&queue, "next", 40) == [])
        #expect(ask(&queue, "a grows", 15, held: 30) == ["a grows"])
        // alone it may grow beyond half
        var other = Queue(limit: 100, exportLimit: 100)
        #expect(ask(&other, "a", 30) == ["a"] && ask(&other, "a grows", 70, held: 30) == ["a grows"])
    }

    @Test("what has waited for two seconds is let in before others that came later")
    func precedence() {
        var queue = Queue(limit: 100, exportLimit: 100)
        #expect(ask(&queue, "b1", 50, of: 2) == ["b1"])
        #expect(ask(&queue, "a", 80) == [])
        #expect(ask(&queue, "c1", 10, of: 3, at: Queue.precedence - 1) == ["c1"])
        #expect(ask(&queue, "c2", 10, of: 3, at: Queue.precedence) == [])
        queue.release(50, .content, of: 2)
        queue.release(10, .content, of: 3)
        #expect(queue.admit(at: Queue.precedence) == ["a", "c2"])
    }

    @Test("a user whose own work is in the way holds up nobody else, however long it waits")
    func ownWork() {
        var queue = Queue(limit: 100, exportLimit: 100)
        #expect(ask(&queue, "a1", 40) == ["a1"] && ask(&queue, "a2", 40) == [])
        #expect(ask(&queue, "b", 40, of: 2, at: 10 * Queue.precedence) == ["b"])
    }

    @Test("what waits for too long, or for nobody, is taken out, and what stood behind it is let in")
    func expiry() {
        var queue = Queue(limit: 100, exportLimit: 100)
        #expect(queue.nextExpiry == nil)
        #expect(ask(&queue, "a1", 50) == ["a1"] && ask(&queue, "a2", 50, at: 5) == [] && ask(&queue, "a3", 0, at: 6) == [])
        #expect(queue.nextExpiry == Queue.patience + 5)
        #expect(queue.expire(at: Queue.patience + 4) == [])
        #expect(queue.expire(at: Queue.patience + 5) == ["a2"])
        #expect(queue.admit(at: Queue.patience + 5) == ["a3"] && queue.count == 0)
        #expect(ask(&queue, "a4", 50, at: 6) == [])
        #expect(queue.withdraw { $0 == "a4" } == ["a4"] && queue.count == 0)
    }

    @Test("exports have a limit of their own within it")
    func exports() {
        var queue = Queue(limit: 100, exportLimit: 30)
        #expect(queue.largest(for: .export) == 30)
        #expect(ask(&queue, "a", 20, for: .export) == ["a"] && ask(&queue, "b", 20, of: 2, for: .export) == [])
        #expect(ask(&queue, "c", 20, of: 3) == ["c"])
        queue.release(20, .export, of: 1)
        #expect(queue.admit(at: 0) == ["b"] && queue.usedByExports == 20)
    }

    @Test("where the limit was lowered below what waits, it is let in alone")
    func lowered() {
        var queue = Queue(limit: 100, exportLimit: 100)
        #expect(ask(&queue, "a", 100) == ["a"] && ask(&queue, "b", 80, of: 2) == [])
        queue.limit = 50
        queue.release(100, .content, of: 1)
        #expect(queue.admit(at: 0) == ["b"])
    }

    @Test("whatever is asked for and given back, no more is used than may be, and all is let in", arguments: 0..<UInt64(20))
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = MemoryQueue<Int>(limit: 1000, exportLimit: 400)
        var pieces: [(user: UInt32, bytes: Int, purpose: MemoryQueue<Int>.Purpose)] = []
        var present: [Int] = []
        var admitted: Set<Int> = []
        var now: UInt64 = 0
        func letIn(_ tickets: [Int]) {
            present += tickets
            for ticket in tickets { #expect(admitted.insert(ticket).inserted, "seed \(seed)") }
            #expect(queue.used <= 1000 && queue.usedByExports <= 400, "seed \(seed)")
            #expect(queue.used == present.reduce(0) { $0 + pieces[$1].bytes }, "seed \(seed)")
        }
        while pieces.count < 300 || !present.isEmpty {
            now += .random(in: 0...500_000, using: &random)
            if pieces.count < 300, Bool.random(using: &random) {
                let purpose: MemoryQueue<Int>.Purpose = Bool.random(using: &random) ? .content : .export
                let bytes = Int.random(in: 0...(purpose == .export ? 400 : 1000), using: &random)
                pieces.append((.random(in: 0...3, using: &random), bytes, purpose))
                let piece = pieces[pieces.count - 1]
                queue.ask(.init(user: piece.user, bytes: bytes, purpose: purpose, held: 0, ticket: pieces.count - 1), at: now)
            } else if let ticket = present.randomElement(using: &random) {
                present.removeAll { $0 == ticket }
                queue.release(pieces[ticket].bytes, pieces[ticket].purpose, of: pieces[ticket].user)
            }
            letIn(queue.admit(at: now))
        }
        #expect(admitted.count == 300 && queue.count == 0 && queue.used == 0, "seed \(seed)")
    }
}
