import InkProtocol
import InkTestSupport
import Testing

@testable import inkctl

@Suite("A watch that outlives the daemon")
struct WatchSessionTests {
    /// What a watch is told at first, whereupon the daemon ends.
    private static func answer(_ call: Call) throws -> ScriptedServer.Answer {
        let state = WatchFormatterTests.state(strokes: 1, text: "hi")
        switch call.method {
        case EditorInterface.Watch.name:
            let since = try call.parameters(ofStream: EditorInterface.Watch.self).since
            return .init(
                bytes: try Reply.encode(
                    EditorInterface.Watch.self,
                    .init(sequence: 1, change: .present, state: state, mark: "a-7", missed: since.map { $0 != ["a-7"] }), continues: true),
                closes: true)
        case DevicesInterface.Watch.name:
            return .init(
                bytes: try Reply.encode(
                    DevicesInterface.Watch.self, .init(sequence: 1, change: .present, device: WatchFormatterTests.device(1)),
                    continues: true),
                closes: true)
        default: return .init(bytes: [], closes: true)
        }
    }

    @Test(
        "it goes on with the next daemon, says so in one line, and tells it what it knows",
        .enabled(if: InkctlProcess.path != nil, "the programs lie elsewhere"), arguments: ["--json", "--plain"])
    func restarted(option: String) throws {
        // two daemons: with --plain the devices are listed once before
        let server = try ScriptedServer(connections: option == "--json" ? 6 : 7) { call in
            guard call.method == DevicesInterface.List.name else { return try Self.answer(call) }
            return .init(bytes: try Reply.encode(DevicesInterface.List.self, .init(devices: [])))
        }
        let result = try InkctlProcess.run(["watch", option, "--socket", server.path])
        #expect(result.status == 0)
        let since = try server.received.filter { $0.method == EditorInterface.Watch.name }
            .map { try $0.parameters(ofStream: EditorInterface.Watch.self).since }
        #expect(since == [nil, ["a-7"]])
        let lines = result.output.split(separator: "\n")
        if option == "--json" {
            #expect(result.errors == "inkctl: \(WatchSession.goneOn)\n")
            #expect(lines.count == 4 && lines.count { $0.contains(#""missed":false"#) } == 1)
        } else {
            #expect(result.errors.isEmpty && lines.count { $0 == WatchSession.goneOn } == 1)
            #expect(lines.count { $0.contains("\"hi\"") } == 1, "what is known is not shown again")
            #expect(lines.count { $0.hasPrefix("+ device 1") } == 2, "the devices are another daemon's")
        }
    }

    @Test("after something was missed the editor is shown as it is now")
    func missed() {
        var formatter = WatchFormatter()
        let state = WatchFormatterTests.state(strokes: 2, text: "hello")
        _ = formatter.format(WatchFormatterTests.read("hello", final: true))
        #expect(formatter.format(EditorInterface.Watch.Reply(sequence: 1, change: .present, state: state, missed: false)).isEmpty)
        #expect(formatter.format(WatchFormatterTests.read("hello", final: true)).isEmpty, "it is known")
        formatter.beginAnew()
        let lines = formatter.format(EditorInterface.Watch.Reply(sequence: 1, change: .present, state: state, missed: true))
        #expect(lines == [.event("pen0: 2 strokes, \"hello\"")])
        #expect(formatter.format(WatchFormatterTests.read("hello", final: true)) == [.final("pen0: hello")])
    }
}
