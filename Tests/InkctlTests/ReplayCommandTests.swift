import ArgumentParser
import Evdev
import Foundation
import Ink
import InkTestSupport
import PenLog
import Testing

@testable import inkctl

@Suite("inkctl replay")
struct ReplayCommandTests {
    private static let sample = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/sample-session.events")

    @Test("speeds and delays that cannot be, and options that do not go together, are refused")
    func options() {
        for wrong in [
            ["a", "--speed", "0"], ["a", "--speed", "1001"], ["a", "--speed", "nan"], ["a", "--delay", "1"],
            ["a", "--uinput", "--delay", "-1"], ["a", "--json", "--plain"], ["a", "--uinput", "--json"], ["a", "--uinput", "--model", "m"],
        ] {
            #expect(throws: (any Error).self, "\(wrong)") { try ReplayCommand.parse(wrong) }
        }
        #expect(throws: Never.self) { try ReplayCommand.parse(["a", "--uinput", "--delay", "0", "--speed", "1000", "--step"]) }
    }

    @Test("each visit of the pen is told in a line")
    func visits() throws {
        let formatter = ProximitySessionFormatter(of: try Recording.read(Self.sample.path()))
        #expect(formatter.visits.first?.lowerBound == 0 && formatter.visits.last?.upperBound == formatter.timeline.count)
        let lines = formatter.lines
        #expect(lines.first?.hasPrefix("visit 1 of \(lines.count): ") == true)
        #expect(lines.allSatisfy { $0.hasSuffix(", inkd Sample Pen Tablet") && $0.contains(" contact") })
    }

    @Test(
        "a recording that is none, or empty, is refused with what to do",
        .enabled(if: InkctlProcess.path != nil, "inkctl is not beside the tests"))
    func refusals() throws {
        try withFolder { folder in
            let path = folder.appending(path: "pen.events").path()
            try Data("N: Pen\n".utf8).write(to: URL(filePath: path))
            let empty = try InkctlProcess.run(["replay", path])
            #expect(empty.status == 1 && empty.errors.contains("contains no frames"))
            let absent = try InkctlProcess.run(["replay", path + "x"])
            #expect(absent.status == 1 && absent.errors.contains("pen.eventsx"))
        }
    }

    @Test(
        "without /dev/uinput it says what to do",
        .enabled(if: InkctlProcess.path != nil && access("/dev/uinput", F_OK) != 0, "there is a /dev/uinput"))
    func noUinput() throws {
        let result = try InkctlProcess.run(["replay", "--uinput", Self.sample.path()])
        #expect(result.status == 1 && result.errors.contains("modprobe uinput"))
    }

    @Test(
        "a recording played to an inkd of its own is told as a watch does, and nothing stays", .timeLimit(.minutes(MachineSpeed.limit)),
        .enabled(if: Self.hasInkd, "inkd is not beside the tests"))
    func plays() throws {
        let before = try Self.folders()
        let result = try InkctlProcess.run(["replay", Self.sample.path(), "--speed", "1000"])
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.contains { $0.contains("\"phase\":\"up\"") } && lines.contains { $0.contains("\"change\":\"idle\"") })
        #expect(try Self.folders().subtracting(before) == [])
    }

    @Test(
        "a reader that has seen enough ends it quietly, as the shell expects", .timeLimit(.minutes(MachineSpeed.limit)),
        .enabled(if: Self.hasInkd, "inkd is not beside the tests"))
    func closedOutput() throws {
        try withFolder { folder in
            let errors = folder.appending(path: "errors")
            let words = InkctlProcess.command(["replay", Self.sample.path(), "--speed", "1000"]).map { "'\($0)'" }
            // true reads nothing, and is gone long before the first line
            let script = "TMPDIR='\(folder.path())' \(words.joined(separator: " ")) 2> '\(errors.path())' | true; echo ${PIPESTATUS[0]}"
            let result = try ChildProgram.run(["/bin/bash", "-c", script])
            // 128 and SIGPIPE, as timeout(1) passes it on
            #expect(String(decoding: result.output, as: UTF8.self) == "141\n")
            // inkd may say that there is no model to read with
            #expect(try !String(contentsOf: errors, encoding: .utf8).contains("inkctl: "))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["errors"])
        }
    }

    private static var hasInkd: Bool {
        InkctlProcess.path.map { FileManager.default.isExecutableFile(atPath: $0.dropLast("inkctl".count) + "inkd") } ?? false
    }

    private static func folders() throws -> Set<String> {
        let folder = FileManager.default.temporaryDirectory.path()
        return Set(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("inkctl-replay-") })
    }
}
