import Editing
import Evdev
import Glibc
import Ink
import InkClient
import InkProtocol
import PenLog
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Live, recorded and replayed")
    struct ReplayFidelityTests {
        /// A pointer event as clients get it, less the wall clock time: times are in microseconds since the first event, or since
        /// the pen came near. Then the daemon reads the wall clock again, so that times on either side do not compare to the microsecond.
        struct Told: Equatable {
            var event: PointerInterface.Event
            var microseconds: Int
        }

        @Test("pen and fingers give the very same pointer events and strokes, in the same order")
        func penAndTouch() throws {
            let live = try RunningDaemon()
            let pen = try TestPen(in: live)
            let watch = try watch(live)
            let client = try live.connect()
            let frames = try Recording.read(samplePath).devices[0].frames
            let touch = try live.onLoop { daemon in
                let touch = try daemon.parts.devices.add(.test(.touch), .touch)
                daemon.parts.devices.join(
                    try #require(daemon.parts.deviceRegistry[pen.id]), try #require(daemon.parts.deviceRegistry[touch]))
                return touch
            }
            let name = try #require(try client.startRecording().recording)
            let origin = try #require(frames.first).time.microseconds
            let contacts = Self.contacts(around: frames)
            try live.onLoop { daemon in
                // a finger whose frame is read before the pen's, though the pen was there first: it is cancelled, not kept out
                daemon.parts.devices.accept(.contact(at: origin + 2, id: 1), from: touch)
                for (index, frame) in frames.enumerated() {
                    daemon.parts.devices.accept(frame, from: pen.id)
                    for contact in contacts[index] ?? [] { daemon.parts.devices.accept(contact, from: touch) }
                }
            }
            let bytes = try client.readRecording(name, file: try #require(try client.stopRecording().files.first))
            try live.waitUntilQuiet(watch)
            let expected = try told(watch)
            #expect(expected.contains { $0.event.tool == .finger && $0.event.phase == .cancel })
            #expect(expected.contains { $0.event.tool == .pen && $0.event.phase == .up })
            for speed in [3.0, 1000] {
                let again = try RunningDaemon([try Recording.parse(bytes)], speed: speed)
                let watch = try self.watch(again)
                try again.play()
                try again.waitUntilQuiet(watch)
                let replayed = try told(watch)
                // what was in progress at the end of the recording ends there
                #expect(Array(replayed.prefix(expected.count)) == expected)
                #expect(replayed.dropFirst(expected.count).allSatisfy { [.cancel, .proximityOut].contains($0.event.phase) })
                #expect(try strokes(again) == strokes(live))
            }
        }

        @Test(
            "the same text is read, with the same alternatives",
            .enabled(if: hasModel, "no model: set INKD_MODEL to a .safetensors file"))
        func text() throws {
            let frames = try Recording.read(samplePath).devices[0].frames
            let live = try RunningDaemon(model: modelPath)
            try live.wait("model") { $0.shared.models.problem == nil }
            let pen = try TestPen(in: live)
            let client = try live.connect()
            let name = try #require(try client.startRecording().recording)
            try pen.play(frames)
            let bytes = try client.readRecording(name, file: try #require(try client.stopRecording().files.first))
            try live.waitUntilQuiet()
            let again = try RunningDaemon([try Recording.parse(bytes)], speed: 20, model: modelPath)
            try again.wait("model") { $0.shared.models.problem == nil }
            try again.play()
            try again.waitUntilQuiet()
            #expect(try strokes(again) == strokes(live))
            let written = try #require(try client.editors().first)
            let replayed = try #require(try again.connect().editors().first)
            #expect(written.text?.isEmpty == false && written.text == replayed.text)
            #expect(try candidates(live, written.editor) == candidates(again, replayed.editor))
        }

        @Test("step by step a visit is played for each line, and with their end the daemon ends")
        func steps() throws {
            let pen = try TestPen(in: try RunningDaemon())
            let frames = [[1, 0], [1, 0], [1, 0]].enumerated().flatMap { visit, keys in
                keys.enumerated().map { index, value in
                    let time = Instant(microseconds: Int64(visit) * 3_600_000_000 + Int64(index) * 1000)
                    return Frame(time: time, events: [InputEvent(time: time, type: EventType.key, code: Key.toolPen, value: Int32(value))])
                }
            }
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            defer { close(ends[0]) }
            let recording = Recording(devices: [RecordedDevice(description: pen.description, frames: frames)])
            let daemon = try RunningDaemon([recording], steps: ends[0])
            let watch = try watch(daemon)
            try daemon.play()
            for visits in 1...2 {
                #expect(write(ends[1], "\n", 1) == 1)
                // the hour between two visits is not waited for
                try daemon.wait("visit \(visits)") { $0.parts.replays.players.allSatisfy { $0.next == 2 * visits && $0.isWaiting } }
            }
            close(ends[1])
            #expect(daemon.waitForEnd())
            watch.takeIn()
            #expect(try told(watch).map(\.event.phase).count { $0 == .proximityIn } == 2)
        }

        /// Fingers before, while and after the pen is there.
        private static func contacts(around frames: [Frame]) -> [Int: [Frame]] {
            var contacts: [Int: [Frame]] = [:]
            for (number, index) in stride(from: 0, to: frames.count, by: 40).enumerated() {
                let time = frames[index].time.microseconds
                contacts[index] = [.contact(at: time, id: Int32(number + 2)), .contact(at: time, id: Int32(number + 2), x: 250)]
                contacts[index + 20] = [.contact(at: frames[min(index + 20, frames.count - 1)].time.microseconds, id: -1)]
            }
            return contacts
        }

        private func watch(_ daemon: RunningDaemon) throws -> RawClient {
            let watch = try daemon.watchPointers()
            try daemon.keepEverything()
            return watch
        }

        private func told(_ client: RawClient) throws -> [Told] {
            let events = try client.replies(of: PointerInterface.Watch.self).flatMap(\.events)
            var origin = events.first?.time ?? 0
            return events.map { event in
                var event = event
                if event.phase == .proximityIn { origin = event.time }
                let microseconds = Int(((event.time - origin) * 1000).rounded())
                event.time = 0
                return Told(event: event, microseconds: microseconds)
            }
        }

        /// Point, force and time since the first point, of every point, bit for bit.
        private func strokes(_ daemon: RunningDaemon) throws -> [[[UInt64]]] {
            let strokes = try daemon.penInks().flatMap(\.strokes)
            let origin = strokes.first?.points.first?.time ?? Instant(microseconds: 0)
            return strokes.map { stroke in
                stroke.points.map {
                    [$0.x.bitPattern, $0.y.bitPattern, UInt64($0.force.bitPattern), UInt64(bitPattern: $0.time.since(origin))]
                }
            }
        }

        private func candidates(_ daemon: RunningDaemon, _ editor: String) throws -> [String] {
            let ink = try daemon.connect().strokes(of: editor).strokes.map { RecognizerInterface.Ink(x: $0.x, y: $0.y) }
            return try daemon.connect().recognize(ink, alternatives: 5, timeout: .patience).candidates.map {
                "\($0.text) \($0.score ?? 0)"
            }
        }
    }
}
