import Evdev
import Ink
import Testing

@testable import Tablet

@Suite("Events become frames")
struct FrameAssemblerTests {
    @Test("SYN_REPORT closes a frame and gives it its time")
    func report() {
        let frames = frames(of: [move(1, 5), report(2), report(3)])
        #expect(frames == [Frame(time: Instant(microseconds: 2), events: [move(1, 5)]), Frame(time: Instant(microseconds: 3))])
    }

    @Test("a drop voids everything up to the next SYN_REPORT and marks the frame after it, and only that")
    func drop() {
        let frames = frames(of: [move(1, 1), dropped(2), move(3, 2), report(4), move(5, 3), report(6), move(7, 4), report(8)])
        #expect(frames.map(\.followsDrop) == [true, false])
        #expect(frames.map(\.events) == [[move(5, 3)], [move(7, 4)]])
    }

    @Test("a difference continues the unfinished frame and leaves the reports within it out")
    func difference() {
        var assembler = FrameAssembler()
        _ = assembler.add(move(1, 1))
        assembler.beginDifference()
        assembler.addDifference(move(2, 2))
        assembler.addDifference(report(2))
        assembler.addDifference(move(2, 3))
        assembler.close(at: Instant(microseconds: 2))
        let events = [move(1, 1), move(2, 2), move(2, 3)]
        #expect(assembler.frame == Frame(time: Instant(microseconds: 2), events: events, followsDrop: true))
        #expect(frames(of: [report(3)], by: &assembler) == [Frame(time: Instant(microseconds: 3))])
    }

    @Test("a frame that never ends is dropped before it fills the memory")
    func endless() {
        var assembler = FrameAssembler()
        #expect(frames(of: Array(repeating: move(1, 1), count: FrameAssembler.longestFrame * 3), by: &assembler).isEmpty)
        #expect(assembler.frame.events.isEmpty)
        let after = frames(of: [report(2), move(3, 2), report(4)], by: &assembler)
        #expect(after == [Frame(time: Instant(microseconds: 4), events: [move(3, 2)], followsDrop: true)])
    }

    private func frames(of events: [InputEvent]) -> [Frame] {
        var assembler = FrameAssembler()
        return frames(of: events, by: &assembler)
    }

    private func frames(of events: [InputEvent], by assembler: inout FrameAssembler) -> [Frame] {
        var frames: [Frame] = []
        for event in events where assembler.add(event) { frames.append(assembler.frame) }
        return frames
    }

    private func move(_ time: Int64, _ value: Int32) -> InputEvent {
        InputEvent(time: Instant(microseconds: time), type: EventType.abs, code: Axis.x, value: value)
    }

    private func report(_ time: Int64) -> InputEvent {
        InputEvent(time: Instant(microseconds: time), type: EventType.syn, code: Sync.report, value: 0)
    }

    private func dropped(_ time: Int64) -> InputEvent {
        InputEvent(time: Instant(microseconds: time), type: EventType.syn, code: Sync.dropped, value: 0)
    }
}
