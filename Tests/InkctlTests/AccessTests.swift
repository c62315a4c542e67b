import Foundation
import Glibc
import InkClient
import InkProtocol
import InkTestSupport
import Testing

@testable import inkctl

@Suite(
    "Commands of a user whom inkd does not serve", .enabled(if: InkctlProcess.path != nil, "inkctl is not beside the tests"),
    .timeLimit(.minutes(MachineSpeed.limit)))
struct AccessTests {
    /// inkd as a stranger sees it, or with nothing plugged in as a user does.
    private func server(in folder: URL, serves isServed: Bool) throws -> ScriptedServer {
        try ScriptedServer(path: folder.appending(path: "inkd").path(), connections: .max) { call in
            let bytes =
                switch call.method {
                case DevicesInterface.List.name: try Reply.encode(DevicesInterface.List.self, .init(devices: []))
                case EditorInterface.List.name: try Reply.encode(EditorInterface.List.self, .init(editors: []))
                case RecorderInterface.GetState.name where isServed:
                    try Reply.encode(
                        RecorderInterface.GetState.self,
                        .init(state: .init(devices: [], frames: 0, lost: 0, bytes: 0), others: []))
                default: try Reply.encode(ServiceInterface.PermissionDenied())
                }
            return .init(bytes: bytes)
        }
    }

    @Test(
        "an empty list is an error that says so",
        arguments: [["devices"], ["devices", "--json"], ["undo"], ["clear"], ["area"], ["watch"], ["record", "start"], ["status"]])
    func refused(command: [String]) throws {
        try withFolder { folder in
            let server = try server(in: folder, serves: false)
            defer { server.close() }
            let result = try InkctlProcess.run(command + ["--socket", server.path])
            #expect(result.status == 1 && result.output.isEmpty)
            #expect(result.errors.contains("Permission denied: your session is not the active one"), "\(result.errors)")
        }
    }

    @Test("with nothing plugged in it says what to do")
    func served() throws {
        try withFolder { folder in
            let server = try server(in: folder, serves: true)
            defer { server.close() }
            let devices = try InkctlProcess.run(["devices", "--socket", server.path])
            #expect(devices.status == 0 && devices.output.hasPrefix("No tablets. Plug one in"))
            let undo = try InkctlProcess.run(["undo", "--socket", server.path])
            #expect(undo.status == 1 && undo.errors.contains("Plug in a pen tablet"))
        }
    }

    @Test("an export leaves a file that is there alone without --force, before inkd is asked")
    func overwriting() throws {
        try withFolder { folder in
            let server = try server(in: folder, serves: true)
            defer { server.close() }
            let file = folder.appending(path: "page.svg")
            try Data("mine".utf8).write(to: file)
            let result = try InkctlProcess.run(["export", "notes", "0", "--to", file.path(), "--socket", server.path])
            #expect(result.status == 1 && result.errors.contains("--force") && server.received.isEmpty)
            #expect(try Data(contentsOf: file) == Data("mine".utf8))
        }
    }

    @Test("a model that is none is named, whatever language is asked for")
    func wrongModel() throws {
        try withFolder { folder in
            let file = folder.appending(path: "README.md")
            try Data("# A text, and no model\n".utf8).write(to: file)
            let ink = folder.appending(path: "ink.jsonl")
            try Data("{\"strokes\":[[0,0,5,5]]}\n".utf8).write(to: ink)
            for language in ["en", "tlh", "none"] {
                let result = try InkctlProcess.run(["recognize", "--model", file.path(), "--language", language, ink.path()])
                #expect(result.status == 1 && result.output.isEmpty)
                #expect(result.errors.contains(file.path()) && !result.errors.contains("language/"), "\(result.errors)")
            }
        }
    }
}
