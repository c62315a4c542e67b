import Compression
import Foundation
import Ink
import InkTestSupport
import PenLog
import Testing

@Suite("Damaged and packed documents of Xournal++")
struct XournalSalvageTests {
    static let head = """
        <?xml version="1.0" standalone="no"?>
        <xournal creator="xournalpp 1.2.3" fileversion="4">
        <title>t</title>
        <page width="595.27" height="841.89">
        <background type="solid" color="#ffffffff" style="lined"/>
        <layer>

        """
    static let tail = "</layer>\n</page>\n</xournal>\n"

    static func stroke(_ y: Int, _ attributes: String = #"width="1.41""#) -> String {
        "<stroke tool=\"pen\" color=\"#000000ff\" \(attributes)>10.5 \(y) 20.25 \(y + 5) 30 \(y).75</stroke>\n"
    }

    private static func read(_ text: String) throws -> XournalDocument { try XournalDocument(xopp: Array(text.utf8)) }

    static func strokes(_ document: XournalDocument) -> [XournalDocument.Stroke] {
        document.pages.flatMap(\.layers).flatMap(\.elements).compactMap { if case .stroke(let stroke) = $0 { stroke } else { nil } }
    }

    @Test("a stroke whose widths are not numbers comes in with a usual width, and it is said with its line")
    func widths() throws {
        let bad = #"width="-nan -nan -nan""#
        let document = try Self.read(Self.head + Self.stroke(1) + Self.stroke(2, bad) + Self.stroke(3, #"width="2 nan 3""#) + Self.tail)
        #expect(Self.strokes(document).map(\.widths) == [[1.41, 1.41, 1.41], [1.41, 1.41, 1.41], [2, 3, 3]])
        #expect(document.leftOut.sentences == ["2 × width (lines 8, 9: a stroke's width is not a number; a default is assumed)"])
    }

    @Test(
        "one stroke that is damaged is left out, the others come in, and it is said with its line",
        arguments: [
            "<stroke tool=\"pen\" width=\"1\">1 2 3</stroke>", "<stroke tool=\"pen\" width=\"1\">1 nan 3 4</stroke>",
            "<stroke tool=\"pen\" width=\"1>1 2 3 4</stroke>", "<stroke tool=\"pen\" width=\"1\">1 2 3 4<stroke>",
            "<stroke tool=\"pen\" width=\"1\">1 2 &x; 4</stroke>", "<stroke tool=\"pen\" width=\"1\">1 2 \u{1} 4</stroke>",
            "<str?ke tool=\"pen\" width=\"1\">1 2 3 4</stroke>", "stroke tool=\"pen\" width=\"1\">1 2 3 4</stroke>",
            "<stroke tool=\"pen\" width=\"1\">1 2 3 4", "<!-- stroke", "</strokes>",
        ])
    func one(stroke: String) throws {
        let document = try Self.read(Self.head + Self.stroke(1) + stroke + "\n" + Self.stroke(3) + Self.stroke(4) + Self.tail)
        #expect(Self.strokes(document).compactMap { $0.places.first?.y } == [1, 3, 4])
        #expect(document.leftOut.sentences.contains { $0.contains("line 8") || $0.contains("lines 8") }, "\(document.leftOut.sentences)")
    }

    @Test("an end tag that is another is told, and its stroke comes in")
    func endTag() throws {
        let document = try Self.read(Self.head + Self.stroke(1).replacing("</stroke>", with: "</strbke>") + Self.stroke(2) + Self.tail)
        #expect(Self.strokes(document).count == 2 && document.leftOut.sentences == ["1 × damaged tag (line 7)"])
    }

    @Test(
        "a damaged tag of a page or layer, or of the root, does not take what is in it",
        arguments: ["<page ", "<layer>", "</layer>", "<xournal "])
    func containers(tag: String) throws {
        let text = Self.head + Self.stroke(1) + Self.stroke(2) + Self.tail
        for place in 1..<tag.count - 1 {
            var bytes = Array(text.utf8)
            let start = try #require(bytes.firstRange(of: Array(tag.utf8))).lowerBound
            bytes[start + place] ^= 0x02
            let document = try XournalDocument(xopp: bytes)
            #expect(Self.strokes(document).count == 2 && !document.leftOut.isEmpty, "\(place): \(document.leftOut.sentences)")
        }
    }

    @Test("a page without a size has that of A4, and colors and tools that are none are usual ones")
    func usual() throws {
        let text =
            Self.head.replacing("595.27", with: "nan") + "<stroke tool=\"brush\" color=\"#xyz\" width=\"1\">1 2 3 4</stroke>" + Self.tail
        let document = try Self.read(text)
        #expect(document.pages.first.map { abs($0.width - 595.276) < 0.001 && $0.height == 841.89 } == true)
        #expect(Self.strokes(document).first?.tool == .pen && document.leftOut.count == 3, "\(document.leftOut.sentences)")
    }

    @Test("of a file that is cut off the whole strokes come in, and it is said", arguments: [0.4, 0.6, 0.8, 0.95])
    func cut(share: Double) throws {
        var random = SeededGenerator(seed: 7)
        let strokes = (0..<200).map { _ in
            "<stroke tool=\"pen\" color=\"#000000ff\" width=\"1.41\">"
                + (0..<20).map { _ in "\(Int.random(in: 50...550, using: &random)).\(Int.random(in: 1...9, using: &random))" }.joined(
                    separator: " ")
                + "</stroke>\n"
        }
        let whole = Array((Self.head + strokes.joined() + Self.tail).utf8)
        let plain = try XournalDocument(xopp: Array(whole.prefix(Int(share * Double(whole.count)))))
        #expect(abs(Double(Self.strokes(plain).count) - 200 * share) < 5 && !plain.leftOut.isEmpty)
        let packed = try CompressingWriter.compress(.gzip, whole)
        let cut = try XournalDocument(xopp: Array(packed.prefix(Int(share * Double(packed.count)))))
        #expect(Double(Self.strokes(cut).count) > 200 * share - 30, "\(Self.strokes(cut).count)")
        #expect(cut.leftOut.sentences.contains { $0.contains("cut off") }, "\(cut.leftOut.sentences)")
    }

    @Test("dashes, fills and sounds are counted among what has no place, each kind once")
    func marks() throws {
        let lines = [
            #"width="1" style="dash""#, #"width="1" style="plain""#, #"width="1" fill="128""#, #"width="1" fill="-1""#,
            #"width="1" ts="5" fn="a.ogg""#, #"width="1" ts="0" fn="""#, #"width="1" ts="9" fn="a.ogg""#,
        ]
        let document = try Self.read(Self.head + lines.enumerated().map { Self.stroke($0, $1) }.joined() + Self.tail)
        #expect(Self.strokes(document).count == 7)
        #expect(document.leftOut.sentences == ["1 × line style", "1 × filled shape", "1 × sound (\"a.ogg\")"])
    }

    @Test("a formula keeps its LaTeX, and goes out as a formula")
    func latex() throws {
        let formula = #"<teximage text="\frac{a}{b} &lt; 1" left="1" top="2" right="11" bottom="22">AQID</teximage>"#
        let document = try Self.read(Self.head + formula + Self.tail)
        #expect(document.leftOut.isEmpty)
        guard case .image(let image)? = document.pages.first?.layers.first?.elements.first else {
            Issue.record("no picture")
            return
        }
        #expect(image.latex == "\\frac{a}{b} < 1" && image.bytes == [1, 2, 3])
        #expect(try XournalDocument(xopp: document.xopp()).pages == document.pages)
    }

    @Test("the packed form comes in with its pictures; one without a document, and one that is cut off, are told")
    func packed() throws {
        let picture = #"<image left="1" top="2" right="11" bottom="22"><attachment path="attachments/1.png"/></image>"#
        let content = Self.head + Self.stroke(1) + picture + Self.tail
        let files = [
            ("mimetype", "application/xournal++"), ("META-INF/version", "current=1\nmin=1"), ("attachments/1.png", "picture"),
            ("content.xml", content),
        ]
        let archive = zipArchive(files)
        let document = try XournalDocument(xopp: archive)
        #expect(Self.strokes(document).count == 1 && document.leftOut.isEmpty)
        let elements = document.pages.flatMap(\.layers).flatMap(\.elements)
        #expect(elements.contains { if case .image(let image) = $0 { image.bytes == Array("picture".utf8) } else { false } })
        #expect { try XournalDocument(xopp: zipArchive([("a", "b")])) } throws: { "\($0)".contains("no content.xml") }
        // without its directory, and in the middle of the document
        let short = try XournalDocument(xopp: Array(archive.prefix(archive.count - 350)))
        #expect(Self.strokes(short).count == 1 && !short.leftOut.isEmpty, "\(short.leftOut.sentences)")
    }
}

/// A ZIP archive whose files are stored as they are.
func zipArchive(_ files: [(name: String, content: String)]) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    func crc(_ bytes: [UInt8]) -> Int {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xedb8_8320 ^ (sum >> 1) : sum >> 1 }
        }
        return Int(~sum)
    }
    var (archive, directory) = ([UInt8](), [UInt8]())
    for (name, content) in files {
        let bytes = Array(content.utf8)
        var common: [UInt8] = number(20, 2) + number(0, 2) + number(0, 2)
        common += number(0, 4) + number(crc(bytes), 4)
        common += number(bytes.count, 4) + number(bytes.count, 4)
        common += number(name.utf8.count, 2) + number(0, 2)
        directory += [0x50, 0x4b, 1, 2] + number(20, 2)
        directory += common + number(0, 10)
        directory += number(archive.count, 4) + Array(name.utf8)
        archive += [0x50, 0x4b, 3, 4] + common
        archive += Array(name.utf8) + bytes
    }
    var end: [UInt8] = [0x50, 0x4b, 5, 6] + number(0, 4)
    end += number(files.count, 2) + number(files.count, 2)
    end += number(directory.count, 4) + number(archive.count, 4) + number(0, 2)
    return archive + directory + end
}
