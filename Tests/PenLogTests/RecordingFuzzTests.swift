import Glibc
import InkTestSupport
import PenLog
import Testing

@Suite("Damaged recordings")
struct RecordingFuzzTests {
    @Test("damaged files are read or refused, and what is read can be played", arguments: ["stroke.events", "stroke.yml", "cross.jsonl"])
    func damaged(name: String) throws {
        let good = try bytes(of: fixture(name))
        try #require(!good.isEmpty)
        let words = [
            "-1", "99999999999999999999", "[", "]", "{", "\"", "\n", ": ", "E: ", "A: ", "null", "-2147483648", "0x", "1e400", "\u{0}", "é",
            "#",
        ]
        var read = 0
        var refused = 0
        Fuzz.run(seed: 77) { random in
            let bytes = Fuzz.damaged(good, words: words, using: &random)
            do throws(RecordingError) {
                for device in try Recording.parse(bytes, name: name).devices { _ = pointerEvents(of: device) }
                read += 1
            } catch {
                #expect(!error.description.isEmpty)
                refused += 1
            }
        }
        #expect(read > 0 && refused > 0)
    }

    private func bytes(of path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        return bytes
    }
}
