import Editing
import Evdev
import Glibc
import Ink
import InkClient
import InkProtocol
import PenLog
import System
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("A pen writes on while a client makes the daemon work")
    struct PenStreamTests {
        /// A pen of 1000 Hz whose frames count from 1 by their place, and a client that watches it.
        private final class Stream {
            private let daemon: RunningDaemon
            private let watch: RawClient
            private let pen: LivePen
            private var begin: UInt64 = 0
            private(set) var written = 0
            private(set) var events: [PointerInterface.Event] = []

            init(_ daemon: RunningDaemon) throws {
                self.daemon = daemon
                watch = try daemon.watchPointers()
                // what is told is all told, however slow this test reads
                try daemon.keepEverything()
                pen = try LivePen(.pen, in: daemon)
                // it leaves once: from now on its silences mean nothing
                pen.write([.pen(at: 1000, near: true), .pen(at: 2000, near: false)])
            }

            /// Writes the frames that are due, and takes in the daemon's replies.
            func step() throws {
                let now = MonotonicClock.microseconds
                if begin == 0 { begin = now - UInt64(written) * 1000 }
                let due = min(Int((now - begin) / 1000), written + 64)
                while written < due {
                    written += 1
                    // strokes of half a second
                    pen.write([.pen(at: Int64(now), near: true, force: written % 500 < 400 ? 500 : 0, x: Int32(written % 10_000))])
                }
                events += try watch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
                usleep(500)
            }

            /// Waits until all that was written has been told.
            func finish() throws {
                let end = ContinuousClock.now + .patience
                while events.last.map({ $0.rawX }) != written % 10_000, ContinuousClock.now < end {
                    events += try watch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
                    usleep(500)
                }
                begin = 0
            }

            /// The frames that were told of, in the order in which they were.
            var told: [Int] {
                var told: [Int] = []
                for event in events.dropFirst(2) where told.last != event.rawX { told.append(event.rawX) }
                return told
            }
        }

        @Test(
            "calls that once held up the loop leave the daemon serving, and no frame of a pen of 1000 Hz is lost",
            arguments: [
                CostlyCall(name: "AddStrokes of 20,000 samples", size: 20_000) { _, editor, size in
                    try CostlyCall.addStrokes([CostlyCall.wave(samples: size, y: 50)], editor)
                }
            ] + CostlyCall.all.filter { $0.name.hasPrefix("Erase") })
        func stream(call: CostlyCall) throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.rawContent)
            let message = try call.message(client, editor, call.size)
            let stream = try Stream(daemon)
            // a second of quiet, then as long as the call takes
            let quiet = try daemon.loopTime(of: {
                while stream.written < 1000 { try stream.step() }
                try stream.finish()
            })
            let caller = try daemon.connectRaw()
            let before = stream.written
            var answer: Reply?
            let busy = try daemon.loopTime(of: {
                caller.send(bytes: message)
                while answer == nil {
                    try stream.step()
                    answer = try caller.takeReplies().first
                }
                // whatever the call took, the pen goes on for a while
                let last = stream.written + 500
                while stream.written < last { try stream.step() }
                try stream.finish()
            })
            #expect(answer?.error == nil, "\(answer?.error ?? "")")
            let (told, events) = (stream.told, stream.events)
            let all = (1...stream.written).map { $0 % 10_000 }
            #expect(told == all)
            #expect(!events.contains { $0.gap })
            // the loop's work for a frame does not depend on the call
            let frames = stream.written - before
            let limit = 3 * quiet * frames / 1000 + 50_000
            #expect(busy <= limit, "\(frames) frames; \(quiet) µs for 1000 before")
            print("\(call.name): \(busy) µs of the loop for \(frames) frames and the call, \(quiet) for 1000 frames before")
            #expect(try daemon.connect().information().product == "inkd")
        }
    }
}
