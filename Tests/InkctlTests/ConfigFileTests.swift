import ArgumentParser
import Foundation
import InkClient
import InkProtocol
import InkTestSupport
import Testing

@testable import inkctl

@Suite("Settings that are kept, in inkctl")
struct ConfigFileTests {
    private static let settings: [EditorInterface.Setting] = [
        .init(key: "eraser.mode", value: .init(.text("a \"b\"\nc: 'd'")), own: true, summary: "", source: .user),
        .init(key: "gesture.enable", value: .init(.flag(false)), own: true, summary: "", source: .user),
        .init(key: "pen.name", value: .init(.text("12")), own: true, summary: "", source: .user),
        .init(key: "pen.styles", value: .init(.text("12: pen #000000")), own: true, summary: "", source: .user),
        .init(key: "recognition.pause", value: .init(.number(800)), own: true, summary: "", source: .session),
        .init(key: "undo.limit", value: .init(.number(50)), own: true, summary: "", source: .user),
        .init(key: "zoom", value: .init(.number(1)), own: false, summary: "", source: .builtIn),
    ]

    @Test("what is exported is what was kept, and comes back as it was, the pen's name last")
    func roundTrip() throws {
        let lines = ConfigExportCommand.lines(Self.settings)
        #expect(lines.map { $0.prefix { $0 != ":" } } == ["eraser.mode", "gesture.enable", "pen.name", "pen.styles", "undo.limit"])
        let values = try ConfigImportCommand.values(of: Array(lines.joined(separator: "\n").utf8), path: "x", like: Self.settings)
        #expect(values.map(\.key) == ["eraser.mode", "gesture.enable", "pen.styles", "undo.limit", "pen.name"])
        for (key, value) in values { #expect(Self.settings.first { $0.key == key }?.value.content == value) }
        #expect(ConfigExportCommand.lines([]) == ["{}"])
        #expect(try ConfigImportCommand.values(of: Array("{}".utf8), path: "x", like: Self.settings).isEmpty)
        #expect(try ConfigImportCommand.values(of: [], path: "x", like: Self.settings).isEmpty)
    }

    @Test("a file that has no settings is refused, with the key")
    func refusals() {
        func refusal(_ text: String) -> InkctlError? {
            do throws(InkctlError) {
                _ = try ConfigImportCommand.values(of: Array(text.utf8), path: "x", like: Self.settings)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal("nope: 1") == .noSuchKey("nope"))
        #expect(refusal("undo.limit: many") == .wrongKind(key: "undo.limit", value: "many", wanted: "a number"))
        #expect(refusal("undo.limit: [1]") == .wrongKind(key: "undo.limit", value: "a list or a mapping", wanted: "one value"))
        for text in ["- a", "a", "{", "a: b: c"] {
            guard case .notSettings(path: "x", _)? = refusal(text) else {
                Issue.record("\(text) was taken")
                continue
            }
        }
    }

    /// What a command sets and resets: the key, and whether for good.
    private func calls(_ arguments: [String]) throws -> [String] {
        try withFolder { folder in
            let server = try ScriptedServer(path: folder.appending(path: "inkd").path(), connections: .max) { call in
                switch call.method {
                case EditorInterface.GetConfiguration.name:
                    .init(bytes: try Reply.encode(EditorInterface.GetConfiguration.self, .init(settings: Self.settings)))
                case EditorInterface.SetConfiguration.name:
                    .init(bytes: try Reply.encode(EditorInterface.SetConfiguration.self, .init()))
                default: .init(bytes: try Reply.encode(EditorInterface.UnsetConfiguration.self, .init()))
                }
            }
            defer { server.close() }
            let result = try InkctlProcess.run(arguments + ["--socket", server.path])
            #expect(result.status == 0, "\(result.errors)")
            return server.received.filter { $0.method != EditorInterface.GetConfiguration.name }.map { call in
                let verb = call.method == EditorInterface.SetConfiguration.name ? "set" : "unset"
                return "\(verb) \(call.parameters["key"]?.string ?? "") \(call.parameters["persist"]?.description ?? "absent")"
            }
        }
    }

    @Test(
        "a key is set for good unless it is to be once, or for one editor",
        .enabled(if: InkctlProcess.path != nil, "inkctl is not beside the tests"), .timeLimit(.minutes(MachineSpeed.limit)))
    func persisting() throws {
        #expect(try calls(["config", "set", "undo.limit", "9"]) == ["set undo.limit true"])
        #expect(try calls(["config", "set", "--once", "undo.limit", "9"]) == ["set undo.limit absent"])
        #expect(try calls(["config", "set", "--editor", "pen0", "undo.limit", "9"]) == ["set undo.limit absent"])
        #expect(try calls(["config", "unset", "undo.limit"]) == ["unset undo.limit absent"])
        #expect(try calls(["config", "reset", "undo.limit"]) == ["unset undo.limit true"])
        let all = try calls(["config", "reset", "--all"])
        #expect(all == Self.settings.filter(\.own).map { "unset \($0.key) true" })
    }

    @Test("resetting takes a key or all")
    func resetting() {
        #expect(throws: (any Error).self) { try ConfigResetCommand.parse([]) }
        #expect(throws: (any Error).self) { try ConfigResetCommand.parse(["undo.limit", "--all"]) }
        #expect(throws: Never.self) { try ConfigResetCommand.parse(["--all"]) }
    }
}
