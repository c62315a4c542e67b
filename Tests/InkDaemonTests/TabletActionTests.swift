import Editing
import Evdev
import Ink
import InkClient
import InkProtocol
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Actions of pens' buttons and of tablets' keys")
    struct TabletActionTests {
        /// The tests' tablet, with this setting.
        private static func tablet(_ change: (inout TabletSettings) -> Void) -> (inout Settings) -> Void {
            var tablet = TabletSettings()
            change(&tablet)
            return { [tablet] in
                $0.devicesTablets = ["0001:0002": tablet]
                // whoever has the pen is meant
                $0.devicesSessions = .notNeeded
            }
        }

        private static func start(_ change: (inout TabletSettings) -> Void) throws -> RunningDaemon {
            try RunningDaemon(login: nil, tablet(change))
        }

        private static let undoingPad = PadBindings(keys: [.key(0): .undo, .key(1): .eraser], turns: [.ring(0): .history])

        /// A pen near, with a key of its or of a pad's held or not.
        private static func key(_ code: UInt16, _ isHeld: Bool, at time: Int64) -> Frame {
            let time = Instant(microseconds: time)
            return Frame(time: time, events: [InputEvent(time: time, type: EventType.key, code: code, value: isHeld ? 1 : 0)])
        }

        /// Two strokes; the pen is away afterwards.
        private static func writing(from start: Int64) -> [Frame] {
            (0..<2).flatMap { number -> [Frame] in
                let time = start + Int64(number) * 100_000
                return [
                    .pen(at: time, near: true, force: 500, x: 10), .pen(at: time + 10_000, near: true, force: 500, x: 500),
                    .pen(at: time + 20_000, near: false),
                ]
            }
        }

        private static func waitForStrokes(_ count: Int, in daemon: RunningDaemon) throws {
            try daemon.wait("\(count) strokes") {
                $0.parts.deviceRegistry.sessions.values.contains { $0.editor?.status.strokeCount == count }
            }
        }

        // MARK: Buttons of the pen

        @Test("a barrel button that undoes takes the last stroke back, and no client sees the button")
        func undoes() throws {
            let daemon = try Self.start { $0.adjustment.pen.buttons.lower = .undo }
            let pen = try TestPen(in: daemon)
            let watch = try daemon.watchPointers()
            try daemon.keepEverything()
            try pen.come()
            for _ in 0..<3 { try pen.stroke() }
            try pen.press()
            try pen.letGo()
            #expect(try pen.strokes()[0] == 2)
            try pen.press()
            try pen.letGo()
            try pen.stroke()
            try pen.go()
            #expect(try pen.strokes()[0] == 2)
            try daemon.waitUntilQuiet(watch)
            let events = try watch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
            #expect(!events.isEmpty && events.allSatisfy { $0.buttons.isEmpty })
        }

        @Test("a barrel button without an action is seen by clients as ever, and does nothing")
        func passes() throws {
            let daemon = try Self.start { _ in }
            let pen = try TestPen(in: daemon)
            let watch = try daemon.watchPointers()
            try pen.come()
            try pen.stroke()
            try pen.press()
            try pen.letGo()
            try pen.go()
            try daemon.waitUntilQuiet(watch)
            let events = try watch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
            #expect(events.contains { !$0.buttons.isEmpty })
            #expect(try pen.strokes()[0] == 1)
        }

        @Test("while a button that erases is held ink is taken away, and none is drawn across")
        func erases() throws {
            let daemon = try Self.start { $0.adjustment.pen.buttons.lower = .eraser }
            let pen = try TestPen(in: daemon)
            try pen.come()
            try pen.draw([(20, 20), (60, 20)])
            try pen.draw([(20, 40), (60, 40)])
            #expect(try pen.strokes()[0] == 2)
            try pen.press()
            // through the second, and far past it
            try pen.draw([(40, 35), (40, 45)])
            try pen.letGo()
            let ink = try #require(try daemon.penInks().first)
            // the first is whole; of the second the two ends are left, or nothing
            let rows = ink.strokes.map { $0.points.map(\.y) }
            #expect(rows.allSatisfy { ys in ys.allSatisfy { abs($0 - 20) < 1 } || ys.allSatisfy { abs($0 - 40) < 1 } })
            #expect(ink.strokes.allSatisfy { stroke in stroke.points.allSatisfy { abs($0.y - 40) > 1 || abs($0.x - 40) > 0.5 } })
            #expect(ink.strokes.contains { stroke in stroke.points.allSatisfy { abs($0.y - 20) < 1 } })
            #expect(ink.canUndo)
        }

        @Test("an eraser button that undoes erases nothing; the pen is near as long as it is, and told to have left when it has")
        func eraserButton() throws {
            let daemon = try Self.start { $0.adjustment.pen.buttons.eraser = .undo }
            let pen = try TestPen(in: daemon)
            func waitUntilAway() throws {
                try daemon.wait("the pen's leaving") { $0.parts.deviceRegistry.sessions.values.allSatisfy(\.isAtRest) }
            }
            try waitUntilAway()
            let watch = try daemon.watchPointers()
            try pen.come()
            for _ in 0..<3 { try pen.stroke() }
            try pen.pressEraser()
            #expect(try pen.strokes()[0] == 2)
            try pen.letGoEraser()
            try pen.stroke()
            #expect(try pen.strokes()[0] == 3)
            try pen.go()
            try waitUntilAway()
            try daemon.waitUntilQuiet(watch)
            let events = try watch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
            #expect(events.allSatisfy { $0.tool == .pen && $0.buttons.isEmpty })
            #expect(events.count { $0.phase == .proximityIn } == 1 && events.last?.phase == .proximityOut)
        }

        @Test("settings that are read again hold once the pen is away")
        func reloaded() throws {
            let daemon = try Self.start { _ in }
            let pen = try TestPen(in: daemon)
            try pen.come()
            try pen.stroke()
            try daemon.onLoop { daemon in
                var settings = daemon.shared.settings
                Self.tablet { $0.adjustment.pen.buttons.lower = .undo }(&settings)
                daemon.reloaded(.success(settings))
            }
            try pen.press()
            try pen.letGo()
            #expect(try pen.strokes()[0] == 1)
            try pen.go()
            try pen.come()
            try pen.press()
            #expect(try pen.strokes()[0] == 0)
        }

        @Test("a button turns writing into fields off and on")
        func pen() throws {
            let daemon = try Self.start { $0.adjustment.pen.buttons.lower = .pen }
            let pen = try TestPen(in: daemon)
            let client = try daemon.connect()
            try pen.come()
            #expect(try client.textInputStatus().enabled)
            try pen.press()
            #expect(try client.textInputStatus().enabled == false)
            try pen.letGo()
            try pen.press()
            #expect(try client.textInputStatus().enabled)
        }

        // MARK: Pads

        @Test("a key of the pad takes a stroke of its tablet's pen back; the ring does so and does it again")
        func padUndoes() throws {
            let daemon = try Self.start { $0.pad = Self.undoingPad }
            let (pen, pad) = (TestNode(), TestNode.pad())
            try TestNode.plug(pen, pad, in: daemon)
            #expect(pad.isOpen)
            for frame in Self.writing(from: 1_000_000) { pen.write(frame) }
            try Self.waitForStrokes(2, in: daemon)
            pad.write(Self.key(Key.button0, true, at: 2_000_000), Self.key(Key.button0, false, at: 2_100_000))
            try Self.waitForStrokes(1, in: daemon)
            func turn(_ places: [Int32]) {
                let time = Instant(microseconds: 3_000_000)
                for place in places {
                    pad.write(
                        Frame(
                            time: time,
                            events: [
                                InputEvent(time: time, type: EventType.abs, code: Axis.wheel, value: place),
                                InputEvent(time: time, type: EventType.abs, code: Axis.misc, value: 15),
                            ]))
                }
            }
            turn([30, 36])
            try Self.waitForStrokes(2, in: daemon)
            turn([30, 24])
            try Self.waitForStrokes(0, in: daemon)
        }

        @Test("while a key of the pad that erases is held its pen is an eraser; pulled out, the pad holds nothing any more")
        func padErases() throws {
            let daemon = try Self.start { $0.pad = Self.undoingPad }
            let (pen, pad) = (TestNode(), TestNode.pad())
            try TestNode.plug(pen, pad, in: daemon)
            let watch = try daemon.watchPointers()
            pad.write(Self.key(Key.button0 + 1, true, at: 1_000_000))
            try daemon.wait("the key") { $0.parts.deviceRegistry.sessions.values.contains { $0.pad.erasingKey != nil } }
            pen.write(.pen(at: 2_000_000, near: true), .pen(at: 2_010_000, near: false), .pen(at: 2_020_000, near: true))
            try daemon.wait("the pen") { $0.parts.deviceRegistry.sessions.values.contains { $0.identity.role == .pen && !$0.isAtRest } }
            try daemon.onLoop { $0.parts.hardware.forget(pad.device.syspath) }
            try daemon.waitUntilQuiet(watch)
            let events = try watch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
            let story = events.map { "\($0.phase) \($0.tool)" }
            #expect(story.prefix(2) == ["proximityIn eraser", "proximityOut eraser"])
            #expect(story.suffix(2) == ["proximityOut eraser", "proximityIn pen"])
        }

        @Test("the pad of another seat's tablet does nothing here")
        func otherSeat() throws {
            let daemon = try Self.start { $0.pad = Self.undoingPad }
            let (pen, pad) = (TestNode(), TestNode.pad(seat: "seat1"))
            try TestNode.plug(pen, pad, in: daemon)
            for frame in Self.writing(from: 1_000_000) { pen.write(frame) }
            try Self.waitForStrokes(2, in: daemon)
            pad.write(Self.key(Key.button0, true, at: 2_000_000), Self.key(Key.button0, false, at: 2_100_000))
            pad.write(Self.key(Key.button0 + 1, true, at: 2_200_000))
            try daemon.wait("the keys") { $0.parts.deviceRegistry.sessions.values.contains { $0.pad.erasingKey != nil } }
            #expect(try daemon.penInks().map(\.strokeCount) == [2])
            let list = try daemon.connect().call(DevicesInterface.List.self, .init())
            #expect(list.devices.first { $0.kind == .pad }?.pairedWith == nil)
        }

        @Test("a pad is closed with the session, and what is pressed behind the lock screen does nothing")
        func locked() throws {
            let login = TestLogin()
            let ann = LoginSession(id: "1", user: 1001, kind: "user")
            let daemon = try RunningDaemon(login: login.sessions) {
                Self.tablet { $0.pad = Self.undoingPad }(&$0)
                $0.devicesSessions = .required
            }
            let (pen, pad) = (TestNode(), TestNode.pad())
            try login.enter(ann, in: daemon)
            try TestNode.plug(pen, pad, in: daemon)
            for frame in Self.writing(from: 1_000_000) { pen.write(frame) }
            try Self.waitForStrokes(2, in: daemon)
            try login.lock(true, ann, in: daemon)
            #expect(!pad.isOpen && !pen.isOpen)
            // a key that is held before the unlocking is no press
            pad.setKernelState { $0.pressedKeys = [Key.button0] }
            try login.lock(false, ann, in: daemon)
            #expect(pad.isOpen && pad.openings == 2)
            pad.write(Self.key(Key.button0, false, at: 2_000_000), Self.key(Key.button0 + 1, true, at: 2_100_000))
            try daemon.wait("the key") { $0.parts.deviceRegistry.sessions.values.contains { $0.pad.erasingKey != nil } }
            #expect(try daemon.penInks().map(\.strokeCount) == [2])
        }

        @Test("a pad that nothing is bound to is listed and not opened, until something is")
        func unbound() throws {
            let daemon = try Self.start { $0.pad = PadBindings(keys: [.key(0): .ignore, .key(7): .undo]) }
            let (pen, pad) = (TestNode(), TestNode.pad())
            try TestNode.plug(pen, pad, in: daemon)
            #expect(pen.isOpen && pad.openings == 0)
            func listed() throws -> DevicesInterface.Device {
                let devices = try daemon.connect().devices()
                return try #require(devices.first { $0.kind == .pad })
            }
            let before = try listed()
            #expect(before.controls == [.init(name: "A"), .init(name: "B"), .init(name: "ring")])
            #expect(before.editor == nil && before.pairedWith != nil && before.paused == nil && before.width == nil)
            func use(_ bindings: PadBindings) throws {
                try daemon.onLoop { daemon in
                    var settings = daemon.shared.settings
                    Self.tablet { $0.pad = bindings }(&settings)
                    daemon.reloaded(.success(settings))
                }
            }
            try use(Self.undoingPad)
            #expect(pad.isOpen)
            let bound: [DevicesInterface.Control] = [
                .init(name: "A", action: "undo"), .init(name: "B", action: "eraser"), .init(name: "ring", action: "history"),
            ]
            #expect(try listed().controls == bound)
            try use(PadBindings())
            #expect(!pad.isOpen && pad.openings == 1)
            #expect(try listed().controls == before.controls)
        }

        @Test("a pad has no editor, and no recording has it")
        func neither() throws {
            let daemon = try Self.start { $0.pad = Self.undoingPad }
            try TestNode.plug(TestNode.pad(), in: daemon)
            let client = try daemon.connect()
            #expect(try client.devices().map(\.kind) == [.pad] && client.editors().isEmpty)
            _ = try client.call(RecorderInterface.Start.self, .init())
            #expect(try client.call(RecorderInterface.GetState.self, .init()).state.devices.isEmpty)
            #expect(
                try daemon.onLoop {
                    $0.parts.deviceRegistry.sessions.values.allSatisfy { $0.logging.queue == nil && $0.logging.nextRecorder == nil }
                })
        }

        // MARK: Fields

        @Test("where the pen writes into a field, undo takes back pending ink, and then asks for the last word")
        func field() throws {
            let tiny = projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors"
            let daemon = try RunningDaemon(
                model: tiny,
                Self.tablet { $0.adjustment.pen.buttons = PenButtons(lower: .undo, upper: .nextCandidate) })
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            try pen.come()
            try pen.stroke()
            try pen.press()
            try pen.letGo()
            #expect(try pen.strokes() == [0, 0])
            try pen.press()
            try pen.letGo()
            #expect(try method.next(.action)?.action == .undo)
            // the button is no wish to point
            try pen.go()
            #expect(try method.client.textInputStatus().captured)
            try pen.come()
            let now = try daemon.onLoop { Int64(clamping: $0.loop.now) }
            try pen.play([Self.key(Key.stylus2, true, at: now)])
            #expect(try method.next(.action)?.action == .nextCandidate)
        }
    }
}
