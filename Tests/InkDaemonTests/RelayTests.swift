import Evdev
import Glibc
import Ink
import InkClient
import InkProtocol
import InkTestSupport
import PenLog
import PenRelay
import System
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("A pen that is read from its relay")
    struct RelayTests {
        private typealias Interface = TextInputInterface

        private static let tiny = projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors"
        private static let number: UInt64 = 0xD40
        /// The pen is 100 × 100 mm and shown 1 to 10.
        private static let mapping = Interface.TabletMapping(vendor: 3, product: 4, matrix: [1000, 0, 0, 0, 1000, 0], millimeter: 10)
        private static let field = Interface.Field(x: 100, y: 100, width: 800, height: 200, focused: true, secret: false)

        private static var pen: DeviceDescription {
            var pen = DeviceDescription.pen
            (pen.id.vendor, pen.id.product) = (3, 4)
            return pen
        }

        @Test("is read from its node until the relay has grabbed it, and again when the relay is gone")
        func takeOver() throws {
            let daemon = try RunningDaemon(model: Self.tiny, login: nil) { $0.devicesSessions = .notNeeded }
            let node = TestNode(Self.pen, number: Self.number)
            try TestNode.plug(node, in: daemon)
            var relay: TestRelay? = try TestRelay(of: node, in: daemon)
            #expect(try relay?.next() == .settings(.standard(.pass, for: Self.pen)))
            let watch = try daemon.connect().watchPointer()
            try daemon.wait("a watch") { $0.parts.clients.all.contains { $0.watch != nil } }
            /// Reads events until one of this phase has come.
            func comes(_ phase: PointerInterface.Phase) throws -> Bool {
                while let report = try watch.next(timeout: .patience) {
                    if report.events.contains(where: { $0.phase == phase }) { return true }
                }
                return false
            }
            node.write(.pen(at: 1_000, near: true))
            #expect(try comes(.proximityIn))
            node.write(.pen(at: 2_000, near: false))
            #expect(try comes(.proximityOut))
            relay?.send(.grab(isGrabbed: true))
            try daemon.wait("the relay's frames") { $0.isRelayed }
            relay?.send(.pen(at: 3_000, near: true), .passes)
            #expect(try comes(.proximityIn))
            relay = nil
            // a pen that was near is gone with its relay
            #expect(try comes(.proximityOut))
            try daemon.wait("the node") { !$0.isRelayed && $0.parts.deviceRegistry.sessions.count == 1 }
        }

        @Test("writes in fields whose places are known, and points elsewhere")
        func rules() throws {
            let daemon = try RunningDaemon(model: Self.tiny, login: nil) { $0.devicesSessions = .notNeeded }
            let relay = try Self.relay(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            // nothing is known of the screen: as without a relay
            #expect(try relay.gets(.writeEverything))
            try method.client.setFields([Self.field], tablets: [Self.mapping], of: method.session)
            let place = FieldRectangle(DevicePoint(x: 700, y: 700), DevicePoint(x: 9300, y: 3300), isFocused: true)
            #expect(try relay.fields() == [place])
            #expect(try relay.gets(.decide))
            // a field without the focus can be written into as well
            _ = try method.unfocus()
            try method.client.setFields([Self.field], tablets: [], of: method.session)
            #expect(try relay.gets(.pass))
            _ = try method.focus(.password)
            try method.client.setFields([Self.field], tablets: [Self.mapping], of: method.session)
            #expect(try relay.fields().first?.isSecret == true)
        }

        @Test("gives the field a contact when it is decided that it writes, and none that points")
        func contacts() throws {
            let daemon = try RunningDaemon(model: Self.tiny, login: nil) { $0.devicesSessions = .notNeeded }
            let relay = try Self.relay(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            relay.send(.pen(at: 10_000, near: true), .passes)
            relay.touch(.tap, from: 20_000)
            relay.touch(.passes, from: 40_000)
            relay.touch(.writes, from: 60_000)
            relay.touch(.canceled, from: 80_000)
            relay.touch(.writes, from: 100_000)
            relay.send(.pen(at: 200_000, near: false), .passes)
            #expect(try method.next(.status) { $0.status?.near == true } != nil)
            let events = try method.events(until: .status) { $0.status?.near == false }
            #expect(events.count { $0.change == .strokeBegan } == 2)
        }

        @Test("reports a scratch beside its ink with its place on the screen, and not where that is unknown")
        func scratch() throws {
            let daemon = try RunningDaemon(model: Self.tiny, login: nil) { $0.devicesSessions = .notNeeded }
            let relay = try Self.relay(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            relay.send(.pen(at: 10_000, near: true), .passes)
            // 2 to 4 cm from the left
            relay.scratch(from: 20_000)
            relay.touch(.writes, from: 700_000)
            #expect(try method.next(.strokeBegan) != nil)
            #expect(try method.events(until: .strokeBegan).allSatisfy { $0.change != .gesture })
            try method.client.setFields([Self.field], tablets: [Self.mapping], of: method.session)
            _ = try method.unfocus()
            _ = try method.focus(.text)
            relay.scratch(from: 2_000_000)
            let event = try #require(try method.next(.gesture))
            let gesture = try #require(event.gesture)
            #expect(gesture.kind == "scratch-out" && gesture.words.isEmpty && !gesture.taken && gesture.strokes?.count == 1)
            let area = try #require(gesture.area)
            #expect(abs(area.x - 200) < 5 && abs(area.width - 200) < 10)
        }

        @Test("reports the state of each contact, so that clients can take back the ink of a tap")
        func states() throws {
            let daemon = try RunningDaemon(model: Self.tiny, login: nil) { $0.devicesSessions = .notNeeded }
            let relay = try Self.relay(in: daemon)
            let watch = try daemon.connect().watchPointer()
            try daemon.wait("a watch") { $0.parts.clients.all.contains { $0.watch != nil } }
            relay.send(.pen(at: 10_000, near: true), .passes)
            relay.touch(.tap, from: 20_000)
            relay.touch(.writes, from: 40_000)
            relay.send(.pen(at: 200_000, near: false), .passes)
            var states: [[PointerInterface.Contact?]] = []
            reports: while let report = try watch.next(timeout: .patience) {
                for event in report.events {
                    if event.phase == .proximityOut { break reports }
                    if event.phase == .down { states.append([]) }
                    if [.down, .move, .up].contains(event.phase) { states[states.count - 1].append(event.contact) }
                }
            }
            #expect(states == [[.undecided, .undecided, .points, .points], [.undecided, .undecided, .writes, .writes]])
        }

        @Test("only points in applications that the user has excluded, with their versions")
        func excluded() throws {
            let daemon = try RunningDaemon(model: Self.tiny, login: nil) { $0.devicesSessions = .notNeeded }
            let relay = try Self.relay(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            func work(in application: String?) throws {
                try method.client.setFields([Self.field], tablets: [Self.mapping], application: application, of: method.session)
            }
            for name in ["gimp-2.10", "krita", "Krita"] {
                try work(in: "kritarunner")
                #expect(try relay.gets(.decide))
                try work(in: name)
                #expect(try relay.gets(.pass))
            }
            try work(in: nil)
            #expect(try relay.gets(.decide))
        }

        @Test("writes everywhere while a field has the focus if the user does not want it to point")
        func switchedOff() throws {
            let daemon = try RunningDaemon(model: Self.tiny, login: nil) { $0.devicesSessions = .notNeeded }
            let relay = try Self.relay(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            try method.client.setFields([Self.field], tablets: [Self.mapping], of: method.session)
            #expect(try relay.gets(.decide))
            try daemon.onLoop { daemon in
                for seat in daemon.parts.text.seats.all.values { daemon.parts.text.update(seat) { seat.mode = .writes } }
            }
            #expect(try relay.gets(.writeEverything))
            _ = try method.unfocus()
            #expect(try relay.gets(.pass))
        }

        @Test("writes into a field that gets the focus while the pen writes")
        func focusByTap() throws {
            let daemon = try RunningDaemon(model: Self.tiny, login: nil) { $0.devicesSessions = .notNeeded }
            let relay = try Self.relay(in: daemon)
            let method = try Method(daemon)
            try method.client.setFields(
                [.init(x: 100, y: 100, width: 800, height: 200, focused: false, secret: false)], tablets: [Self.mapping], of: method.session
            )
            #expect(try relay.gets(.decide))
            let now = Int64(clamping: MonotonicClock.microseconds)
            relay.send(.pen(at: now, near: true), .passes)
            relay.touch(.writesAfterTap, from: now + 1000)
            try daemon.wait("the verdict") { daemon in
                daemon.parts.deviceRegistry.sessions.values.contains { $0.service.relay?.awaitsFocus == true }
            }
            _ = try method.focus(.text)
            #expect(try method.next(.strokeBegan) != nil)
        }

        @Test("is one device in a recording that goes on when the relay grabs it, and when the relay is gone")
        func recording() throws {
            let daemon = try RunningDaemon(model: Self.tiny, login: nil) { $0.devicesSessions = .notNeeded }
            let node = TestNode(Self.pen, number: Self.number)
            try TestNode.plug(node, in: daemon)
            var relay: TestRelay? = try TestRelay(of: node, in: daemon)
            let client = try daemon.connect()
            let name = try #require(try client.startRecording().recording)
            /// The frames that are in the recording in order, without the states that inkd adds.
            func visit(at time: Int64, _ send: (Frame) -> Void) throws {
                let written = try client.recorderState().state.frames
                for frame in Self.visit(at: time) { send(frame) }
                // the state is published by the thread that writes
                let limit = MonotonicClock.microseconds + 20_000_000
                while try client.recorderState().state.frames < written + 4, MonotonicClock.microseconds < limit { usleep(10_000) }
            }
            try visit(at: 1_000) { node.write($0) }
            relay?.send(.grab(isGrabbed: true))
            try daemon.wait("the relay's frames") { $0.isRelayed }
            try visit(at: 101_000) { relay?.send($0, .passes) }
            relay = nil
            try daemon.wait("the node") { !$0.isRelayed && $0.parts.deviceRegistry.sessions.values.first?.origin.live != nil }
            try visit(at: 201_000) { node.write($0) }
            let ended = try client.stopRecording()
            let records = try ended.files.flatMap { try LogFile(try client.readRecording(name, file: $0)).records }
            let devices = Recording(records).devices
            #expect(devices.count == 1)
            #expect(records.count { if case .removed = $0 { true } else { false } } == 1)
            let frames = devices.flatMap(\.frames)
            #expect(frames.filter { !$0.followsDrop } == [1_000, 101_000, 201_000].flatMap(Self.visit))
            // one state after each change of the source, while no tool is near
            let states = frames.filter(\.followsDrop)
            #expect(states.count == 2)
            #expect(states.allSatisfy { $0.events.contains { $0.code == Key.toolPen && $0.value == 0 } })
        }

        @Test("is one device in a recording that goes on when the relay ends in a stroke")
        func recordingOfStroke() throws {
            let daemon = try RunningDaemon(model: Self.tiny, login: nil) { $0.devicesSessions = .notNeeded }
            let node = TestNode(Self.pen, number: Self.number)
            try TestNode.plug(node, in: daemon)
            var relay: TestRelay? = try TestRelay(of: node, in: daemon)
            let client = try daemon.connect()
            let name = try #require(try client.startRecording().recording)
            relay?.send(.grab(isGrabbed: true))
            try daemon.wait("the relay's frames") { $0.isRelayed }
            let before = Array(Self.visit(at: 1_000).prefix(2))
            for frame in before { relay?.send(frame, .passes) }
            try daemon.wait("the pen") { $0.pen?.isAtRest == false }
            node.setKernelState { $0.pressedKeys = [Key.toolPen, Key.touch] }
            relay = nil
            try daemon.wait("the node") { !$0.isRelayed && $0.pen?.origin.live != nil }
            let after = Array(Self.visit(at: 101_000).suffix(2)) + Self.visit(at: 201_000)
            for frame in after { node.write(frame) }
            let limit = MonotonicClock.microseconds + 20_000_000
            // two states, and all frames
            while try client.recorderState().state.frames < 8 + 2, MonotonicClock.microseconds < limit { usleep(10_000) }
            let ended = try client.stopRecording()
            let records = try ended.files.flatMap { try LogFile(try client.readRecording(name, file: $0)).records }
            let devices = Recording(records).devices
            #expect(devices.count == 1)
            let frames = devices.flatMap(\.frames)
            #expect(frames.filter { !$0.followsDrop } == before + after)
            // the tool is near and touches after the relay's end
            let states = frames.filter(\.followsDrop).map { state in state.events.contains { $0.code == Key.touch && $0.value == 1 } }
            #expect(states == [false, true])
            // the rest of the stroke is no ink: other programs see it as well
            try daemon.wait("a stroke") { $0.pen?.editor?.status.strokeCount == 1 }
        }

        @Test("keeps the ink of a word in progress when its relay grabs it")
        func inkStays() throws {
            let daemon = try RunningDaemon(model: Self.tiny, login: nil) { $0.devicesSessions = .notNeeded }
            let node = TestNode(Self.pen, number: Self.number)
            try TestNode.plug(node, in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            try daemon.wait("the grab") { $0.isCaptured }
            node.write(.pen(at: 1_000, near: true), .pen(at: 2_000, near: true, force: 500, x: 2000))
            node.write(.pen(at: 10_000, near: true, force: 500, x: 3000))
            try daemon.wait("the pen") { $0.pen?.service.capture.isNear == true }
            // the pen leaves inkd with the word
            let relay = try TestRelay(of: node, in: daemon)
            #expect(try relay.next() != nil)
            relay.send(.grab(isGrabbed: false))
            try daemon.wait("the relay's wish") { $0.pen?.service.awaitsRelay == true }
            #expect(try daemon.onLoop { $0.isCaptured })
            node.write(.pen(at: 20_000, near: true, x: 3000), .pen(at: 30_000, near: false))
            try daemon.wait("a stroke") { $0.pen?.textEditor?.status.strokeCount == 1 }
            try daemon.wait("the release") { !$0.isCaptured }
            relay.send(.grab(isGrabbed: true))
            try daemon.wait("the relay's frames") { $0.isRelayed }
            relay.send(.pen(at: 100_000, near: true), .passes)
            relay.touch(.writes, from: 110_000)
            try daemon.wait("both strokes") { $0.pen?.textEditor?.status.strokeCount == 2 }
        }

        @Test("is grabbed by inkd until its relay was refused the grab, then left to the relay, and grabbed again when the relay is gone")
        func leftToRelay() throws {
            let daemon = try RunningDaemon(model: Self.tiny, login: nil) { $0.devicesSessions = .notNeeded }
            let node = TestNode(Self.pen, number: Self.number)
            try TestNode.plug(node, in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            try daemon.wait("the grab") { $0.isCaptured }
            var relay: TestRelay? = try TestRelay(of: node, in: daemon)
            let permission = DaemonMessage.settings(.standard(.pass, for: Self.pen))
            #expect(try relay?.next() == permission)
            // the relay makes its twin, or never grabs: no stroke is to be lost meanwhile
            #expect(try daemon.onLoop { $0.isCaptured })
            // a tool is near: neither may change the grab
            node.write(.pen(at: 1_000, near: true))
            try daemon.wait("the pen") { $0.pen?.service.capture.isNear == true }
            relay?.send(.grab(isGrabbed: false))
            try daemon.wait("the relay's wish") { $0.pen?.service.awaitsRelay == true }
            #expect(try daemon.onLoop { $0.isCaptured })
            node.write(.pen(at: 2_000, near: false))
            // the pen is free, so that the relay may grab it at once
            #expect(try relay?.next() == permission)
            #expect(try daemon.onLoop { !$0.isCaptured })
            // and stays free when the field gets the focus anew
            _ = try method.unfocus()
            _ = try method.focus(.text)
            #expect(try daemon.onLoop { !$0.isCaptured })
            relay = nil
            try daemon.wait("the grab again") { $0.isCaptured }
        }

        @Test("writes into its own editor without an input method")
        func ownEditor() throws {
            let daemon = try RunningDaemon(model: Self.tiny, login: nil) { $0.devicesSessions = .notNeeded }
            let relay = try Self.relay(in: daemon)
            relay.send(.pen(at: 10_000, near: true), .passes)
            relay.touch(.passes, from: 20_000)
            try daemon.wait("a stroke") { $0.pen?.editor?.status.strokeCount == 1 }
            let method = try Method(daemon)
            _ = try method.focus(.text)
            relay.touch(.passes, from: 40_000)
            relay.touch(.writes, from: 60_000)
            try daemon.wait("a stroke in the field") { $0.pen?.textEditor?.status.strokeCount == 1 }
            #expect(try daemon.onLoop { $0.pen?.editor?.status.strokeCount == 1 })
        }

        /// The frames of a pen that comes, touches, and leaves.
        private static func visit(at time: Int64) -> [Frame] {
            [
                .pen(at: time, near: true), .pen(at: time + 1000, near: true, force: 500, x: 2000),
                .pen(at: time + 2000, near: true, x: 2100), .pen(at: time + 3000, near: false, x: 2100),
            ]
        }

        private static func relay(in daemon: RunningDaemon) throws -> TestRelay {
            let node = TestNode(Self.pen, number: Self.number)
            try TestNode.plug(node, in: daemon)
            let relay = try TestRelay(of: node, in: daemon)
            _ = try relay.next()
            relay.send(.grab(isGrabbed: true))
            try daemon.wait("the relay's frames") { $0.isRelayed }
            return relay
        }
    }
}

/// A relay of a pen, as `inkd-pen` is one.
private final class TestRelay {
    private let node: TestNode
    private let socket: Int32
    private var writer = MessageWriter()
    private var status = ContactStatus.passes

    /// Connects, and says which pen it has.
    init(of node: TestNode, in daemon: RunningDaemon) throws {
        self.node = node
        let folder = try TemporaryFolder()
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
        let listener = Glibc.socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array((folder.path + "/pens").utf8)) }
        try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let size = socklen_t(MemoryLayout<sockaddr_un>.size)
                try #require(bind(listener, address, size) == 0 && listen(listener, 4) == 0 && connect(socket, address, size) == 0)
            }
        }
        try daemon.onLoop { try $0.parts.relays.start(taking: listener) }
        send(.hello(version: RelayMessage.version, device: node.device.number))
    }

    deinit { close(socket) }

    func send(_ message: RelayMessage) {
        writer.write(message, at: Instant(microseconds: 0))
        send(writer.bytes)
    }

    func send(_ frame: Frame, _ status: ContactStatus) {
        writer.write(frame, status)
        send(writer.bytes)
    }

    /// A contact of 10 ms that is held until the verdict.
    func touch(_ verdict: Verdict, from time: Int64) {
        let began = Instant(microseconds: time)
        send(.pen(at: time, near: true, force: 500, x: 2000), .held)
        send(.pen(at: time + 4000, near: true, force: 500, x: 2100), .held)
        send(.verdict(ContactVerdict(verdict, began: began)))
        let writes = verdict == .writes || verdict == .writesAfterTap
        send(.pen(at: time + 8000, near: true, force: 500, x: 2200), writes ? .writes : .passes)
        send(.pen(at: time + 10_000, near: true, x: 2200), writes ? .writes : .passes)
    }

    /// A contact that writes, five times to and fro between 2 and 4 cm.
    func scratch(from start: Int64) {
        var time = start
        for turn in 0..<6 {
            for step in 0..<10 {
                let x = 2000 + 200 * Int32(turn.isMultiple(of: 2) ? step : 10 - step)
                send(.pen(at: time, near: true, force: 500, x: x), .writes)
                time += 8000
            }
        }
        send(.pen(at: time, near: true, x: 2000), .writes)
    }

    private func send(_ bytes: [UInt8]) { _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// The next message of inkd; nil if none comes, or the connection ends.
    func next() throws -> DaemonMessage? {
        var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 20_000) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(socket, &bytes, bytes.count, 0)
        return count > 0 ? try DaemonMessage.decode(bytes[..<count]) : nil
    }

    /// Reads messages until the settings have this mode.
    func gets(_ mode: RelaySettings.Mode) throws -> Bool {
        while let message = try next() { if case .settings(let settings) = message, settings.mode == mode { return true } }
        return false
    }

    /// The fields of the next message that has some.
    func fields() throws -> [FieldRectangle] {
        while let message = try next() { if case .fields(let fields) = message, !fields.isEmpty { return fields } }
        return []
    }
}

extension Daemon {
    /// The only pen.
    fileprivate var pen: DeviceSession? { parts.deviceRegistry.sessions.values.first { $0.identity.role == .pen } }

    /// Whether inkd has grabbed the pen for an input method.
    fileprivate var isCaptured: Bool { pen?.service.capture.isCaptured == true }

    /// Whether a pen is read from its relay.
    fileprivate var isRelayed: Bool {
        parts.deviceRegistry.sessions.values.contains { $0.origin.live?.frames is RelayedPen }
    }
}
