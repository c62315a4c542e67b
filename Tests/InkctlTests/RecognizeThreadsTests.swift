import ArgumentParser
import Foundation
import Glibc
import InkTestSupport
import Testing

@testable import inkctl

@Suite("inkctl recognize --threads", .enabled(if: InkctlProcess.path != nil, "there is no inkctl beside the tests"))
struct RecognizeThreadsTests {
    private static let models = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/recognition")

    /// Inks of many sizes, and among them lines that are none.
    private static let rows: String = (0..<60).map { number in
        switch number {
        case 30: "{\"strokes\":[[1,2,3]]}\n"
        case 31: "no ink\n"
        case 32: "\n"
        default:
            "{\"id\":\"\(number)\",\"strokes\":[["
                + (0..<(4 + number * 7 % 40)).map { "\($0 == 0 ? 5 : 3),\(($0 * (number + 3)) % 17 - 8)" }.joined(separator: ",") + "]]}\n"
        }
    }.joined()

    @Test(
        "says the same as one thread, to the byte, also of lines that are no ink",
        arguments: [
            ["--jsonl"], [], ["--greedy"], ["--as", "page", "--jsonl"], ["--as", "page"], ["--as", "symbol", "--jsonl"],
            ["--as", "shape", "--jsonl"], ["--as", "sketch", "--jsonl"],
            ["--as", "sketch"], ["--as", "formula", "--jsonl"],
        ])
    func same(options: [String]) throws {
        let kinds = ["symbol": "tiny-symbols", "formula": "tiny-formulas", "shape": "tiny-shapes", "sketch": "tiny-sketches"]
        let kind = options.lazy.compactMap { kinds[$0] }.first ?? "tiny"
        let model = Self.models.appending(path: "\(kind).safetensors").path()
        try withFolder { folder in
            let file = folder.appending(path: "rows.jsonl").path()
            try Data(Self.rows.utf8).write(to: URL(filePath: file))
            let results = try ["1", "3", "0"].map { threads in
                try InkctlProcess.run(["recognize", "--model", model, "--language", "none", "--threads", threads] + options + [file])
            }
            let one = results[0]
            // an empty line is passed over; pages may have several lines, and answers that are no JSON may be empty
            if options.contains("--jsonl") {
                #expect(one.output.split(separator: "\n").count == 59)
                #expect(one.output.split(separator: "\n").count { $0.contains("\"error\"") } == 2)
            } else {
                #expect(one.errors.split(separator: "\n").count == 2)
                #expect(one.errors.contains("\(file): line 32: "))
            }
            #expect(one.status == 1)
            for other in results.dropFirst() { #expect(other == one) }
        }
    }

    @Test("answers each ink as soon as it has come, and ends when its answers are read no further")
    func pipes() throws {
        let model = Self.models.appending(path: "tiny.safetensors").path()
        let command = InkctlProcess.command(["recognize", "--jsonl", "--threads", "4", "--language", "none", "--model", model])
        let (input, output) = (try ChildProgram.pipe(), try ChildProgram.pipe())
        let process = try ChildProgram(command, input: input.reading, output: output.writing)
        close(input.reading)
        close(output.writing)
        let inks = FileHandle(fileDescriptor: input.writing, closeOnDealloc: true)
        let answers = FileHandle(fileDescriptor: output.reading, closeOnDealloc: true)
        // the second ink is sent when the first one's answer is there
        for id in ["a", "b", "c", "d", "e", "f"] {
            try inks.write(contentsOf: Data("{\"id\":\"\(id)\",\"strokes\":[[0,0,5,5,9,0]]}\n".utf8))
            #expect(String(decoding: answers.availableData, as: UTF8.self).contains("\"id\":\"\(id)\""))
        }
        try answers.close()
        signal(SIGPIPE, SIG_IGN)
        let rows = Data(Self.rows.utf8)
        // more than a pipe holds: it is taken until the program has ended
        while (try? inks.write(contentsOf: rows)) != nil {}
        #expect(process.wait() != 0)
    }

    @Test("takes from 0 to 256 threads")
    func limits() {
        #expect(throws: (any Error).self) { try RecognizeCommand.parse(["--threads", "257"]) }
        #expect(throws: (any Error).self) { try RecognizeCommand.parse(["--threads", "-1"]) }
        #expect(throws: Never.self) { try RecognizeCommand.parse(["--threads", "0"]) }
    }
}
