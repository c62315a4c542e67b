import Glibc
import Synchronization
import System
import Testing

@Suite struct ThreadExecutorTests {
    /// Counts on the thread of its executor.
    actor Counter {
        let executor: ThreadExecutor
        private(set) var count = 0

        init(_ executor: ThreadExecutor) { self.executor = executor }

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func increment() -> Bool {
            count += 1
            return executor.isIsolatingCurrentContext() == true
        }
    }

    /// The numbers that threads wrote, in order.
    final class Log: Sendable {
        private let entries = Mutex<[Int]>([])
        let done: EventCounter

        init() throws { done = try EventCounter(.semaphore) }

        var all: [Int] { entries.withLock { $0 } }
        func add(_ entry: Int) { entries.withLock { $0.append(entry) } }
        /// Whether `done` was added to within a minute; takes one.
        func isDone() -> Bool {
            guard done.wait(until: MonotonicClock.microseconds + 60_000_000) else { return false }
            return done.take() == 1
        }
    }

    /// The threads of this process, by the names they were given.
    private static func threads(_ name: String) -> Int {
        ((try? Folder.names(in: "/proc/self/task")) ?? []).count { task in
            (try? WholeFile.read("/proc/self/task/\(task)/comm")) == Array((name + "\n").utf8)
        }
    }

    /// Whether a thread ends within a minute; leaves this one to others meanwhile.
    private static func ends(_ name: String) async -> Bool {
        for _ in 0..<6000 {
            if threads(name) == 0 { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    @Test func postsRunInOrder() throws {
        let (executor, log) = (try ThreadExecutor(name: "order"), try Log())
        for number in 0..<10_000 { executor.post { log.add(number) } }
        executor.post { log.done.add() }
        #expect(log.isDone())
        #expect(log.all == Array(0..<10_000))
    }

    @Test func postsOfAThreadRunInOrderWithThoseOfOthers() async throws {
        let (executor, log) = (try ThreadExecutor(name: "several"), try Log())
        await withTaskGroup { group in
            for thread in 0..<4 {
                group.addTask { for number in 0..<1000 { executor.post { log.add(thread * 1000 + number) } } }
            }
        }
        executor.post { log.done.add() }
        #expect(log.isDone())
        for thread in 0..<4 { #expect(log.all.filter { $0 / 1000 == thread } == Array(thread * 1000..<thread * 1000 + 1000)) }
    }

    @Test func anActorRunsOnTheThread() async throws {
        let executor = try ThreadExecutor(name: "actor", niceness: 1)
        let counter = Counter(executor)
        for _ in 0..<100 { #expect(await counter.increment()) }
        #expect(await counter.count == 100)
        #expect(executor.isIsolatingCurrentContext() == false)
    }

    @Test func whatIsPostedMayAssumeTheActorsIsolation() throws {
        let (executor, log) = (try ThreadExecutor(name: "assumed"), try Log())
        let counter = Counter(executor)
        executor.post {
            log.add(counter.assumeIsolated { $0.increment() } ? 1 : 0)
            executor.checkIsolated()
            log.done.add()
        }
        #expect(log.isDone())
        #expect(log.all == [1])
    }

    @Test func theThreadHasItsNameAndNiceness() throws {
        let (executor, log) = (try ThreadExecutor(name: "a-nice-thread", niceness: 7), try Log())
        executor.post {
            log.add(Int(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)))
            log.done.add()
        }
        #expect(log.isDone())
        #expect(log.all == [7])
        #expect(Self.threads("a-nice-thread") == 1)
    }

    @Test func timersFireByTheirTimes() throws {
        let (executor, log) = (try ThreadExecutor(name: "timers"), try Log())
        let start = MonotonicClock.microseconds
        for delay in [30, 10, 20, 10, 0] as [UInt64] {
            executor.schedule(at: start + delay * 1000) {
                log.add(MonotonicClock.microseconds >= start + delay * 1000 ? Int(delay) : -1)
                log.done.add()
            }
        }
        for _ in 0..<5 { #expect(log.isDone()) }
        #expect(log.all == [0, 10, 10, 20, 30])
    }

    @Test func anEarlierTimerWakesAThreadThatSleepsForALaterOne() throws {
        let (executor, log) = (try ThreadExecutor(name: "earlier"), try Log())
        let late = executor.schedule(after: 3_600_000_000) { log.add(2) }
        usleep(20_000)
        executor.schedule(after: 1000) {
            log.add(1)
            log.done.add()
        }
        #expect(log.isDone())
        late.cancel()
        #expect(log.all == [1])
    }

    @Test func aCancelledTimerDoesNotFire() throws {
        let (executor, log) = (try ThreadExecutor(name: "cancel"), try Log())
        executor.post {
            // both are due by the time this ends: one takes the other back
            let now = MonotonicClock.microseconds
            let box = TimerBox()
            executor.schedule(at: now) {
                log.add(1)
                box.timer.withLock { $0?.cancel() }
            }
            box.timer.withLock { $0 = executor.schedule(at: now) { log.add(2) } }
            executor.schedule(after: 20_000) { log.done.add() }
        }
        #expect(log.isDone())
        #expect(log.all == [1])
    }

    final class TimerBox: Sendable {
        let timer = Mutex<ThreadExecutor.Timer?>(nil)
    }

    @Test func aCancelledTimerGivesBackWhatItCaptured() throws {
        let executor = try ThreadExecutor(name: "captured")
        var captured: TimerBox? = TimerBox()
        weak let watched = captured
        let timer = executor.schedule(after: 3_600_000_000) { [captured] in _ = captured }
        captured = nil
        #expect(watched != nil)
        timer.cancel()
        #expect(watched == nil)
    }

    @Test func aTimerThatSetsItselfForNowLeavesTimeForOthers() throws {
        let (executor, log) = (try ThreadExecutor(name: "busy"), try Log())
        @Sendable func again(_ executor: ThreadExecutor, _ ending: Ending) {
            guard !ending.isSet.load(ordering: .relaxed) else { return log.done.add() }
            executor.schedule(at: 0) { again(executor, ending) }
        }
        let ending = Ending()
        again(executor, ending)
        executor.post { ending.isSet.store(true, ordering: .relaxed) }
        #expect(log.isDone())
    }

    final class Ending: Sendable {
        let isSet = Atomic(false)
    }

    @Test func stopRunsWhatIsQueued() async throws {
        let (executor, log) = (try ThreadExecutor(name: "stopped"), try Log())
        executor.post {
            log.done.add()
            usleep(20_000)
        }
        // it has its name by then
        #expect(log.isDone())
        for number in 0..<100 { executor.post { log.add(number) } }
        executor.schedule(after: 3_600_000_000) { log.add(-1) }
        executor.stop()
        #expect(await Self.ends("stopped"))
        #expect(log.all == Array(0..<100))
    }

    @Test func jobsAfterStopStillRunAndTimersDoNot() async throws {
        let (executor, log) = (try ThreadExecutor(name: "afterwards"), try Log())
        let counter = Counter(executor)
        #expect(await counter.increment())
        executor.stop()
        #expect(await Self.ends("afterwards"))
        executor.schedule(after: 0) { log.add(-1) }
        for _ in 0..<10 { #expect(await counter.increment()) }
        #expect(await Self.ends("afterwards"))
        #expect(log.all.isEmpty)
    }

    @Test func theThreadEndsWithItsExecutor() async throws {
        let log = try Log()
        var executor: ThreadExecutor? = try ThreadExecutor(name: "dropped")
        executor?.post {
            log.add(1)
            log.done.add()
        }
        #expect(log.isDone())
        executor?.post { log.add(2) }
        executor?.schedule(after: 3_600_000_000) { log.add(3) }
        weak let watched = executor
        executor = nil
        #expect(watched == nil)
        #expect(await Self.ends("dropped"))
        #expect(log.all == [1, 2])
    }

    @Test func anExecutorMayGoOnItsOwnThread() async throws {
        do {
            let counter = Counter(try ThreadExecutor(name: "inside"))
            #expect(await counter.increment())
            Task { _ = await counter.increment() }
        }
        #expect(await Self.ends("inside"))
    }
}
