import Editing
import Foundation
import Ink
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@testable import InkExport

@Suite("InkML") struct InkMLTests {
    /// Reads InkML with Foundation's XML parser.
    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [String: Int] = [:]
        var ids: [String] = []
        var channels: [String] = []
        var brushes: [String: [String: String]] = [:]
        var traces: [(id: String, brush: String, text: String)] = []
        var truths: [String] = []
        private var text = ""
        private var attributes: [[String: String]] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
        ) {
            elements[name, default: 0] += 1
            if let id = attributes["xml:id"] { ids.append(id) }
            if name == "channel" { channels.append("\(attributes["name"] ?? "") \(attributes["units"] ?? "")") }
            if name == "brushProperty", let id = ids.last { brushes[id, default: [:]][attributes["name"] ?? ""] = attributes["value"] }
            self.attributes.append(attributes)
            text = ""
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            let own = attributes.removeLast()
            if name == "trace" { traces.append((own["xml:id"] ?? "", own["brushRef"] ?? "", text)) }
            if name == "annotation", own["type"] == "truth" { truths.append(text) }
        }
    }

    private func read(_ bytes: [UInt8]) throws -> Reader {
        let (parser, reader) = (XMLParser(data: Data(bytes)), Reader())
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        return reader
    }

    @Test("another parser finds every stroke once, with its channels, and what was written")
    func letter() throws {
        let letter = try Letter()
        let reader = try read(try letter.export(.inkML))
        #expect(reader.channels == ["X mm", "Y mm", "F dev", "T ms", "OA rad", "OE rad"])
        #expect(Set(reader.ids).count == reader.ids.count)
        // One stroke has a hole, and is two traces.
        #expect(reader.traces.count == letter.snapshot.strokes.count + 1)
        #expect(reader.truths.prefix(3) == ["Dear all,", "Dear", "all,"])
        for trace in reader.traces {
            let points = trace.text.split(separator: ",").map { $0.split(separator: " ").compactMap { Double($0) } }
            #expect(!points.isEmpty && points.allSatisfy { $0.count == 6 })
        }
        let marker = try #require(reader.traces.first { $0.id == "stroke-\(letter.snapshot.strokes.count - 1)" })
        let brush = try #require(reader.brushes[String(marker.brush.dropFirst())])
        #expect(brush["color"] == "#ffdc00" && brush["transparency"] == "127" && brush["tip"] == "rectangle")
    }

    @Test("what means something in XML, or is forbidden there, is written so that it comes back or is marked")
    func escapes() throws {
        var sheet = Sheet()
        var block = try sheet.text("a<b>\"&", [[.init(text: "x")]])
        block.lines[0].text = "<&>\"'\u{1}\u{FFFF}é漢"
        let reader = try read(try Export.data(of: block, in: sheet.snapshot(.text, block), as: .inkML))
        #expect(reader.truths.first == "<&>\"'\u{FFFD}\u{FFFD}é漢")
    }
}
