import InkProtocol
import Testing

@testable import InkDaemon

@Suite("What users share by the second, the minute and the byte")
struct BudgetTests {
    // MARK: Memory for exports

    @Test("exports that do not fit wait, and are let in first come, first served", .timeLimit(.minutes(30)))
    @MainActor
    func exportsWait() async throws {
        let budget = ExportBudget(bytes: 100)
        try await budget.acquire(bytes: 60)
        var (begun, admitted): ([String], [String]) = ([], [])
        let tasks = [("large", 90), ("small", 10), ("middle", 50)].map { name, bytes in
            Task { @MainActor in
                begun.append(name)
                try await budget.acquire(bytes: bytes)
                admitted.append(name)
            }
        }
        while begun.count < 3 { await Task.yield() }
        for _ in 0..<20 { await Task.yield() }
        #expect(admitted.isEmpty, "the small one fits, and overtakes nobody")
        budget.release(bytes: 60)
        while admitted.count < 2 { await Task.yield() }
        for _ in 0..<20 { await Task.yield() }
        #expect(admitted == ["large", "small"])
        budget.release(bytes: 90)
        for task in tasks { try await task.value }
        #expect(admitted == ["large", "small", "middle"])
    }

    @Test("an export that can never fit is refused at once, even while others wait")
    func neverFits() async throws {
        let budget = ExportBudget(bytes: 100)
        try await budget.acquire(bytes: 100)
        let error = await #expect(throws: ClientInterface.QuotaExceeded.self) { try await budget.acquire(bytes: 101) }
        #expect(error?.quota == "quotas.exportMemory" && error?.used == 101 && error?.limit == 100 && error?.remedy.isEmpty == false)
        budget.resize(bytes: 200)
        try await budget.acquire(bytes: 100)
    }

    @Test("where the limit was lowered below what waits, it is let in alone", .timeLimit(.minutes(30)))
    @MainActor
    func lowered() async throws {
        let budget = ExportBudget(bytes: 100)
        try await budget.acquire(bytes: 100)
        var hasBegun = false
        let waiting = Task { @MainActor in
            hasBegun = true
            try await budget.acquire(bytes: 80)
        }
        while !hasBegun { await Task.yield() }
        budget.resize(bytes: 50)
        budget.release(bytes: 100)
        try await waiting.value
    }

    // MARK: Bytes a second

    @Test("what was used is earned back with time, and no more than that")
    func tokens() {
        var bucket = TokenBucket()
        #expect(bucket.level(at: 5_000_000, rate: 100) == 0)
        bucket.add(100, at: 5_000_000, rate: 100)
        #expect(bucket.level(at: 5_000_000, rate: 100) == 100)
        #expect(bucket.level(at: 5_500_000, rate: 100) == 50)
        // rounded up: a user never has more than the share
        #expect(bucket.level(at: 5_505_000, rate: 100) == 50)
        bucket.add(30, at: 5_500_000, rate: 100)
        #expect(bucket.level(at: 5_500_000, rate: 100) == 80)
        #expect(bucket.level(at: 60_000_000, rate: 100) == 0)
        bucket.add(100, at: 60_000_000, rate: 100)
        #expect(bucket.level(at: 60_000_000, rate: 100) == 100, "a long pause earns no more than one second's share")
    }

    @Test("a clock that goes back, a rate of nothing and a great amount are borne")
    func oddities() {
        var bucket = TokenBucket()
        bucket.add(10, at: 9_000_000, rate: 10)
        #expect(bucket.level(at: 1_000_000, rate: 10) == 10)
        #expect(bucket.level(at: .max, rate: 0) == 10 && bucket.level(at: .max, rate: -5) == 10)
        bucket.add(.max, at: 9_000_000, rate: 10)
        #expect(bucket.level(at: 9_000_000, rate: 10) == Int(Int32.max))
    }

    // MARK: Lines a minute

    @Test("so many lines are admitted in a minute, and the rest is counted")
    func notices() {
        var window = NoticeWindow(at: 7)
        #expect((0..<5).map { _ in window.admit(limit: 3) } == [true, true, true, false, false])
        #expect(window.omitted == 2 && window.end == 60_000_007)
        var none = NoticeWindow(at: 0)
        #expect(!none.admit(limit: 0) && none.omitted == 1)
    }
}
