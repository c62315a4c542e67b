import Editing
import Evdev
import Glibc
import Ink
import InkClient
import InkProtocol
import System
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("What the daemon measures of itself")
    struct StatisticsTests {
        private static let ann = LoginSession(id: "1", user: 1001, kind: "user")
        private static let stranger = 65_534
        private let login = TestLogin()

        /// Frames of a pen that hovers, stamped now.
        private func hovering(_ count: Int) -> [Frame] {
            let now = Int64(clamping: MonotonicClock.microseconds)
            return (0..<count).map { .pen(at: now, near: true, x: Int32($0 % 1000)) }
        }

        private func statistics(_ client: RawClient) throws -> DevicesInterface.Statistics.Reply {
            client.send(#"{"method":"org.inkd.Devices.Statistics"}"#)
            return try #require(try client.receive()).parameters(as: DevicesInterface.Statistics.Reply.self)
        }

        private func use(_ quota: String, _ reply: DevicesInterface.Statistics.Reply, user: Int? = nil) -> [Int?] {
            reply.quotas.filter { $0.quota == "quotas.\(quota)" && (user == nil || $0.user == user) }.map(\.used)
        }

        // MARK: Devices

        @Test("frames, events and losses are those that were written; each frame has a latency")
        func devices() throws {
            let (pen, other) = (TestNode(name: "pen"), TestNode(name: "other"))
            let daemon = try RunningDaemon(login: login.sessions)
            try login.enter(Self.ann, in: daemon)
            try TestNode.plug(pen, other, in: daemon)
            let client = try daemon.connect()
            let before = try client.statistics()
            #expect(before.devices.map(\.name) == ["pen", "other"])
            #expect(before.devices.allSatisfy { $0.frames == 0 && $0.events == 0 && $0.drops == 0 && $0.rate == 0 && $0.latency == nil })

            // a few at a time: a pipe holds 64 KiB
            for _ in 0..<10 {
                for frame in hovering(50) { pen.write(frame) }
                usleep(5_000)
            }
            try daemon.wait("500 frames") { $0.parts.deviceRegistry.sessions.values.contains { $0.meter.frames == 500 } }
            let now = Int64(clamping: MonotonicClock.microseconds)
            let lost = InputEvent(time: Instant(microseconds: now), type: EventType.syn, code: Sync.dropped, value: 0)
            // what the kernel dropped is void up to the next SYN_REPORT, and so is that frame
            pen.write(Frame(time: Instant(microseconds: now), events: [lost]), .pen(at: now, near: true, x: 5))
            try daemon.wait("a loss") { $0.parts.deviceRegistry.sessions.values.contains { $0.meter.drops == 1 } }
            // the machine has slept: that frame is the daemon's own
            try daemon.onLoop { $0.parts.clock.pretendSleep(3_600_000_000) }
            other.write(.pen(at: 7, near: true))
            try daemon.wait("a frame") { $0.parts.deviceRegistry.sessions.values.contains { $0.meter.frames == 1 } }

            let after = try client.statistics()
            let (first, second) = (try #require(after.devices.first), try #require(after.devices.last))
            #expect(first.frames == 501 && first.events == 501 * 4 && first.drops == 1)
            let latency = try #require(first.latency)
            #expect(latency.count == 501 && latency.p50 <= latency.p99 && latency.p99 <= latency.max)
            #expect(latency.max > 0 && latency.max < 60_000_000)
            print("latencies of a pipe in µs: p50 \(latency.p50), p99 \(latency.p99), max \(latency.max)")
            #expect(second.frames == 1 && second.events == 4 && second.drops == 0)
            #expect(second.latency == nil, "a time long ago is of another clock")
            try daemon.wait("a whole second") { daemon in
                daemon.parts.deviceRegistry.sessions.values.contains { $0.meter.rate(at: daemon.loop.now) > 0 }
            }
            #expect(after.memory > 1 << 20 && after.uptime >= 0 && after.queues.posted != nil)

            // one that is plugged in again is another one
            try daemon.onLoop { $0.parts.hardware.forget(pen.device.syspath) }
            #expect(try client.statistics().devices.map(\.name) == ["other"])
        }

        // MARK: Queues

        @Test("messages that a slow watcher did not get are counted, as long as inkd runs; another user sees nothing of it")
        func slowWatcher() throws {
            let node = TestNode()
            let daemon = try RunningDaemon(login: login.sessions) { $0.clientsQueue = 128 }
            try login.enter(Self.ann, in: daemon)
            try TestNode.plug(node, in: daemon)
            let client = try daemon.connectRaw()
            var quiet = try statistics(client).queues
            #expect(quiet.posted != nil)
            quiet.posted = nil
            #expect(quiet == .init(clients: 1, watches: 0, bytes: 0, leftOut: 0, disconnected: 0))
            let guest = OtherUser.isPossible ? try OtherUser.connect(to: daemon, as: Self.stranger) : nil
            do {
                let slow = try daemon.watchPointers()
                let end = ContinuousClock.now + .patience
                while try statistics(client).queues.leftOut == 0 {
                    guard ContinuousClock.now < end else { throw RawClient.Failure(reason: "nothing is left out") }
                    for frame in hovering(200) { node.write(frame) }
                    usleep(10_000)
                }
                let handled = try daemon.onLoop { daemon in daemon.parts.clients.all.map(\.queue.droppedMessages).reduce(0, +) }
                let queues = try statistics(client).queues
                #expect(queues.leftOut >= handled && queues.watches == 1 && queues.bytes > 0 && queues.disconnected == 0)
                if let guest {
                    let reply = try statistics(guest)
                    #expect(reply.queues == .init(clients: 1, watches: 0, bytes: 0, leftOut: 0, disconnected: 0))
                    #expect(reply.devices.isEmpty && reply.recogniser.map(\.user) == [Self.stranger])
                    #expect(Set(reply.quotas.map(\.user)) == [Self.stranger] && use("connections", reply) == [1])
                }
                withExtendedLifetime(slow) {}
            }
            let before = try daemon.onLoop { daemon in daemon.parts.clients.all.map(\.queue.droppedMessages).reduce(0, +) }
            try daemon.wait("going of the watcher") { $0.parts.clients.all.allSatisfy { $0.watch == nil } }
            let after = try statistics(client).queues
            #expect(after.leftOut >= before && after.leftOut > 0 && after.watches == 0 && after.bytes == 0)
            if let guest { #expect(try statistics(guest).queues.leftOut == 0) }
        }

        @Test("a client that was cut off because it was too slow is counted")
        func tooSlow() throws {
            let daemon = try RunningDaemon { $0.clientsQueue = 64 }
            let client = try daemon.connect()
            let dead = try daemon.connectRaw()
            dead.send(#"{"method":"org.inkd.Editor.Watch","more":true}"#)
            try daemon.wait("a watch") { $0.parts.clients.all.contains { $0.watch != nil } }
            let end = ContinuousClock.now + .patience
            while try client.statistics().queues.disconnected == 0 {
                guard ContinuousClock.now < end else { throw RawClient.Failure(reason: "nobody is cut off") }
                for _ in 0..<20 { try client.closeEditor(try client.createEditor()) }
            }
            try daemon.wait("going") { $0.parts.clients.count == 1 }
            #expect(try client.statistics().queues.disconnected == 1)
            withExtendedLifetime(dead) {}
        }

        // MARK: Recognizing

        @Test("lines that were read are counted with their times, for the user whose they are")
        func recognizer() throws {
            let daemon = try RunningDaemon(model: modelPath)
            let client = try daemon.connect()
            #expect(try client.statistics().recogniser.isEmpty)
            let editor = try client.newEditor(.text)
            try client.write([client.stroke(20, 20), client.stroke(24, 20)], in: editor)
            try client.waitForIdle(editor, timeout: .patience)
            let share = try #require(try client.statistics().recogniser.first)
            let lines = try #require(share.lines)
            #expect(share.user == Int(getuid()) && share.waiting == 0 && share.requests == 0)
            #expect(lines.count > 0 && lines.p50 > 0 && lines.p50 <= lines.max)
        }

        // MARK: Quotas

        @Test("each quota comes with its use and its limit")
        func quotas() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let first = try client.statistics()
            let names = first.quotas.map(\.quota)
            for name in Quotas.Name.allCases { #expect(names.count { $0 == name.setting } == 1, "\(name)") }
            #expect(names.contains("quotas.notices") && names.contains("quotas.exportMemory"))
            #expect(use("packages", first) == [nil], "nobody has asked for a package")
            let editor = try client.newEditor(.drawing)
            _ = try client.createEditor()
            let watch = try daemon.watchPointers()
            let reply = try client.statistics()
            #expect(use("packages", reply) == [1] && use("openPackages", reply) == [1])
            #expect(use("disk", reply).compactMap { $0 }.contains { $0 > 0 })
            #expect(use("editors", reply) == [2] && use("connections", reply) == [2] && use("watches", reply) == [1])
            #expect(use("transfers", reply) == [0] && use("models", reply) == [0] && use("exportMemory", reply) == [0])
            #expect(reply.quotas.first { $0.quota == "quotas.disk" }?.limit == 200 << 20)
            try client.closeEditor(editor)
            #expect(use("editors", try client.statistics()) == [1])
            withExtendedLifetime(watch) {}
        }

        @Test("packages that keep their thread busy hold up the answer for a moment only, and are left out")
        func busyPackages() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            _ = try client.newEditor(.drawing)
            let gate = try EventCounter()
            defer { gate.add() }
            try daemon.onLoop { daemon in
                try daemon.shared.packages.perform(of: getuid()) { _ in _ = gate.wait(until: MonotonicClock.microseconds + 60_000_000)
                }
            }
            let time = ContinuousClock().measure {
                let reply = try? client.statistics()
                #expect(reply.map { use("packages", $0) } == [nil])
                #expect(reply.map { use("editors", $0) } == [1])
            }
            #expect(time < .seconds(20))
            gate.add()
            #expect(use("packages", try client.statistics()) == [1])
        }

        // MARK: The journal

        @Test("a device that comes and goes all the time says so a few times, and another one's line is there")
        func flapping() throws {
            let journal = NoticeTests.Journal()
            let (loose, other) = (TestNode(name: "loose"), TestNode(name: "other", product: 9))
            let daemon = try RunningDaemon(login: login.sessions, logger: journal.logger) { $0.quotas.notices = 10 }
            try login.enter(Self.ann, in: daemon)
            try TestNode.plug(loose, other, in: daemon)
            try daemon.onLoop { daemon in
                for _ in 0..<500 {
                    daemon.parts.hardware.forget(loose.device.syspath)
                    daemon.parts.hardware.open(loose.device)
                }
                daemon.parts.hardware.forget(other.device.syspath)
            }
            let lines = journal.lines.filter { $0.hasPrefix("device ") }
            #expect(lines.count == 10 + 2)
            #expect(lines.last?.hasSuffix("removed") == true)
        }

        @Test("clients that are turned away, however often there is room in between, fill no journal", .enabled(if: OtherUser.isPossible))
        func turnedAway() throws {
            let journal = NoticeTests.Journal()
            let daemon = try RunningDaemon(logger: journal.logger) {
                $0.quotas.connections = 2
                $0.quotas.notices = 5
            }
            for round in 0..<40 {
                // a user without a session, another one each time
                let user = 100_000 + round
                let clients = try (0..<3).map { _ in try OtherUser.connect(to: daemon, as: user) }
                #expect(try clients[2].receive()?.error == ClientInterface.QuotaExceeded.name)
                withExtendedLifetime(clients) {}
            }
            try daemon.wait("going") { $0.parts.clients.count == 0 }
            #expect((1...5).contains(journal.lines.count { $0.contains("was refused") }))
        }
    }
}
