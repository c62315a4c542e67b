import Compression
import InkTestSupport
import PenLog
import Testing

/// What comes of files that are cut off, or have a few bits or bytes changed: never a crash, and nothing of them refused that is whole.
@Suite("Damaged files of ink come in as far as they are whole")
struct SalvageFuzzTests {
    /// Damaged files of each reader.
    private static let files = 500
    private static let strokes = 40

    struct Reader: Sendable, CustomTestStringConvertible {
        let name: String
        let good: [UInt8]
        /// The strokes that come in; nil if the file is refused.
        let read: @Sendable ([UInt8]) -> Int?
        /// The share of all strokes that comes in at least, on average.
        let share: Double
        var testDescription: String { name }
    }

    private static func exchange(_ format: ExchangeFormat) -> @Sendable ([UInt8]) -> Int? {
        { bytes in
            guard let contents = try? format.read(bytes) else { return nil }
            return try? Exchange { _ in nil }.survey(contents).strokes
        }
    }

    private static func xopp(_ bytes: [UInt8]) -> Int? {
        (try? XournalDocument(xopp: bytes)).map { XournalSalvageTests.strokes($0).count }
    }

    private static let readers: [Reader] = {
        var random = SeededGenerator(seed: 5)
        let places: [[JSONInk.Sample]] = (0..<strokes).map { stroke in
            (0..<12).map { sample in
                let time = Int64(stroke * 400 + sample * 8) * 1000
                return JSONInk.Sample(x: Int64.random(in: 0...9999, using: &random), y: Int64(stroke * 100), time: time)
            }
        }
        let ink = JSONInk(strokes: places)
        let lines = ink.strokes.map { JSONInk(strokes: [$0]).line + "\n" }.joined()
        let pen = XournalSalvageTests.head + (0..<strokes).map { XournalSalvageTests.stroke(100 + $0) }.joined() + XournalSalvageTests.tail
        let board: [String] = ink.strokes.map { samples in
            let points: [String] = samples.map { sample in
                let seconds = Double(sample.time) / 1e6
                return "<Point x=\"\(sample.x)\" y=\"\(sample.y)\" time=\"\(seconds)\"/>"
            }
            return "<Stroke>" + points.joined() + "</Stroke>\n"
        }
        let session = "<WhiteboardCaptureSession><StrokeSet>\n\(board.joined())</StrokeSet></WhiteboardCaptureSession>\n"
        let packed = (try? CompressingWriter.compress(.gzip, Array(pen.utf8))) ?? []
        return [
            Reader(name: "InkML", good: InkDocument(inks: [ink]).inkML, read: exchange(.inkML), share: 0.75),
            Reader(name: "UNIPEN", good: UnipenDocument(inks: [ink]).unipen, read: exchange(.unipen), share: 0.75),
            Reader(name: "IAM-OnDB", good: Array(session.utf8), read: exchange(.iamOnDB), share: 0.6),
            Reader(name: "JSON lines", good: Array(lines.utf8), read: exchange(.jsonLines), share: 0.75),
            Reader(name: "one JSON line", good: Array((ink.line + "\n").utf8), read: exchange(.jsonLines), share: 0.25),
            Reader(name: "Xournal++", good: Array(pen.utf8), read: xopp, share: 0.75),
            Reader(name: "Xournal++ in gzip", good: packed, read: xopp, share: 0.15),
            Reader(
                name: "Xournal++ in ZIP", good: zipArchive([("mimetype", "application/xournal++"), ("content.xml", pen)]), read: xopp,
                share: 0.6),
        ]
    }()

    /// Cut off, bits turned over, or bytes of two places exchanged.
    private static func damaged(_ good: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = good
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
        case 1:
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
        default:
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes.swapAt(.random(in: bytes.indices, using: &random), .random(in: bytes.indices, using: &random))
            }
        }
        return bytes
    }

    @Test("of 500 damaged files of each reader most strokes come in", arguments: readers)
    func share(reader: Reader) {
        var random = SeededGenerator.printingSeed()
        var (came, refused) = (0, 0)
        for _ in 0..<Self.files {
            let bytes = Self.damaged(reader.good, &random)
            if let count = reader.read(bytes) { came += min(count, Self.strokes) } else { refused += 1 }
        }
        let share = Double(came) / Double(Self.files * Self.strokes)
        print("\(reader.name): \((share * 1000).rounded() / 10) % of strokes, \(refused) of \(Self.files) files refused")
        #expect(reader.read(reader.good) == Self.strokes)
        #expect(share >= reader.share)
    }
}
