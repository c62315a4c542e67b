import Glibc
import PenLog
import System
import Testing

@Suite("Pipes that are named as files")
struct PipeTests {
    @Test("one that no program writes to is an error after a while, not the end of all")
    func silent() throws {
        try LogSamples.inFolder { folder in
            let path = folder + "/pipe.jsonl"
            #expect(mkfifo(path, 0o600) == 0)
            var code: Int32 = 0
            do throws(SystemError) { _ = try InputFile.open(path, patience: 50) } catch { code = error.code }
            #expect(code == InputFile.silentPipe)
        }
    }

    @Test("one that is written to is read to its end")
    func written() throws {
        try LogSamples.inFolder { folder in
            let path = folder + "/pipe.events"
            #expect(mkfifo(path, 0o600) == 0)
            // open for both, so that neither end waits
            let writer = open(path, O_RDWR | O_NONBLOCK)
            let text = Array("E: 0.1 0003 0000 1\nE: 0.1 0000 0000 0\n".utf8)
            #expect(write(writer, text, text.count) == text.count)
            let file = try InputFile.open(path, patience: 50)
            close(writer)
            #expect(try file.readAll() == text)
        }
    }
}
