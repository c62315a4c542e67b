import Evdev
import Ink
import InkTestSupport
import Testing

@testable import Tablet

@Suite("Reports that come in bursts")
struct ReportClockTests {
    private func frame(_ kernel: Int64, stamp: UInt32?) -> Frame {
        let time = Instant(microseconds: kernel)
        let events = stamp.map { [InputEvent(time: time, type: EventType.msc, code: Misc.timestamp, value: Int32(bitPattern: $0))] } ?? []
        return Frame(time: time, events: events)
    }

    private func times(_ frames: [Frame]) -> [Int64] {
        var clock = ReportClock()
        return frames.map { clock.time(of: $0).microseconds }
    }

    private func steps(_ times: some Collection<Int64>) -> [Int64] { zip(times.dropFirst(), times).map { $0 - $1 } }

    /// Reports that the kernel stamps four at once, every 16 ms, though they are 4 ms apart.
    private func bursts(_ count: Int, stamp: (Int64) -> UInt32) -> [Frame] {
        (0..<count).map { index in
            let (burst, place) = (index / 4, index % 4)
            return frame(1_000_000 + Int64(burst) * 16_000 + Int64(place) * 30, stamp: stamp(Int64(index) * 4000))
        }
    }

    /// The reports that may pass before the stamps count.
    private static let learning = 60

    @Test("four at once, every 16 ms, are 4 ms apart by the device's clock", arguments: [UInt32(7), 4_294_917_295, 4_294_000_000])
    func bursts(first: UInt32) {
        let frames = bursts(400) { first &+ UInt32($0) }
        let times = times(frames)
        let steps = steps(times.dropFirst(Self.learning))
        #expect(steps.allSatisfy { (3900...4200).contains($0) }, "\(steps.min() ?? 0) to \(steps.max() ?? 0)")
        #expect(zip(times, frames).allSatisfy { $0 <= $1.time.microseconds && $1.time.microseconds - $0 < 13_000 })
    }

    @Test(
        "scan times of 16 bits in units of 100 µs are read as that, also where they begin again",
        arguments: [UInt32(0), 60_000, 64_900, 65_535])
    func scanTime(first: UInt32) {
        let bursts = bursts(4000) { (first + UInt32($0 / 100)) % 65_536 }
        let found = steps(times(bursts).dropFirst(Self.learning))
        #expect(found.allSatisfy { (3900...4200).contains($0) }, "\(found.min() ?? 0) to \(found.max() ?? 0)")
        let steady = (0..<4000).map { frame(1_000_000 + Int64($0) * 7500, stamp: (first + UInt32($0) * 75) % 65_536) }
        #expect(steps(times(steady)).allSatisfy { $0 == 7500 })
    }

    @Test("scan times that a driver made microseconds of begin again every 6.5536 s", arguments: [6_553_600, 6_553_500])
    func converted(period: Int64) {
        let frames = bursts(8000) { UInt32(($0 + 6_400_000) % period) }
        let found = steps(times(frames).dropFirst(Self.learning))
        #expect(found.allSatisfy { (3800...4300).contains($0) }, "\(found.min() ?? 0) to \(found.max() ?? 0)")
    }

    @Test("until the unit is known the kernel's time holds, and neither then nor later does time jump or go back")
    func learning() {
        for unit in [1, 100] as [Int64] {
            let frames = bursts(400) { UInt32($0 / unit) }
            let times = times(frames)
            #expect(Array(times.prefix(20)) == frames.prefix(20).map(\.time.microseconds))
            #expect(steps(times).allSatisfy { (0...16_100).contains($0) })
        }
    }

    @Test(
        "a pause longer than the clock's period, and a clock that stood meanwhile, go by the kernel's time", arguments: [1, 100] as [Int64])
    func pauses(unit: Int64) {
        let period: Int64 = unit == 1 ? 1 << 32 : 65_536
        for (pause, stood) in [(20_000_000, false), (7_000_000, false), (3_000_000, true), (400_000, true)] as [(Int64, Bool)] {
            let frames = (0..<400).map { index -> Frame in
                let written = Int64(index) * 5000
                let kernel = written + (index < 200 ? 0 : pause)
                return frame(kernel, stamp: UInt32(truncatingIfNeeded: ((stood ? written : kernel) / unit) % period))
            }
            #expect(zip(times(frames), frames).allSatisfy { abs($0 - $1.time.microseconds) <= 100 }, "pause \(pause), stood \(stood)")
        }
    }

    @Test("stamps that make no sense leave the kernel's time: random ones, ones that stand still, ones of another unit")
    func unusable() {
        var random = SeededGenerator(seed: 7)
        let stamps: [(Int) -> UInt32] = [
            { _ in .random(in: 0 ... .max, using: &random) }, { _ in 5 }, { UInt32($0) * 4 }, { UInt32($0) },
            { UInt32($0 * 5000 % 65_536) },
        ]
        for (number, stamp) in stamps.enumerated() {
            let frames = (0..<1500).map { frame(Int64($0) * 5000, stamp: stamp($0)) }
            #expect(times(frames) == frames.map(\.time.microseconds), "kind \(number)")
        }
    }

    @Test("a device whose stamps lose their sense goes back to the kernel's time, and one that gains sense leaves it")
    func changing() {
        let frames = bursts(1200) { UInt32($0 < 1_600_000 ? $0 / 100 : $0 < 3_200_000 ? ($0 * 37) % 50_000 : $0 / 100) }
        let times = times(frames)
        #expect(steps(times).allSatisfy { (0...67_000).contains($0) })
        #expect(steps(times.suffix(50)).allSatisfy { (3900...4200).contains($0) })
    }

    @Test("lost frames begin anew at the kernel's time")
    func lost() {
        var frames = bursts(400) { UInt32($0 / 100) }
        frames[202].followsDrop = true
        let times = times(frames)
        #expect(times[202] == frames[202].time.microseconds && steps(times).allSatisfy { $0 >= 0 })
    }

    @Test("without stamps the kernel's time holds")
    func kernelTime() {
        #expect(times([frame(5, stamp: nil), frame(9, stamp: nil)]) == [5, 9])
        #expect(times([frame(5, stamp: 1), frame(9000, stamp: nil), frame(12_000, stamp: 12_000)]) == [5, 9000, 12_000])
    }

    @Test("a clock that begins anew is set by the kernel's")
    func reset() {
        let frames = (0..<400).map { (index: Int) -> Frame in
            let stamp = UInt32(index < 200 ? index + 300 : index - 200) * 5000
            return frame(Int64(index) * 5000, stamp: stamp)
        }
        #expect(times(frames) == frames.map { $0.time.microseconds })
    }

    @Test("clocks that drift apart by a ten-thousandth stay within a millisecond", arguments: [9999, 10_001])
    func drift(rate: Int64) {
        let frames = (0..<20_000).map { frame(Int64($0) * 5000, stamp: UInt32(Int64($0) * 5000 * rate / 10_000)) }
        #expect(zip(times(frames), frames).allSatisfy { $1.time.microseconds - $0 < 1000 })
    }

    @Test("whatever a device says, times go on, and are never after the kernel's nor long before it")
    func nonsense() {
        Fuzz.run(seed: 31) { random in
            var clock = ReportClock()
            var (kernel, stamp, last) = (
                Int64.random(in: 0...1 << 50, using: &random), UInt32.random(in: 0 ... .max, using: &random), Int64.min
            )
            let unit = Bool.random(using: &random) ? 1 : 100 as UInt32
            let isWild = Bool.random(using: &random)
            for _ in 0..<200 {
                let step = Int64.random(in: 0...(isWild ? 60_000 : 9000), using: &random)
                kernel += step
                stamp =
                    isWild && Bool.random(using: &random)
                    ? UInt32.random(in: 0 ... .max, using: &random) : stamp &+ UInt32(step) / unit
                if unit == 100 { stamp %= 65_536 }
                var frame = frame(kernel, stamp: Int.random(in: 0..<9, using: &random) == 0 ? nil : stamp)
                frame.followsDrop = Int.random(in: 0..<30, using: &random) == 0
                let time = clock.time(of: frame).microseconds
                #expect(time >= last && time <= kernel && kernel - time <= ReportClock.longestDelay)
                last = time
            }
        }
    }

    @Test("a pen's events have these times")
    func pen() {
        let hovers = (1...80).map { "\($0 / 4 * 16)ms x=\($0) stamp=\($0 * 40)" }.joined(separator: "; ")
        let said = TabletTests.pen("0ms pen+ x=0 stamp=0; \(hovers)") { "\($0.time.microseconds / 1000)" }
        // the last of four comes at once, the first of the next ones 12 ms after it was made: no time is after the kernel's
        #expect(said.hasSuffix("hover(292) hover(296) hover(300) hover(304) hover(308)"))
    }
}
