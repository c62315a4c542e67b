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
        var random = SeededGenerator(seed: 77)
        let words = [
            "-1", "99999999999999999999", "[", "]", "{", "\"", "\n", ": ", "E: ", "A: ", "null", "-2147483648", "0x", "1e400", "\u{0}", "é",
            "#",
        ]
        let clock = ContinuousClock()
        let end = clock.now + .seconds(getenv("INKD_FUZZ_SECONDS").flatMap { Double(String(cString: $0)) } ?? 1)
        var read = 0
        var refused = 0
        while clock.now < end {
            var bytes = good
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert(contentsOf: words[Int.random(in: 0..<words.count, using: &random)].utf8, at: place)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1..<20, using: &random)))
                case 3: bytes[place] = UInt8(ascii: "0") + UInt8.random(in: 0...9, using: &random)
                default: bytes.insert(contentsOf: good[0..<min(good.count, place)].suffix(40), at: place)
                }
                if bytes.isEmpty { bytes = good }
            }
            do {
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
