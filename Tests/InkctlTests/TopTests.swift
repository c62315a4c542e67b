import ArgumentParser
import InkProtocol
import Testing

@testable import inkctl

@Suite("inkctl top")
struct TopTests {
    private let formatter = TopFormatter { $0 == 1000 ? "ann" : "user \($0)" }

    private func reply() -> TopFormatter.Reply {
        .init(
            uptime: 11_520, memory: 84_200_000, devices: [],
            queues: .init(clients: 2, watches: 1, bytes: 0, leftOut: 0, disconnected: 0), recogniser: [], quotas: [])
    }

    @Test("without tablets it says what to do")
    func nothing() {
        #expect(
            formatter.lines(reply()) == [
                "Uptime: 3 h 12 min, memory: 84.2 MB, 2 clients, 1 watch.",
                "Waiting: nothing for clients.", "Slow clients: no messages omitted, none disconnected.", "",
                "No tablets. Plug one in; `inkctl watch` shows new tablets.",
            ])
    }

    @Test("tablets, readings and quotas are tables; what is not used is not shown")
    func tables() {
        var reply = reply()
        reply.devices = [
            .init(
                id: 1, name: "Wacom Intuos Pro M Pen", frames: 123_456, events: 900_000, rate: 199.6, drops: 2,
                latency: .init(count: 123_456, p50: 84, p99: 210, max: 1901)),
            .init(id: 12, name: "Finger\u{1b}[2J", frames: 0, events: 0, rate: 0, drops: 0),
        ]
        reply.queues = .init(clients: 1, watches: 0, bytes: 70_000, leftOut: 12, disconnected: 1, posted: 3)
        reply.recogniser = [
            .init(user: 1000, lines: .init(count: 40, p50: 12_400, p99: 41_000, max: 88_000), waiting: 2, requests: 1),
            .init(user: 1001, waiting: 0, requests: 0),
        ]
        reply.quotas = [
            .init(user: 1000, quota: "quotas.disk", used: 1_500_000, limit: 209_715_200),
            .init(user: 1000, quota: "quotas.editors", used: 2, limit: 32), .init(user: 1000, quota: "quotas.packages", limit: 1000),
            .init(user: 1001, quota: "quotas.editors", used: 0, limit: 32),
            .init(quota: "quotas.exportMemory", used: 5_000_000, limit: 268_435_456),
        ]
        #expect(
            formatter.lines(reply).dropFirst() == [
                "Waiting: 70 kB for clients, 3 pieces of work.", "Slow clients: 12 messages omitted, 1 disconnected.", "",
                "ID  TABLET                  FRAMES  PER S  LOST  P50 ms  P99 ms  MAX ms",
                " 1  Wacom Intuos Pro M Pen  123456    200     2    0.08    0.21    1.90",
                "12  Finger\\u{1b}[2J              0      0     0       –       –       –", "",
                "USER  LINES  WAITING  REQUESTS  P50 ms  P99 ms  MAX ms",
                "ann      40        2         1      12      41      88", "",
                "QUOTAS", "ann: disk 1.5 MB of 209.7 MB, editors 2 of 32",
                "all users: exportMemory 5.0 MB of 268.4 MB",
            ])
    }

    @Test("no line is longer than 80 columns, however large the numbers and long the names are")
    func width() {
        var reply = reply()
        let times = DevicesInterface.Durations(count: .max, p50: 67_108_863, p99: 67_108_863, max: .max)
        let name = String(repeating: "a long name ", count: 20)
        (reply.uptime, reply.memory) = (.max, .max)
        reply.queues = .init(clients: .max, watches: .max, bytes: .max, leftOut: .max, disconnected: .max, posted: .max)
        reply.devices = [.init(id: 4_294_967_295, name: name, frames: 12_345_678_901, events: 1, rate: 1e5, drops: 999_999, latency: times)]
        reply.devices[0].latency?.max = 3_600_000_000
        reply.recogniser = [
            .init(user: 4_294_967_295, lines: .init(count: 1_234_567, p50: 1, p99: 2, max: 3_600_000_000), waiting: 1, requests: 1)
        ]
        reply.quotas = ["disk", "transferSize", "models", "annotations", "connections", "watches", "editors"].map {
            .init(user: 4_294_967_295, quota: "quotas.\($0)", used: 999_999_999_999, limit: 999_999_999_999)
        }
        for line in formatter.lines(reply) { #expect(line.count <= TopFormatter.width, "\(line)") }
    }

    @Test(
        "times are told in the two units that matter",
        arguments: [(0, "0 s"), (59, "59 s"), (200, "3 min 20 s"), (14_700, "4 h 5 min"), (183_600, "2 d 3 h")])
    func times(seconds: Int, text: String) { #expect(TopFormatter.time(seconds) == text) }

    @Test("the interval has bounds")
    func interval() {
        #expect(throws: (any Error).self) { try TopCommand.parse(["--interval", "0"]) }
        #expect(throws: (any Error).self) { try TopCommand.parse(["--interval", "nan"]) }
        #expect((try? TopCommand.parse(["--interval", "0.5", "--once", "--json"]))?.interval == 0.5)
    }

    @Test("without inkd it says so, and ends with 1")
    func noDaemon() throws {
        guard InkctlProcess.path != nil else { return }
        let result = try InkctlProcess.run(["top", "--socket", "/nowhere/inkd"])
        #expect(result.status == 1 && result.output.isEmpty && result.errors.contains("/nowhere/inkd"))
    }
}
