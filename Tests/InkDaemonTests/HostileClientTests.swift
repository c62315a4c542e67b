import Evdev
import Ink
import InkClient
import InkProtocol
import PenLog
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Clients that keep to no rules harm nobody else")
    struct HostileClientTests {
        /// A daemon with a client that behaves, and is asked after each misdeed.
        private final class Scene {
            let daemon: RunningDaemon
            private let healthy: InkConnection

            init(_ recordings: [Recording] = [], speed: Double = 1, _ change: (inout Settings) -> Void = { _ in }) throws {
                daemon = try RunningDaemon(recordings, speed: speed, change)
                healthy = try daemon.connect()
            }

            /// The latency of a call of the healthy client.
            @discardableResult
            func checkHealth() throws -> Duration {
                try ContinuousClock().measure {
                    _ = try healthy.call(ServiceInterface.GetInfo.self, .init(), timeout: .patience)
                }
            }

            /// Waits until only so many clients are left, the healthy one among them.
            func waitForClients(_ count: Int = 1) throws {
                try daemon.wait("going of clients") { $0.parts.clients.count == count }
                try checkHealth()
            }
        }

        @Test(
            "what is no call is answered with an error, and the connection goes on",
            arguments: [
                "{", "", "[]", "7", "null", "\"text\"", "{\"method\":7}", "{\"parameters\":{}}",
                "{\"method\":\"org.inkd.Devices.List\",\"parameters\":[]}",
                "{\"method\":\"org.inkd.Devices.List\",\"more\":\"yes\"}", "{\"method\":\"org.inkd.Devices.List\"} {}", "\u{1}\u{2}",
                "{\"method\":\"\\ud800\"}",
                String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000), "GET / HTTP/1.1\r\n\r\n",
            ])
        func noCall(message: String) throws {
            let scene = try Scene()
            let client = try scene.daemon.connectRaw()
            client.send(message)
            #expect(try client.receive()?.error == "org.inkd.Client.InvalidMessage")
            client.send(#"{"method":"org.inkd.Devices.List"}"#)
            #expect(try client.receive()?.error == nil)
            try scene.checkHealth()
        }

        @Test("thousands of calls at once are all answered, in order, to a client that begins to read late")
        func pipelinedCalls() throws {
            let scene = try Scene()
            let client = try scene.daemon.connectRaw()
            let call = #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.inkd.Editor"}}"#
            client.send(bytes: Array(repeatElement(Array(call.utf8) + [0], count: 1_500).joined()))
            client.send(#"{"method":"org.inkd.Devices.List"}"#)
            try scene.checkHealth()
            for _ in 0..<1_500 {
                let reply = try #require(try client.receive())
                #expect(reply.error == nil && reply.parameters.description.contains("description"))
            }
            #expect(try client.receive()?.parameters.description.contains("devices") == true)
            try scene.checkHealth()
        }

        @Test(
            "a wrong call is answered with an error, and the connection goes on",
            arguments: [
                (#"{"method":"org.none.Dance"}"#, "InterfaceNotFound"), (#"{"method":"org.inkd.Editor.Dance"}"#, "MethodNotFound"),
                (#"{"method":"dance"}"#, "InvalidParameter"), (#"{"method":""}"#, "InvalidParameter"),
                (#"{"method":"."}"#, "InterfaceNotFound"),
                (#"{"method":"org.inkd.Editor.Undo","parameters":{"editor":[1]}}"#, "InvalidParameter"),
                (#"{"method":"org.inkd.Editor.Undo","parameters":{"editor":"a","more":1}}"#, "InvalidParameter"),
                (#"{"method":"org.inkd.Pointer.Watch","more":true,"parameters":{"device":1e300}}"#, "InvalidParameter"),
                (#"{"method":"org.inkd.Pointer.Watch","more":true,"parameters":{"device":-1}}"#, "NoSuchDevice"),
                (#"{"method":"org.inkd.Pointer.Watch","more":true,"parameters":{"device":9223372036854775807}}"#, "NoSuchDevice"),
                (#"{"method":"org.inkd.Editor.Watch"}"#, "ExpectedMore"),
                (#"{"method":"org.inkd.Devices.Watch","more":false}"#, "ExpectedMore"),
                (#"{"method":"org.inkd.Editor.Watch","more":true,"parameters":{"editor":"none"}}"#, "NoSuchEditor"),
                (#"{"method":"org.inkd.Devices.List","upgrade":true}"#, "MethodNotImplemented"),
                (#"{"method":"org.inkd.Recognizer.Recognize","parameters":{"strokes":[{"x":[1],"y":[1,2]}]}}"#, "InvalidInk"),
                (#"{"method":"org.inkd.Recognizer.Recognize","parameters":{"strokes":[],"alternatives":-1}}"#, "InvalidHint"),
            ])
        func wrongCall(message: String, error: String) throws {
            let scene = try Scene()
            let client = try scene.daemon.connectRaw()
            client.send(message)
            #expect(try client.receive()?.error?.split(separator: ".").last.map(String.init) == error)
            client.send(#"{"method":"org.inkd.Devices.List"}"#)
            #expect(try client.receive()?.error == nil)
            try scene.checkHealth()
        }

        @Test("calls that want no reply get none, whatever they ask")
        func oneway() throws {
            let scene = try Scene()
            let client = try scene.daemon.connectRaw()
            for method in [
                "org.inkd.Devices.List", "org.inkd.Devices.Watch", "org.none.Dance", "org.varlink.service.GetInfo", "org.inkd.Editor.Undo",
            ] {
                client.send(#"{"method":"\#(method)","oneway":true,"more":true}"#)
            }
            client.send(#"{"method":"org.inkd.Recognizer.Recognize","parameters":{"strokes":[{"x":[1],"y":[1]}]},"oneway":true}"#)
            client.send(#"{"method":"org.inkd.Devices.List"}"#)
            #expect(try client.receive()?.parameters["devices"] == .array([]))
            #expect(try client.takeReplies().isEmpty)
        }

        @Test("a message of 100 MB is refused, and nothing of it is kept; it is not listened to for ever")
        func huge() throws {
            let scene = try Scene()
            let client = try scene.daemon.connectRaw()
            let chunk = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
            let sent = (0..<100).prefix { _ in client.send(bytes: chunk) }.count
            #expect(sent < 24)
            let refusal = try client.receive()
            #expect(refusal?.error == "org.inkd.Client.MessageTooLarge" && refusal?.parameters["limit"]?.int == 1 << 20)
            #expect(client.isHungUp())
            try scene.waitForClients()
        }

        @Test("what follows a watch does not pile up")
        func pileUp() throws {
            let scene = try Scene()
            let client = try scene.daemon.connectRaw()
            client.send(#"{"method":"org.inkd.Devices.Watch","more":true}"#)
            let chunk = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
            let sent = (0..<100).prefix { _ in client.send(bytes: chunk, within: .seconds(1)) }.count
            #expect(sent < 4)
            #expect(client.isHungUp())
            try scene.waitForClients()
        }

        @Test("half a message, then silence or the end")
        func halfMessage() throws {
            let scene = try Scene()
            let silent = try scene.daemon.connectRaw()
            silent.send(bytes: Array(#"{"method":"org.inkd"#.utf8))
            do {
                let leaving = try scene.daemon.connectRaw()
                leaving.send(bytes: Array(#"{"method":"org.inkd"#.utf8))
                try scene.daemon.wait("three clients") { $0.parts.clients.count == 3 }
            }
            try scene.waitForClients(2)
            silent.send(#".Devices.List"}"#)
            #expect(try silent.receive()?.parameters["devices"] == .array([]))
        }

        @Test("a client that sends no more is answered, then its connection ends")
        func halfClosed() throws {
            let scene = try Scene()
            let client = try scene.daemon.connectRaw()
            client.send(#"{"method":"org.inkd.Devices.List"}"#)
            client.send(#"{"method":"org.inkd.Recognizer.Recognize","parameters":{"strokes":[{"x":[1],"y":[1]}]}}"#)
            client.send(#"{"method":"org.varlink.service.GetInfo"}"#)
            client.finishSending()
            #expect(try client.receive()?.parameters["devices"] != nil)
            #expect(try client.receive()?.error == "org.inkd.Recognizer.NoModel")
            #expect(try client.receive()?.parameters["product"]?.string == "inkd")
            #expect(try client.receive() == nil)
            try scene.waitForClients()
        }

        @Test("a watcher that does not read has motion thinned out; it and the others get every beginning and end")
        func slowWatcher() throws {
            // long enough to fill the kernel's buffer and ours many times
            var recording = try Recording.read(samplePath)
            let once = recording.devices[0].frames
            let length = try #require(once.last).time.since(try #require(once.first).time) + 1_000_000
            recording.devices[0].frames = (0..<4).flatMap { round in once.map { $0.later(by: length * Int64(round)) } }
            let scene = try Scene([recording], speed: 20) { $0.clientsQueue = 512 }
            let fast = try scene.daemon.connectRaw()
            let slow = try scene.daemon.connectRaw()
            for client in [fast, slow] { client.send(#"{"method":"org.inkd.Pointer.Watch","more":true}"#) }
            try scene.daemon.play(when: 2)
            try scene.daemon.wait("the end of the replay") {
                $0.parts.replays.players.allSatisfy(\.isFinished)
            } meanwhile: {
                fast.takeIn()
            }
            try scene.daemon.waitUntilQuiet(fast, slow)
            let all = try fast.replies(of: PointerInterface.Watch.self)
            let some = try slow.replies(of: PointerInterface.Watch.self)
            print("a slow watcher got \(some.count) messages of \(all.count)")
            #expect(some.count < all.count)
            func boundaries(_ replies: [PointerInterface.Watch.Reply]) -> [PointerInterface.Event] {
                replies.flatMap(\.events).filter { $0.phase != .move && $0.phase != .hover }
            }
            #expect(boundaries(all) == boundaries(some))
            expectBalanced(some.flatMap(\.events).map(\.phase))
            #expect(zip(some, some.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
            try scene.checkHealth()
        }

        @Test("a client that asks on and never reads is left waiting, and costs no more than a queue")
        func neverReads() throws {
            let scene = try Scene()
            let client = try scene.daemon.connectRaw()
            let call =
                Array(#"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.inkd.Editor"}}"#.utf8) + [0]
            let calls = Array(repeating: call, count: 1000).flatMap { $0 }
            #expect((0..<20).prefix { _ in client.send(bytes: calls, within: .seconds(1)) }.count < 20)
            try scene.checkHealth()
            let waiting = try scene.daemon.onLoop { $0.parts.clients.all.map(\.queue.pendingBytes).max() ?? 0 }
            #expect(waiting < 128 << 10)
        }

        @Test("a watcher that never reads what may not be left out is told so and cut off")
        func deadWatcher() throws {
            let scene = try Scene([try Recording.read(samplePath)], speed: 200) { $0.clientsQueue = 64 }
            let writer = try scene.daemon.connect()
            try scene.daemon.play()
            try scene.daemon.waitUntilQuiet()
            let editor = try #require(try writer.editors().first?.editor)
            let slow = try scene.daemon.connectRaw()
            let dead = try scene.daemon.connectRaw()
            for client in [slow, dead] { client.send(#"{"method":"org.inkd.Editor.Watch","more":true}"#) }
            try scene.daemon.wait("watches") { $0.parts.clients.all.count { $0.watch != nil } == 2 }
            for _ in 0..<300 {
                // what is left to read is there for two seconds
                guard try scene.daemon.onLoop({ !$0.parts.clients.all.contains(where: \.isFinishing) }) else { break }
                _ = try writer.undo(editor)
                _ = try writer.redo(editor)
            }
            // one that reads then sees why
            var last: Reply?
            while let reply = try slow.receive() { last = reply }
            #expect(last?.error == "org.inkd.Client.TooSlow" && last?.parameters["limit"] == .int(64 << 10))
            // one that does not is not kept for ever: the healthy client and the writer stay
            try scene.waitForClients(2)
            withExtendedLifetime(dead) {}
        }

        @Test("connections that come and go at once, some in mid-message")
        func storm() throws {
            let scene = try Scene()
            for number in 0..<2000 {
                let client = try scene.daemon.connectRaw()
                switch number % 4 {
                case 0: break
                case 1: client.send(bytes: [UInt8(ascii: "{")])
                case 2: client.send(#"{"method":"org.inkd.Editor.Watch","more":true}"#)
                default: client.send(#"{"method":"org.inkd.Recognizer.Recognize","parameters":{"strokes":[{"x":[1],"y":[1]}]}}"#)
                }
                if number % 100 == 0 { try scene.checkHealth() }
            }
            try scene.waitForClients()
        }

        @Test("a thousand connections beyond a user's limit are turned away, and there is room again afterwards")
        func crowd() throws {
            // half of the places are one user's
            let scene = try Scene { $0.clientsMaximum = 8 }
            do {
                let guests = try (0..<3).map { _ in try scene.daemon.connectRaw() }
                try scene.daemon.wait("four clients") { $0.parts.clients.count == 4 }
                for _ in 0..<10 {
                    let crowd = try (0..<100).map { _ in try scene.daemon.connectRaw() }
                    #expect(crowd.allSatisfy { $0.isHungUp() })
                    try scene.checkHealth()
                }
                for guest in guests {
                    guest.send(#"{"method":"org.inkd.Devices.List"}"#)
                    #expect(try guest.receive()?.error == nil)
                }
            }
            try scene.waitForClients()
            #expect(try scene.daemon.connect().information().product == "inkd")
        }
    }
}

extension Frame {
    fileprivate func later(by microseconds: Int64) -> Frame {
        Frame(
            time: time.advanced(byMicroseconds: microseconds),
            events: events.map {
                InputEvent(time: $0.time.advanced(byMicroseconds: microseconds), type: $0.type, code: $0.code, value: $0.value)
            },
            followsDrop: followsDrop)
    }
}
