import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("What users share by the second and the minute")
struct BudgetTests {
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
