import Foundation
import XML
import Testing

@testable import PenLog

@Suite("What a file may ask of its parser")
struct ParserLimitTests {
    private static let form = XMLForm(root: "ink", containers: [], pieces: ["trace"])

    private func problem(_ work: () throws(RecordingError) -> Void) -> String? {
        do {
            try work()
            return nil
        } catch {
            return error.problem
        }
    }

    private func xml(_ text: String, _ limits: XMLParser.Limits = .init()) -> String? {
        problem { () throws(RecordingError) in _ = try XMLParser.read(Array(text.utf8), as: Self.form, limits: limits) }
    }

    @Test("XML: a tag's attributes have a limit, which is looked at before anything compares them")
    func attributes() {
        func element(_ count: Int, _ quote: String = "\"") -> String {
            "<ink><trace" + (0..<count).map { " a\($0) = \(quote)=>\(quote)" }.joined() + "/></ink>"
        }
        #expect(xml(element(100)) == nil && xml(element(100, "'")) == nil)
        #expect(xml(element(300_000)) == "an element of the XML has more than 100 attributes")
        #expect(xml(element(101, "'")) == "an element of the XML has more than 100 attributes")
        // in UTF-16 a character of an attribute may have the bytes of a tag's beginning in it
        let wide = element(300_000).replacingOccurrences(of: "=>", with: "\u{3C3C}")
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
            let bytes = [UInt8](wide.data(using: encoding) ?? Data())
            #expect(
                problem { () throws(RecordingError) in _ = try XMLParser.read(bytes, as: Self.form) }?.contains("100 attributes") == true)
        }
    }

    @Test("XML: elements, pieces and depth have limits, which the error names")
    func xmlLimits() {
        let many = "<ink>" + String(repeating: "<a/>", count: 100) + "</ink>"
        #expect(xml(many) == nil && xml(many, .init(elements: 100)) == "the XML has more than 100 elements")
        let pieces = "<ink>" + String(repeating: "a<?x?>", count: 100) + "</ink>"
        #expect(xml(pieces) == nil && xml(pieces, .init(nodes: 100)) == "the XML has more than 100 nodes")
        let deep = String(repeating: "<a>", count: 65) + String(repeating: "</a>", count: 65)
        #expect(xml(deep) == "the XML has elements more than 64 deep")
        #expect(xml("<!-- <!DOCTYPE a> -->\n<?x <!DOCTYPE?>\n<!DOCTYPE ink []><ink/>") == "the XML has a document type")
    }

    @Test("XML: pieces of text between instructions are one text")
    func pieces() throws {
        let root = try XMLParser.read(Array("<ink>1 2<?x?>, 3<![CDATA[ 4]]>&amp;</ink>".utf8), as: Self.form).root
        #expect(root.contents == [.text("1 2, 3 4&")])
    }

    @Test("XML: it is read in the encoding that it was checked in")
    func encodings() throws {
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        #expect(try XMLParser.read(latin, as: Self.form).root.text == "é")
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf8] {
            let bytes = [UInt8]("<?xml version='1.0' encoding='UTF-16'?><a>é㰼</a>".data(using: encoding) ?? Data())
            guard encoding != .utf8 else {
                #expect(
                    problem { () throws(RecordingError) in _ = try XMLParser.read(bytes, as: Self.form) }
                        == "the XML is in the encoding \"UTF-16\"")
                continue
            }
            #expect(try XMLParser.read(bytes, as: Self.form).root.text == "é㰼")
        }
        #expect(try XMLParser.read([0xEF, 0xBB, 0xBF] + Array("<a>é</a>".utf8), as: Self.form).root.text == "é")
        for name in ["UTF-7", "ISO-2022-JP", "EBCDIC-CP-US", "UCS-4"] {
            #expect(xml("<?xml version=\"1.0\" encoding=\"\(name)\"?><a/>") == "the XML is in the encoding \"\(name)\"")
        }
    }
}
