import Editing
import Evdev
import Glibc
import Ink
import InkClient
import InkProtocol
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Secrecy")
    struct SecrecyTests {
        private static let ann = LoginSession(id: "1", user: 1001, kind: "user")
        private static let bob = LoginSession(id: "2", user: 1002, kind: "user")
        private static let greeter = LoginSession(id: "c1", user: 110, kind: "greeter")
        private let login = TestLogin()

        private func start(_ change: (inout Settings) -> Void = { _ in }) throws -> RunningDaemon {
            try RunningDaemon(login: login.sessions, change)
        }

        private func hasStroke(in daemon: RunningDaemon) throws {
            try daemon.wait("a stroke") { $0.parts.deviceRegistry.sessions.values.contains { $0.editor?.status.strokeCount == 1 } }
        }

        /// Waits until the only pen's editor is with its user and has no ink.
        private func isEmpty(in daemon: RunningDaemon) throws {
            let end = ContinuousClock.now + .patience
            while try daemon.penInks().first?.isEmpty != true {
                guard ContinuousClock.now < end else { throw RawClient.Failure(reason: "no editor without ink") }
                usleep(2000)
            }
        }

        private static let writing: [Frame] = [
            .pen(at: 1000, near: true, force: 500, x: 10), .pen(at: 2000, near: true, force: 500, x: 200),
        ]

        // MARK: When it is closed

        @Test("no node is opened until a session is active and known to be unlocked, and none without logind")
        func failsClosed() throws {
            let node = TestNode()
            let without = try RunningDaemon(login: nil)
            try TestNode.plug(node, in: without)
            #expect(node.openings == 0)
            let list = try without.connect().call(DevicesInterface.List.self, .init())
            #expect(list.devices.isEmpty && list.seats == [.init(name: "seat0", paused: .noLogind, unopened: 1)])

            let daemon = try start()
            try TestNode.plug(node, in: daemon)
            try login.activate(Self.greeter, in: daemon)
            try login.lock(false, Self.greeter, in: daemon)
            try login.activate(Self.ann, in: daemon)
            #expect(node.openings == 0, "whether it is locked is not known")
            try login.lock(nil, Self.ann, in: daemon)
            #expect(node.openings == 0, "logind did not answer")
            #expect(try daemon.connect().seats().first?.paused == .noLogind)
            try login.lock(false, Self.ann, in: daemon)
            #expect(node.openings == 1 && node.isOpen)
            let devices = try daemon.connect().call(DevicesInterface.List.self, .init())
            #expect(devices.devices.map(\.paused) == [nil] && devices.seats == [.init(name: "seat0", unopened: 0)])
        }

        @Test("where the configuration needs no sessions nodes are opened without")
        func kiosk() throws {
            let node = TestNode()
            let daemon = try RunningDaemon(login: nil) { $0.devicesSessions = .notNeeded }
            try TestNode.plug(node, in: daemon)
            #expect(node.isOpen)
        }

        @Test("whatever takes the session away closes the node at once, and it is opened again with the session", arguments: 0..<5)
        func closing(reason: Int) throws {
            let node = TestNode()
            let daemon = try start()
            try login.enter(Self.ann, in: daemon)
            try TestNode.plug(node, in: daemon)
            #expect(node.isOpen)
            let expected: DevicesInterface.Pause
            switch reason {
            case 0:
                try login.lock(true, Self.ann, in: daemon)
                expected = .locked
            case 1:
                try login.activate(nil, in: daemon)
                expected = .inactive
            case 2:
                try login.activate(Self.greeter, in: daemon)
                expected = .greeter
            case 3:
                try daemon.onLoop { $0.parts.sessions.note(.sleep(true)) }
                expected = .asleep
            default:
                try daemon.onLoop { $0.parts.sessions.note(.restarted) }
                expected = .inactive
            }
            #expect(!node.isOpen && node.openings == 1)
            let client = try daemon.connect()
            #expect(try client.devices().map(\.paused) == [expected] && client.seats().map(\.paused) == [expected])
            #expect(try client.editors().map(\.paused) == [expected])
            if reason == 3 { try daemon.onLoop { $0.parts.sessions.note(.sleep(false)) } }
            if reason == 1 || reason == 2 { try login.activate(Self.ann, in: daemon) }
            if reason != 3 { try login.lock(false, Self.ann, in: daemon) }
            #expect(node.isOpen && node.openings == 2)
            #expect(try client.devices().map(\.paused) == [nil] && client.editors().map(\.paused) == [nil])
        }

        @Test("a tablet that is plugged in meanwhile is opened when the session is back; one that is pulled out is not")
        func pluggedMeanwhile() throws {
            let (stays, goes) = (TestNode(name: "stays"), TestNode(name: "goes"))
            let daemon = try start()
            try login.enter(Self.ann, in: daemon)
            try login.lock(true, Self.ann, in: daemon)
            try TestNode.plug(stays, goes, in: daemon)
            #expect(try daemon.connect().seats() == [.init(name: "seat0", paused: .locked, unopened: 2)])
            try daemon.onLoop { [goes] in $0.parts.hardware.forget(goes.device.syspath) }
            try login.lock(false, Self.ann, in: daemon)
            #expect(stays.isOpen && goes.openings == 0)
        }

        @Test("seats are each their own: one that is locked closes nothing of another")
        func seats() throws {
            let (first, second) = (TestNode(name: "first"), TestNode(seat: "seat1", name: "second"))
            let daemon = try start()
            try login.enter(Self.ann, in: daemon)
            try login.enter(Self.bob, on: "seat1", in: daemon)
            // whoever enters has all asked anew; the first is known again
            try login.lock(false, Self.ann, in: daemon)
            try TestNode.plug(first, second, in: daemon)
            #expect(first.isOpen && second.isOpen)
            try login.lock(true, Self.ann, in: daemon)
            #expect(!first.isOpen && second.isOpen)
            try login.activate(nil, on: "seat1", in: daemon)
            #expect(!second.isOpen)
        }

        // MARK: What is in progress

        @Test("a stroke in progress is cancelled, and who goes on after the lock begins nothing before the pen was lifted")
        func midStroke() throws {
            let node = TestNode()
            let daemon = try start()
            try login.enter(Self.ann, in: daemon)
            try TestNode.plug(node, in: daemon)
            let watch = try daemon.watchPointers()
            for frame in Self.writing { node.write(frame) }
            try daemon.wait("writing") { $0.parts.deviceRegistry.sessions.values.contains { $0.editor?.status.isIdle == false } }
            try login.lock(true, Self.ann, in: daemon)
            // what is drawn on the lock screen
            node.write(.pen(at: 3000, near: true, force: 500, x: 300))
            node.setKernelState {
                $0.pressedKeys = [Key.toolPen, Key.touch]
                $0.axes[Axis.pressure]?.value = 500
            }
            try login.lock(false, Self.ann, in: daemon)
            node.write(.pen(at: 4000, near: true, force: 500, x: 400), .pen(at: 5000, near: true, force: 500, x: 500))
            node.write(.pen(at: 6000, near: true), .pen(at: 7000, near: true, force: 500, x: 600), .pen(at: 8000, near: true))
            node.write(.pen(at: 9000, near: false))
            try hasStroke(in: daemon)
            try daemon.wait("the pen's leaving") { $0.parts.deviceRegistry.sessions.values.allSatisfy(\.isAtRest) }
            try daemon.waitUntilQuiet(watch)
            let replies = try watch.replies(of: PointerInterface.Watch.self)
            #expect(replies.filter(\.events.isEmpty).map(\.paused) == [.locked, nil])
            let phases = replies.flatMap(\.events).map(\.phase)
            expectBalanced(phases)
            #expect(phases.count { $0 == .cancel } == 1 && phases.count { $0 == .down } == 2 && phases.count { $0 == .up } == 1)
            #expect(!replies.flatMap(\.events).contains { $0.rawX == 300 })
            #expect(replies.flatMap(\.events).filter { $0.phase == .down }.map(\.rawX) == [10, 600])
        }

        @Test("a captured pen is given back with the descriptor, and captured again afterwards")
        func capture() throws {
            let node = TestNode()
            let daemon = try start()
            let own = LoginSession(id: "1", user: getuid(), kind: "user")
            try login.enter(own, in: daemon)
            try TestNode.plug(node, in: daemon)
            let stream = try daemon.connect().attachInputMethod(named: "test")
            let session = try #require(try stream.next(timeout: .patience)?.session)
            let client = try daemon.connect()
            _ = try client.call(TextInputInterface.SetCapture.self, .init(session: session, capture: .exclusive))
            let isCaptured = { try daemon.onLoop { $0.parts.deviceRegistry.sessions.values.contains { $0.service.capture.isCaptured } } }
            let before = try isCaptured()
            try login.lock(true, own, in: daemon)
            #expect(try !isCaptured())
            _ = try client.call(TextInputInterface.SetCapture.self, .init(session: session, capture: .exclusive))
            #expect(try !isCaptured(), "a closed pen cannot be taken")
            try login.lock(false, own, in: daemon)
            #expect(try isCaptured() == before)
        }

        // MARK: Who is told

        @Test("watches of devices and editors say that it is paused and why, and that it goes on")
        func watches() throws {
            let node = TestNode()
            let daemon = try start()
            try login.enter(Self.ann, in: daemon)
            let devices = try daemon.connect().watchDevices()
            try daemon.wait("a watch") { $0.parts.clients.all.contains { $0.watch != nil } }
            try TestNode.plug(node, in: daemon)
            let editors = try daemon.connect().watchEditors()
            try daemon.wait("two watches") { $0.parts.clients.all.count { $0.watch != nil } == 2 }
            #expect(try editors.next(timeout: .patience)?.change == .present)
            try login.lock(true, Self.ann, in: daemon)
            try login.lock(false, Self.ann, in: daemon)
            let seen = try (0..<3).compactMap { _ in try devices.next(timeout: .patience) }
            #expect(seen.map(\.change) == [.added, .paused, .resumed] && seen.map(\.device.paused) == [nil, .locked, nil])
            var changes: [EditorInterface.Watch.Reply] = []
            while changes.last?.change != .resumed, let reply = try editors.next(timeout: .patience) { changes.append(reply) }
            let pauses = changes.filter { $0.change == .paused || $0.change == .resumed }
            #expect(pauses.map(\.change) == [.paused, .resumed] && pauses.map(\.state.paused) == [.locked, nil])
            #expect(pauses.allSatisfy { $0.state.text == nil })
            // one that begins later is told as well
            try login.lock(true, Self.ann, in: daemon)
            let late = try daemon.connect().watchPointer()
            #expect(try late.next(timeout: .patience)?.paused == .locked)
        }

        @Test(
            "when another user's session is active, the watches of the one before say so and fall silent, and nothing of theirs is left",
            .enabled(if: OtherUser.isPossible, "only root can connect as somebody else"))
        func otherUser() throws {
            let node = TestNode()
            let daemon = try start()
            try login.enter(Self.ann, in: daemon)
            try TestNode.plug(node, in: daemon)
            for frame in Self.writing { node.write(frame) }
            node.write(.pen(at: 3000, near: true))
            try hasStroke(in: daemon)
            let calls = try OtherUser.connect(to: daemon, as: 1001)
            func ask(_ method: String, _ parameters: String, of client: RawClient) throws -> Reply? {
                client.send(#"{"method":"org.inkd.\#(method)","parameters":\#(parameters)}"#)
                return try client.receive()
            }
            let editor = try #require(try daemon.connect().editors().first?.editor)
            #expect(try ask("Editor.SetTool", #"{"editor":"\#(editor)","kind":"finger","tool":"pen"}"#, of: calls)?.error == nil)
            let pointers = try OtherUser.connect(to: daemon, as: 1001)
            pointers.send(#"{"method":"org.inkd.Pointer.Watch","more":true}"#)
            let watch = try OtherUser.connect(to: daemon, as: 1001)
            watch.send(#"{"method":"org.inkd.Editor.Watch","parameters":{"editor":"\#(editor)"},"more":true}"#)
            try daemon.wait("two watches") { $0.parts.clients.all.count { $0.watch != nil } == 2 }
            #expect(try watch.receive()?.parameters["change"]?.string == "present")

            try login.enter(Self.bob, in: daemon)
            #expect(try pointers.receive()?.parameters["paused"] == nil, "how the stroke ends")
            var paused = try pointers.receive()
            #expect(paused?.parameters["paused"]?.string == "inactive")
            paused = try watch.receive()
            while let reply = paused, reply.parameters["change"]?.string != "paused" { paused = try watch.receive() }
            #expect(paused?.parameters["state"]?["paused"]?.string == "inactive")

            try isEmpty(in: daemon)
            for frame in Self.writing { node.write(frame) }
            node.write(.pen(at: 9000, near: true))
            try hasStroke(in: daemon)
            #expect(try pointers.takeReplies().isEmpty && watch.takeReplies().isEmpty)
            #expect(try ask("Editor.GetState", #"{"editor":"\#(editor)"}"#, of: calls)?.error != nil)

            let bob = try OtherUser.connect(to: daemon, as: 1002)
            let state = try #require(try ask("Editor.GetState", #"{"editor":"\#(editor)"}"#, of: bob)?.parameters["state"])
            #expect(state["paused"] == nil)
            #expect(state["undoCount"]?.int == 1 && state["strokes"]?.int == 1 && state["canRedo"] == .bool(false))
            try daemon.onLoop { daemon in
                let handle = daemon.parts.deviceRegistry.sessions.values.first?.editor
                #expect(handle?.owner == 1002 && handle?.status.fingersWrite == false)
            }
            // not what the first one wrote either, when that one is back
            try login.enter(Self.ann, in: daemon)
            try isEmpty(in: daemon)
            let back = try #require(try ask("Editor.GetState", #"{"editor":"\#(editor)"}"#, of: calls)?.parameters["state"])
            #expect(back["strokes"]?.int == 0 && back["canUndo"] == .bool(false))
        }
    }
}
