import Editing
import Foundation
import Glibc
import Ink
import InkTestSupport
import Testing

@testable import InkStore

/// The cost of the store; only in release builds: `INKD_MEASURE=1 swift test -c release -Xswiftc -enable-testing --filter CostTests`.
@Suite("The cost", .enabled("needs INKD_MEASURE") { ProcessInfo.processInfo.environment["INKD_MEASURE"] != nil })
struct CostTests {
    /// Strokes of letters as an editor keeps them, each with its own name.
    private static func strokes(_ count: Int) throws -> [DocumentItem] {
        let text = "the quick brown fox jumps over the lazy dog 0123456789 pack my box with five dozen liquor jugs"
        let letters = try (1...20).flatMap { seed in
            var hand = Handwriting()
            hand.seed = UInt64(seed)
            return try hand.strokes(writing: text).map { InkStroke(id: $0.id, fitting: $0.points, created: 1_700_000_000_000_000) }
        }
        return (1...count).map { number in
            var stroke = letters[number % letters.count]
            stroke = InkStroke(id: StrokeID(UInt64(number)), path: stroke.path, style: stroke.style)
            return .stroke(PlacedStroke(stroke: stroke, line: LineID(UInt64(number / 40 + 1))))
        }
    }

    @Test("of an append is far below what a hand notices, and a part of 100,000 strokes is loaded within a second")
    func costs() throws {
        let folder = NSTemporaryDirectory() + "inkd-cost-\(UInt32.random(in: .min ... .max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let space = try PackageSpace(root: folder)
        let package = try space.open("large", .createNew).package
        let strokes = try Self.strokes(101_000)
        let part = try package.createPart(.text).id
        let clock = ContinuousClock()
        let many = Samples.adding(Array(strokes.prefix(100_000)))
        report("100,000 strokes in one append", try clock.measure { try package.append(many, to: part) })
        let single = try Samples.adding(strokes.suffix(1000))
            .map { change in try clock.measure { try package.append([change], to: part) } }
            .sorted()
        report("one append, median of 1,000", single[500])
        report("one append, 99 of 100", single[990])
        report("the slowest of them", single[999])
        report("saveToTemp", try clock.measure { try package.saveToTemp() })
        report("save", try clock.measure { try package.save() })
        try package.close()
        let size = try space.list().first?.size ?? 0
        var bodies = 0
        for case .stroke(let placed) in strokes { bodies += placed.stroke.encoded().count }
        print("bytes a stroke: \(size / strokes.count) in the file, \(bodies / strokes.count) of them the stroke's own")
        var opened: OpenedPackage?
        report("open", try clock.measure { opened = try space.open("large") })
        let again = try #require(opened?.package)
        var content = PartContent()
        let begin = Self.processorTime()
        let loading = try (0..<5).map { _ in try clock.measure { content = try again.load(part) } }.sorted()
        report("load of 101,000 strokes, best of 5", loading[0])
        report("load of 101,000 strokes, median of 5", loading[2])
        let share = (Self.processorTime() - begin) / 5
        report("the processor's share of it", .microseconds(share))
        #expect(content.items == strokes)
        #expect(share < 1_000_000)
        try again.close()
    }

    /// Microseconds of processor time that the process has taken: other work on the machine does not count.
    private static func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }

    private func report(_ what: String, _ time: Duration) {
        print("\(what): \((time / .microseconds(1)).rounded()) µs")
    }
}
