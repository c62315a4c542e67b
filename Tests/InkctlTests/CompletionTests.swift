import ArgumentParser
import Foundation
import InkProtocol
import InkTestSupport
import Testing

@testable import inkctl

@Suite("Completion of command lines", .timeLimit(.minutes(MachineSpeed.limit)))
struct CompletionTests {
    @Test("files, folders, formats and kinds are in the script", arguments: ["bash", "zsh", "fish"])
    func script(shell: String) throws {
        let name = try #require(CompletionShell(rawValue: shell))
        let script = Inkctl.completionScript(for: name)
        // formats of export, of recordings and of pictures
        for word in ["jiix", "docx", "evemu", "libinput", "unipen", "svg"] {
            #expect(script.contains(word), "\(shell) does not offer \(word)")
        }
        let files = ["bash": "_add_completions -f", "zsh": "_files", "fish": "-rF"]
        #expect(script.components(separatedBy: try #require(files[shell])).count > 10)
    }

    @Test(
        "names that inkd knows are asked for when they are wanted",
        .enabled(if: InkctlProcess.path != nil, "inkctl is not beside the tests"))
    func names() throws {
        try withFolder { folder in
            let server = try ScriptedServer(path: folder.appending(path: "inkd").path(), connections: .max) { call in
                guard call.method == PackagesInterface.List.name else {
                    return .init(bytes: try Reply.encode(ServiceInterface.MethodNotFound(method: call.method)))
                }
                let packages = ["notes", "to do", "a\u{1b}[2J"].map {
                    PackagesInterface.Package(name: $0, open: false, unsaved: false, recovered: false)
                }
                return .init(bytes: try Reply.encode(PackagesInterface.List.self, .init(packages: packages)))
            }
            defer { server.close() }
            let words = ["inkctl", "export", "--socket", server.path, ""]
            let found = try InkctlProcess.run(["---completion", "export", "--", "positional@0", "4", "0"] + words)
            // what would steer a terminal is left out
            #expect(
                found.status == 0 && found.output.contains("notes") && found.output.contains("to do") && !found.output.contains("\u{1b}"))
            let none = try InkctlProcess.run([
                "---completion", "export", "--", "positional@0", "4", "0", "inkctl", "export", "--socket", "/nowhere/x", "",
            ])
            #expect(none.status == 0 && !none.output.contains("notes"))
        }
    }

    @Test("the socket of the command line is asked")
    func socket() {
        #expect(CompletionKind.socket(in: ["inkctl", "export", "--socket", "/a", ""]) == "/a")
        #expect(CompletionKind.socket(in: ["inkctl", "--socket=/b", "export"]) == "/b")
        #expect(CompletionKind.socket(in: ["inkctl", "export", "--socket"]) == nil)
        #expect(CompletionKind.socket(in: []) == nil)
    }

    @Test("languages are the files beside the models")
    func languages() throws {
        try withFolder { folder in
            let place = folder.appending(path: "language")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            for name in ["sv.safetensors", "de.safetensors", "notes.txt"] { try Data().write(to: place.appending(path: name)) }
            #expect(InstalledLanguages.tags(in: ["/nowhere", folder.path()]) == ["de", "sv"])
        }
    }
}
