import ArgumentParser
import InkClient
import InkProtocol
import Testing

@testable import inkctl

@Suite("inkctl forget")
struct ForgetCommandTests {
    private static let package = PackagesInterface.Package(
        name: "no\u{1b}tes", open: true, unsaved: true, recovered: false, parts: 2, bytes: 34_000)
    private static let recording = RecorderInterface.Recording(
        name: "2026-11-22-101500", files: ["0001.inklog"], bytes: 1_300_000, active: true)
    private static let setting = EditorInterface.Setting(
        key: "undo.limit", value: .init(number: 50), own: true, summary: "maximum number of undo steps", source: .user)

    @Test("wants --everything, and not both answers at once")
    func arguments() {
        #expect(throws: (any Error).self) { try ForgetCommand.parse([]) }
        #expect(throws: (any Error).self) { try ForgetCommand.parse(["--yes"]) }
        #expect(throws: (any Error).self) { try ForgetCommand.parse(["--everything", "--yes", "--dry-run"]) }
        #expect(throws: Never.self) { try ForgetCommand.parse(["--everything", "-y"]) }
        #expect(throws: Never.self) { try ForgetCommand.parse(["--everything", "--dry-run"]) }
    }

    @Test("lists every item, escaped")
    func list() {
        let adaptation = AdaptationInterface.State(adapted: true, examples: 40, corrections: 1)
        let data = StoredData(items: [
            .package(Self.package), .recording(Self.recording), .adaptation(adaptation), .setting(Self.setting),
        ])
        let lines = ForgetCommand.lines(data)
        #expect(lines.count == 5 && lines[0].hasPrefix("KIND"))
        #expect(lines[1].hasPrefix("package") && lines[1].hasSuffix("34 kB, open, unsaved") && !lines[1].contains("\u{1b}"))
        #expect(lines[2].contains("2026-11-22-101500") && lines[2].hasSuffix("1.3 MB, being recorded"))
        #expect(lines[3].hasSuffix("learned from 40 inks, 1 corrected word"))
        #expect(lines[4].contains("undo.limit") && lines[4].hasSuffix("50"))
    }

    @Test("says that nothing is stored")
    func nothing() {
        let data = StoredData(items: [.adaptation(.init(adapted: false))])
        #expect(data.isEmpty && ForgetCommand.lines(data) == ["inkd stores nothing of you."])
        let full = StoredData(items: [.package(Self.package), .adaptation(.init(adapted: false))])
        #expect(!full.isEmpty && ForgetCommand.lines(full).count == 2)
    }

    @Test("says which program keeps a package from being removed")
    func inUse() {
        let error = ClientError.refused(name: PackagesInterface.PackageInUse.name, parameters: .object(["name": .string("notes")]))
        let text = ForgetCommand.problem(error)
        #expect(text.contains("The package notes was not removed") && text.contains("Exit that program"))
        let lost = ClientError.connectionLost(errno: 0)
        #expect(ForgetCommand.problem(lost) == lost.explanation)
    }
}
