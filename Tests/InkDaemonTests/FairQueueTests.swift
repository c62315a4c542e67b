import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("Users take turns with the recognizer")
struct FairQueueTests {
    private typealias Queue = FairQueue<String, Int, String>

    /// The next turns: a line as `key=state`, anything else by its name.
    private func turns(of queue: inout Queue, _ count: Int = .max) -> [String] {
        var turns: [String] = []
        while turns.count < count, let turn = queue.next() {
            switch turn {
            case .line(let key, let state): turns.append("\(key)=\(state)")
            case .work(let name): turns.append(name)
            }
        }
        return turns
    }

    /// A question of an editor, which is the user's own unless another is given.
    @discardableResult
    private func ask(
        _ queue: inout Queue, _ work: String, of user: UInt32, editor: UInt64? = nil, isAboutCommitted: Bool = false, generation: Int = 0
    ) -> Int? {
        let question = Queue.Question(editor: EditorID(value: editor ?? UInt64(user)), isAboutCommitted: isAboutCommitted)
        return queue.submit(work, about: question, generation: generation, of: user)
    }

    @Test("an empty queue has no turn")
    func empty() {
        var queue = Queue()
        #expect(queue.next() == nil && queue.requests == 0)
    }

    @Test("each turn is the next user's that has work")
    func rotation() {
        var queue = Queue()
        for number in 1...3 { queue.submit("a\(number)", .request, of: 1) }
        queue.submit("b1", .request, of: 2)
        queue.submit("c1", .request, of: 3)
        queue.submit("c2", .request, of: 3)
        #expect(turns(of: &queue) == ["a1", "b1", "c1", "a2", "c2", "a3"])
    }

    @Test("of one user, questions come first, then lines, then what may wait, then requests")
    func urgency() {
        var queue = Queue()
        queue.submit("request", .request, of: 1)
        queue.submit("later", .later, of: 1)
        queue.submit(1, for: "line", of: 1)
        ask(&queue, "urgent", of: 1)
        #expect(turns(of: &queue) == ["urgent", "line=1", "later", "request"])
    }

    @Test("a question of one user takes no turn of another's")
    func urgencyIsOnesOwn() {
        var queue = Queue()
        queue.submit("b", .request, of: 2)
        for number in 1...3 { ask(&queue, "a\(number)", of: 1, editor: UInt64(number)) }
        #expect(turns(of: &queue) == ["b", "a1", "a2", "a3"])
    }

    @Test("an editor's newer question takes the place of its older one, and of no other's")
    func newestQuestion() {
        var queue = Queue()
        #expect(ask(&queue, "old", of: 1, editor: 1, generation: 7) == nil)
        #expect(ask(&queue, "other editor", of: 1, editor: 2) == nil)
        #expect(ask(&queue, "committed", of: 1, editor: 1, isAboutCommitted: true) == nil)
        #expect(ask(&queue, "other user", of: 2, editor: 1) == nil)
        #expect(ask(&queue, "newer", of: 1, editor: 1, generation: 8) == 7)
        for number in 0..<100_000 { ask(&queue, "\(number)", of: 1, editor: 1, generation: 8) }
        #expect(turns(of: &queue) == ["99999", "other user", "other editor", "committed"])
        #expect(ask(&queue, "next", of: 1, editor: 1) == nil && turns(of: &queue) == ["next"])
    }

    @Test("a line that changed is read once, as it is now, in the place it had")
    func newestState() {
        var queue = Queue()
        queue.submit(1, for: "first", of: 1)
        queue.submit(1, for: "second", of: 1)
        for state in 2...9 { queue.submit(state, for: "first", of: 1) }
        #expect(turns(of: &queue) == ["first=9", "second=1"])
        queue.submit(10, for: "first", of: 1)
        #expect(turns(of: &queue) == ["first=10"])
    }

    @Test("the same line of two users is two lines")
    func keysAreUsers() {
        var queue = Queue()
        queue.submit(1, for: "line", of: 1)
        queue.submit(2, for: "line", of: 2)
        #expect(turns(of: &queue) == ["line=1", "line=2"])
    }

    @Test("requests are counted, of one user and of all; other work is not")
    func counts() {
        var queue = Queue()
        ask(&queue, "urgent", of: 1)
        queue.submit(1, for: "line", of: 1)
        for number in 0..<3 { queue.submit("a\(number)", .request, of: 1) }
        queue.submit("b", .request, of: 2)
        #expect(queue.requests == 4 && queue.requests(of: 1) == 3 && queue.requests(of: 2) == 1 && queue.requests(of: 3) == 0)
        _ = turns(of: &queue)
        #expect(queue.requests == 0 && queue.requests(of: 1) == 0)
    }

    @Test("a line that is withdrawn has no turn, and comes behind the others when it is submitted again")
    func withdrawing() {
        var queue = Queue()
        queue.withdraw("a", of: 1)
        for (number, line) in ["a", "b"].enumerated() { queue.submit(number, for: line, of: 1) }
        queue.withdraw("a", of: 2)
        queue.withdraw("a", of: 1)
        queue.submit(3, for: "a", of: 1)
        #expect(turns(of: &queue) == ["b=1", "a=3"])
        queue.submit(4, for: "a", of: 1)
        queue.withdraw("a", of: 1)
        #expect(queue.next() == nil)
    }

    @Test("a thousand lines of one user delay another's line by one turn")
    func noStarvation() {
        var queue = Queue()
        for number in 0..<1000 { queue.submit(number, for: "a\(number)", of: 1) }
        #expect(turns(of: &queue, 10).count == 10)
        for round in 0..<20 {
            queue.submit(round, for: "b", of: 2)
            #expect(turns(of: &queue, 2).contains("b=\(round)"))
        }
        #expect(turns(of: &queue).count == 1000 - 10 - 20)
    }

    @Test("a user who comes back with each turn leaves the others theirs")
    func greed() {
        var queue = Queue()
        for user in UInt32(2)...5 { queue.submit("user \(user)", .request, of: user) }
        ask(&queue, "greedy", of: 1)
        var seen: [String] = []
        for _ in 0..<9 {
            seen += turns(of: &queue, 1)
            ask(&queue, "greedy", of: 1)
        }
        #expect(seen.prefix(5).filter { $0 != "greedy" } == ["user 2", "user 3", "user 4", "user 5"])
    }
}
