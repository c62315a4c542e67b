import Ink
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("Pointer events on their way to a workspace")
struct PointerFeedTests {
    private func event(_ x: Int, _ phase: PointerPhase = .move) -> PointerEvent {
        var event = PointerEvent(phase: phase, tool: .pen, device: DeviceID(0), time: Instant(microseconds: Int64(x)))
        event.rawX = Int32(x)
        return event
    }

    /// The places in the next batch, and whether events before it are missing.
    private func take(_ feed: PointerFeed) -> (places: [Int], hasGap: Bool) {
        var batch = PointerFeed.Batch()
        feed.take(into: &batch)
        feed.finish()
        return (batch.events.map { Int($0.rawX) }, batch.hasGap)
    }

    @Test("the workspace is woken once for all that gathers until it takes it")
    func wakesOnce() {
        let feed = PointerFeed()
        #expect(!feed.push([]) && feed.isEmpty)
        #expect(feed.push([event(1), event(2)]))
        #expect(!feed.push([event(3)]) && !feed.isEmpty)
        #expect(take(feed) == ([1, 2, 3], false))
        #expect(feed.isEmpty && feed.push([event(4)]))
        #expect(take(feed) == ([4], false))
    }

    @Test("what was on its way to the workspace before is not taken for what comes next")
    func discard() {
        let feed = PointerFeed()
        #expect(feed.push([event(1)]))
        feed.seal()
        #expect(feed.push([event(2)]))
        feed.discard()
        #expect(feed.isEmpty)
        #expect(feed.push([event(3)]), "the new workspace is woken")
        #expect(take(feed) == ([3], false))
        #expect(take(feed) == ([], false), "the old one's waking finds nothing")
        #expect(feed.push([event(4)]))
    }

    @Test("what comes behind a call stays behind it: each batch is taken by its own waking")
    func order() {
        let feed = PointerFeed()
        #expect(feed.push([event(1)]))
        feed.seal()
        #expect(!feed.isEmpty)
        #expect(feed.push([event(2)]), "the batch behind the call is woken for again")
        feed.seal()
        // nothing came since: there is nothing to keep apart
        feed.seal()
        #expect(feed.push([event(3)]) && !feed.push([event(4)]))
        #expect([take(feed), take(feed), take(feed)].map(\.places) == [[1], [2], [3, 4]])
        #expect(feed.isEmpty)
    }

    @Test("a batch that is taken keeps its room for the events that come next")
    func keepsRoom() {
        let feed = PointerFeed()
        var batch = PointerFeed.Batch()
        batch.events.reserveCapacity(1024)
        let capacity = batch.events.capacity
        for round in 0..<100 {
            for number in 0..<8 { _ = feed.push(CollectionOfOne(event(round * 8 + number))) }
            feed.take(into: &batch)
            feed.finish()
            #expect(batch.events.count == 8 && batch.events.capacity >= capacity)
        }
    }

    @Test("a batch gives back the room that a flood has needed")
    func givesRoomBack() {
        let feed = PointerFeed()
        var batch = PointerFeed.Batch()
        for _ in 0..<2 {
            _ = feed.push([PointerEvent](repeating: event(0), count: PointerFeed.limit / 2))
            feed.take(into: &batch)
            feed.finish()
            #expect(batch.events.count == PointerFeed.limit / 2)
        }
        for _ in 0..<2 {
            _ = feed.push([event(1)])
            feed.take(into: &batch)
            feed.finish()
        }
        #expect(batch.events.count == 1 && batch.events.capacity <= PointerFeed.keptRoom)
    }

    @Test("of more than may wait, motion is left out, beginnings and ends stay, and the gap is told once")
    func gap() {
        let feed = PointerFeed()
        _ = feed.push([event(1, .down)])
        _ = feed.push([PointerEvent](repeating: event(0), count: PointerFeed.limit - 1))
        _ = feed.push([event(2), event(3, .up), event(4, .hover)])
        _ = feed.push([event(5, .down)])
        var batch = PointerFeed.Batch()
        feed.take(into: &batch)
        feed.finish()
        #expect(batch.hasGap && batch.events.count <= PointerFeed.limit + 2)
        #expect(batch.events.filter { $0.phase != .move }.map { Int($0.rawX) } == [1, 3, 5])
        _ = feed.push([event(6)])
        #expect(take(feed) == ([6], false))
    }

    @Test("batches behind calls that nobody takes do not grow without bound")
    func sealedBatches() {
        let feed = PointerFeed()
        let motion = [PointerEvent](repeating: event(0), count: PointerFeed.limit / 2)
        var batches = 0
        for _ in 0..<6 {
            batches += feed.push(motion) ? 1 : 0
            feed.seal()
        }
        var (kept, hasGap) = (0, false)
        for _ in 0..<batches {
            var batch = PointerFeed.Batch()
            feed.take(into: &batch)
            feed.finish()
            kept += batch.events.count
            hasGap = hasGap || batch.hasGap
        }
        #expect(kept <= PointerFeed.limit && hasGap)
        #expect(feed.isEmpty)
    }
}
