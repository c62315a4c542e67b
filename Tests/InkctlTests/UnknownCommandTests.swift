import ArgumentParser
import Testing

@testable import inkctl

@Suite("Words that are no commands")
struct UnknownCommandTests {
    @Test(
        "the nearest command is suggested",
        arguments: [
            ("devcies", "devices"), ("device", "devices"), ("replya", "replay"), ("exprot", "export"), ("staus", "status"),
            ("calibrat", "calibrate"), ("calib", "calibrate"),
        ])
    func suggestions(word: String, name: String) {
        let unknown = UnknownCommand([word], of: Inkctl.self)
        #expect(unknown?.suggestion == name)
        #expect(unknown?.message == "inkctl has no command \"\(word)\". Did you mean \"\(name)\"?")
    }

    @Test("below a command its own are suggested")
    func below() {
        #expect(
            UnknownCommand(["corpus", "spilt", "all.jsonl"], of: Inkctl.self)?.message
                == "inkctl corpus has no command \"spilt\". Did you mean \"split\"?")
    }

    @Test("where none is near, it is said where they are listed")
    func nothingNear() {
        #expect(
            UnknownCommand(["frobnicate"], of: Inkctl.self)?.message
                == "inkctl has no command \"frobnicate\". `inkctl help` lists all commands.")
        #expect(
            UnknownCommand(["record", "x"], of: Inkctl.self)?.message
                == "inkctl record has no command \"x\". `inkctl help record` lists all commands.")
    }

    @Test(
        "commands with their options and arguments are left to the parser",
        arguments: [
            [], ["devices"], ["devices", "extra"], ["--vresion"], ["corpus", "--help"], ["help", "devcies"], ["corpus", "split", "x"],
        ])
    func known(words: [String]) {
        #expect(UnknownCommand(words, of: Inkctl.self) == nil)
    }

    @Test(
        "changes are inserted, deleted, replaced and swapped characters",
        arguments: [
            ("", "", 0), ("a", "", 1), ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1), ("undo", "undo", 0), ("abcd", "acbd", 1),
        ])
    func distances(first: String, second: String, distance: Int) {
        #expect(UnknownCommand.distance(from: first, to: second) == distance)
    }

    @Test(
        "the program ends with the status of a wrong command line",
        .enabled(if: InkctlProcess.path != nil, "inkctl is not beside the tests"))
    func status() throws {
        let result = try InkctlProcess.run(["devcies"])
        #expect(result == .init(status: 64, output: "", errors: "inkctl: inkctl has no command \"devcies\". Did you mean \"devices\"?\n"))
    }
}
