import Foundation
import Glibc
import InkTestSupport
import Testing

/// A recording of a tablet of 200 × 120 mm with 4096 levels of pressure, and an inkd that plays it to a command.
struct RecordedPen {
    private var lines: [String] = [
        "# EVEMU 1.3", "N: inkd Test Tablet", "I: 0006 1234 5678 0001", "P: 01 00 00 00 00 00 00 00", "B: 00 0b 00 00 00 00 00 00 00",
        "B: 01 00 00 00 00 00 00 00 00", "B: 01 00 00 00 00 00 00 00 00", "B: 01 00 00 00 00 00 00 00 00",
        "B: 01 00 00 00 00 00 00 00 00", "B: 01 00 00 00 00 00 00 00 00", "B: 01 03 1c 00 00 00 00 00 00",
        "B: 03 03 00 00 01 00 00 00 00", "B: 04 01 00 00 00 00 00 00 00", "A: 00 0 40000 0 0 200", "A: 01 0 24000 0 0 200",
        "A: 18 0 4095 0 0 0",
    ]
    private var milliseconds = 1000

    /// inkd and inkctl are beside the tests.
    static var hasInkd: Bool { inkd.map { FileManager.default.isExecutableFile(atPath: $0) } ?? false }

    private static let model = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../models/latin.safetensors").path()

    private static var inkd: String? { InkctlProcess.path.map { $0.dropLast("inkctl".count) + "inkd" } }

    /// The pen comes, hovers, tells its number, touches with these pressures, lifts and goes; places in millimeters.
    mutating func contact(x: Double, y: Double, pressures: [Int], serial: Int, hovering: [Int] = []) {
        frame("0001 0140 1", place(x, y))
        frame("0004 0000 \(serial)", place(x + 0.2, y))
        for pressure in hovering { frame("0003 0018 \(pressure)", place(x + Double(lines.count % 2) * 0.1, y)) }
        milliseconds += 60
        for (number, pressure) in pressures.enumerated() {
            // it trembles: half to either side
            let offset = number % 2 == 0 ? 0.01 : -0.01
            frame("0003 0018 \(pressure)", place(x + offset, y - offset))
        }
        frame("0003 0018 0", place(x, y))
        milliseconds += 60
        frame("0001 0140 0", "")
        milliseconds += 100
    }

    private func place(_ x: Double, _ y: Double) -> String {
        "0003 0000 \(Int((x * 200).rounded()));0003 0001 \(Int((y * 200).rounded()))"
    }

    private mutating func frame(_ event: String, _ place: String) {
        milliseconds += 5
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        let time = "\(milliseconds / 1000).\(fraction)000"
        for event in [event] + place.split(separator: ";").map(String.init) { lines.append("E: \(time) \(event)") }
        lines.append("E: \(time) 0000 0000 0")
    }

    /// Plays it to a command of inkctl.
    func run(_ command: [String], configuration: String = "") throws -> InkctlProcess.Result {
        try withFolder { folder in
            let path = folder.path()
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: "pen.events"))
            let own =
                "state: \(path)state\nruntime: \(path)runtime\nmodel: /nowhere/none.safetensors\nmodels: \(path)models\nlanguage: ''\n"
            try Data((own + configuration).utf8).write(to: folder.appending(path: "inkd.yaml"))
            let program = try #require(Self.inkd)
            let socket = path + "socket"
            let checked = try ChildProgram.run([program, "--config", path + "inkd.yaml", "--model", Self.model, "--check-config"])
            #expect(checked.status == 0, "\(configuration)")
            let daemon = try ChildProgram(
                ["/usr/bin/timeout", "-k", "5", "300", program, "--config", path + "inkd.yaml", "--socket", socket, "--log-level", "error"]
                    + ["--replay", path + "pen.events", "--replay-wait", "--replay-exit", "--replay-speed", "20"])
            defer { _ = daemon.wait() }
            let end = ContinuousClock.now + MachineSpeed.scaled(.seconds(60))
            while access(socket, F_OK) != 0 {
                guard ContinuousClock.now < end else { break }
                usleep(10_000)
            }
            return try InkctlProcess.run(command + ["--socket", socket])
        }
    }
}
