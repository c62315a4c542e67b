import Evdev
import Ink
import InkTestSupport
import Logging
import Synchronization
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("What is measured")
struct MeasuringTests {
    // MARK: Durations

    @Test("a percentile is never below the exact one, and at most a thirty-second part above it", arguments: (0..<20) as Range<UInt64>)
    func percentiles(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var histogram = LatencyHistogram()
        // from microseconds to a minute, each order of magnitude as often as any other
        let durations = (0..<5000).map { _ -> UInt64 in
            let bits = UInt64.random(in: 1...26, using: &generator)
            return UInt64.random(in: 0..<(1 << bits), using: &generator)
        }
        for duration in durations { histogram.add(duration) }
        let sorted = durations.sorted()
        for percent in [0, 1, 25, 50, 75, 90, 99, 99.9, 100] {
            let rank = max(1, Int((percent / 100 * Double(sorted.count)).rounded(.up)))
            let (exact, found) = (sorted[rank - 1], histogram.percentile(percent))
            #expect(found >= exact && (found - exact) * LatencyHistogram.resolution <= exact, "\(percent) %: \(found) for \(exact)")
        }
        #expect(histogram.count == 5000 && histogram.longest == sorted.last)
    }

    @Test("of no durations, of one, of equal ones and of endless ones the percentiles are these")
    func edges() {
        var histogram = LatencyHistogram()
        #expect(histogram.percentile(50) == 0 && histogram.count == 0)
        histogram.add(1234)
        #expect([0, 50, 100].map { histogram.percentile($0) } == [1234, 1234, 1234])
        var small = LatencyHistogram()
        for duration in 0..<64 as Range<UInt64> { small.add(duration) }
        #expect((1...64).allSatisfy { small.percentile(Double($0) / 64 * 100) == UInt64($0 - 1) }, "below 64 µs they are exact")
        var endless = LatencyHistogram()
        for duration in [UInt64.max, LatencyHistogram.limit, LatencyHistogram.limit + 1] { endless.add(duration) }
        #expect(endless.percentile(50) == LatencyHistogram.limit && endless.longest == .max)
    }

    // MARK: Frames

    @Test("a rate is of the last five whole seconds")
    func rates() {
        var window = RateWindow()
        let second: UInt64 = 1_000_000
        #expect(window.rate(at: 7 * second) == 0)
        for number in 0..<300 as Range<UInt64> { window.add(at: 100 * second + number * 10_000) }
        // the present second is not over
        #expect(window.rate(at: 102 * second) == 40)
        #expect(window.rate(at: 103 * second) == 60)
        #expect(window.rate(at: 105 * second + 999_999) == 60)
        #expect(window.rate(at: 106 * second) == 40)
        #expect(window.rate(at: 108 * second) == 0)
        window.add(at: 1000 * second)
        #expect(window.rate(at: 1001 * second) == 0.2, "after a long silence nothing old is left")
    }

    @Test("frames, events and losses are counted; times of another clock are no latency")
    func meter() {
        let meter = DeviceMeter()
        let events = (0..<3).map { InputEvent(time: Instant(microseconds: 0), type: EventType.abs, code: Axis.x, value: $0) }
        func count(_ time: Int64, drops: Bool = false, timed: Bool = true) {
            meter.count(
                Frame(time: Instant(microseconds: time), events: events, followsDrop: drops), at: 5_000_000, isTimed: timed)
        }
        count(4_999_000)
        count(4_999_500, drops: true)
        meter.delivered(at: 5_000_000)
        #expect(meter.frames == 2 && meter.events == 6 && meter.drops == 1)
        #expect(meter.latency.count == 2 && meter.latency.longest == 1000)
        count(6_000_000)
        count(-100_000_000)
        count(0, timed: false)
        meter.delivered(at: 5_000_000)
        #expect(meter.frames == 5 && meter.latency.count == 2)
        // however many are counted before they are delivered, no more are held
        for _ in 0..<10_000 { count(4_999_000) }
        meter.delivered(at: 5_000_000)
        #expect(meter.frames == 10_005 && meter.latency.count == 2050)
    }

    // MARK: Users

    @Test("of more users than there is room for, the one that was not heard of for longest is forgotten")
    func users() {
        var table = UserTable<Int>(limit: 3)
        for user in [1, 2, 3, 1] as [UInt32] { table.update(user, from: 10) { $0 += 1 } }
        #expect([1, 2, 3].map { table[$0] } == [12, 11, 11])
        table.update(4, from: 0) { $0 += 1 }
        #expect(Set(table.users) == [1, 3, 4] && table[2] == nil && table[4] == 1)
        for user in 100..<1100 as Range<UInt32> { table.update(user, from: 0) { _ in } }
        #expect(Set(table.users) == [1097, 1098, 1099])
    }

    @Test("lines and requests that wait are counted by user")
    func waiting() {
        var queue = FairQueue<String, Int, String>()
        for state in 1...3 { queue.submit(state, for: "line", of: 1) }
        queue.submit(1, for: "other", of: 1)
        queue.submit("request", .request, of: 2)
        _ = queue.submit("question", about: .init(editor: EditorID(value: 1), isAboutCommitted: false), generation: 0, of: 3)
        #expect(queue.waiting.mapValues { [$0.lines, $0.requests] } == [1: [2, 0], 2: [0, 1], 3: [0, 0]])
        while queue.next() != nil {}
        #expect(queue.waiting.isEmpty)
    }
}

@Suite("The journal's lines")
struct NoticeTests {
    /// What was logged.
    final class Journal: Sendable {
        private let log = Mutex<[String]>([])

        var lines: [String] { log.withLock { $0 } }

        var logger: Logger { Logger(label: "test") { _ in Handler(journal: self) } }

        private struct Handler: LogHandler {
            let journal: Journal
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.info

            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }

            func log(event: LogEvent) { journal.log.withLock { $0.append(event.message.description) } }
        }
    }

    private static let minute: UInt64 = 60_000_000

    @Test("each subject has its share of a minute; what was left out is counted when the minute is over")
    func shares() {
        var windows = NoticeWindows()
        #expect((0..<5).map { _ in windows.admit(.user(1), at: 10, limit: 3) } == [true, true, true, false, false])
        #expect(windows.admit(.strangers, at: 11, limit: 3) && windows.admit(.seat("seat0"), at: 11, limit: 3))
        #expect(windows.nextOmission == Self.minute + 10 && windows.count(of: .user(1), at: 20) == 3)
        #expect(windows.close(at: Self.minute).isEmpty)
        #expect(windows.close(at: Self.minute + 11) == [.init(subject: .user(1), count: 2)])
        #expect(windows.nextOmission == nil && windows.count(of: .user(1), at: Self.minute + 20) == 0)
        let isAdmitted = windows.admit(.user(1), at: Self.minute + 20, limit: 3)
        #expect(isAdmitted)
    }

    @Test("ever new subjects get one share together, and no more is held of them")
    func manySubjects() {
        var windows = NoticeWindows()
        let all = (0..<60_000).filter {
            windows.admit(.device(HardwareID(vendor: UInt16($0), product: 1)), at: 5, limit: 2)
        }
        #expect(all.count == NoticeWindows.mostSubjects + 2)
        #expect(windows.close(at: Self.minute + 5) == [.init(subject: .daemon, count: 60_000 - all.count)])
    }

    @Test("a flood of lines becomes a few and their number, from any thread")
    func flood() async {
        let (journal, time, due) = (Journal(), Shared<UInt64>(1), Shared<[UInt64]>([]))
        let notices = Notices(journal.logger, limit: 4) { time.value.withLock { $0 } }
        notices.start { end in due.value.withLock { $0.append(end) } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<1000 { notices.log(.info, about: .strangers, "refused") } } }
        }
        #expect(journal.lines == Array(repeating: "refused", count: 4))
        let ends = due.value.withLock { $0 }
        #expect(ends == [Self.minute + 1], "the timer is asked for once")
        notices.log(.debug, about: .strangers, "not of this level")
        time.value.withLock { $0 = Self.minute + 1 }
        notices.close()
        #expect(journal.lines.last == "7996 more lines about users without a session were omitted in the last minute")
        notices.use(limit: 1)
        notices.log(.info, about: .user(7), "one")
        notices.log(.info, about: .user(7), "two")
        notices.log(.info, about: .user(8), "three")
        #expect(journal.lines.suffix(2) == ["one", "three"] && notices.count(of: .user(7)) == 1)
    }

    /// A value that closures of other threads see.
    private final class Shared<Value: Sendable>: Sendable {
        let value: Mutex<Value>

        init(_ value: Value) { self.value = Mutex(value) }
    }
}
