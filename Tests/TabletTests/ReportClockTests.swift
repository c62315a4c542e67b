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

    @Test("four at once, every 16 ms, are 4 ms apart by the device's clock", arguments: [UInt32(7), 4_294_917_295])
    func bursts(first: UInt32) {
        let frames = (0..<400).map { index -> Frame in
            let (burst, place) = (index / 4, index % 4)
            return frame(1_000_000 + Int64(burst) * 16_000 + Int64(place) * 30, stamp: first &+ UInt32(index) * 4000)
        }
        let times = times(frames)
        // until a report came without delay
        let steps = zip(times.dropFirst(5), times.dropFirst(4)).map { $0 - $1 }
        #expect(steps.allSatisfy { (3900...4200).contains($0) }, "\(steps.min() ?? 0) to \(steps.max() ?? 0)")
        #expect(zip(times, frames).allSatisfy { $0 <= $1.time.microseconds && $1.time.microseconds - $0 < 13_000 })
    }

    @Test("without stamps the kernel's time holds")
    func kernelTime() {
        #expect(times([frame(5, stamp: nil), frame(9, stamp: nil)]) == [5, 9])
        #expect(times([frame(5, stamp: 1), frame(9000, stamp: nil), frame(12_000, stamp: 12_000)]) == [5, 9000, 12_000])
    }

    @Test("a clock that begins anew, or that stood for a while, is set by the kernel's")
    func reset() {
        #expect(
            times([frame(1_000_000, stamp: 900_000), frame(1_005_000, stamp: 0), frame(1_010_000, stamp: 5000)]) == [
                1_000_000, 1_005_000, 1_010_000,
            ])
        #expect(times([frame(1_000_000, stamp: 0), frame(9_000_000, stamp: 5000)]) == [1_000_000, 9_000_000])
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
            for _ in 0..<200 {
                kernel += Int64.random(in: 0...60_000, using: &random)
                stamp =
                    Bool.random(using: &random)
                    ? stamp &+ UInt32.random(in: 0...90_000, using: &random) : UInt32.random(in: 0 ... .max, using: &random)
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
        let said = TabletTests.pen(
            "0ms pen+ x=1 stamp=1000; 16ms x=2 stamp=5000; 16ms x=3 stamp=9000; 16ms x=4 stamp=13000; 16ms x=5 stamp=17000; 32ms x=6 stamp=21000"
        ) {
            "\($0.time.microseconds / 1000)"
        }
        #expect(said == "in(0) hover(4) hover(8) hover(12) hover(16) hover(20)")
    }
}
