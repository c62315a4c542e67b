import Testing

@testable import InkDaemon

@Suite("Users take turns with the recogniser")
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

    @Test("of one user, urgent work comes first, then lines, then what may wait, then requests")
    func urgency() {
        var queue = Queue()
        queue.submit("request", .request, of: 1)
        queue.submit("later", .later, of: 1)
        queue.submit(1, for: "line", of: 1)
        queue.submit("urgent", .urgent, of: 1)
        #expect(turns(of: &queue) == ["urgent", "line=1", "later", "request"])
    }

    @Test("urgent work of one user takes no turn of another's")
    func urgencyIsOnesOwn() {
        var queue = Queue()
        queue.submit("b", .request, of: 2)
        for number in 1...3 { queue.submit("a\(number)", .urgent, of: 1) }
        #expect(turns(of: &queue) == ["b", "a1", "a2", "a3"])
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
        queue.submit("urgent", .urgent, of: 1)
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
        queue.submit("greedy", .urgent, of: 1)
        var seen: [String] = []
        for _ in 0..<9 {
            seen += turns(of: &queue, 1)
            queue.submit("greedy", .urgent, of: 1)
        }
        #expect(seen.prefix(5).filter { $0 != "greedy" } == ["user 2", "user 3", "user 4", "user 5"])
    }
}
