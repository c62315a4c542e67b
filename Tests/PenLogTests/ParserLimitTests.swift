import Foundation
import Markup
import Testing

@testable import PenLog

@Suite("What a file may ask of its parser")
struct ParserLimitTests {
    private func problem(_ work: () throws(RecordingError) -> Void) -> String? {
        do {
            try work()
            return nil
        } catch {
            return error.problem
        }
    }

    private func yaml(_ text: String, _ limits: YAMLTree.Limits = .init()) -> String? {
        problem { () throws(RecordingError) in _ = try YAMLTree.read(Array(text.utf8), limits: limits, remedy: "") }
    }

    private func xml(_ text: String, _ limits: XMLParser.Limits = .init()) -> String? {
        problem { () throws(RecordingError) in _ = try XMLParser.read(Array(text.utf8), limits: limits) }
    }

    @Test("YAML: anchors and aliases are refused where the parser finds them, whatever stands before them")
    func aliases() {
        let layers = (1...20).map { "a\($0): &a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 400).joined(separator: ","))]\n" }
        for start in ["", "a: 'x\"'\n", "a: \"x\\\\\"\n", "a: x # \"\n"] {
            #expect(yaml(start + "a0: &a0 [1]\n" + layers.joined()) == "the YAML has an anchor or alias")
        }
        #expect(yaml("- *a") == "the YAML has an anchor or alias" && yaml("? &k x\n: 1") == "the YAML has an anchor or alias")
        #expect(yaml("a: '*b'\nc: \"&d\"\ne: x*y&z # *f") == nil)
    }

    @Test("YAML: values and depth have limits, which the error names")
    func yamlLimits() {
        let list = "[" + Array(repeating: "1", count: 99).joined(separator: ",") + "]"
        #expect(yaml(list, .init(nodes: 100)) == nil)
        #expect(yaml(list, .init(nodes: 99)) == "the YAML has more than 99 values")
        #expect(yaml(String(repeating: "[", count: 32) + String(repeating: "]", count: 32)) == nil)
        #expect(yaml(String(repeating: "[", count: 33) + String(repeating: "]", count: 33)) == "the YAML is nested more than 32 deep")
        #expect(yaml(String(repeating: "- ", count: 100_000)) == "the YAML is nested more than 32 deep")
        #expect(yaml(String(repeating: "[", count: 100_000)) != nil)
        #expect(yaml("a: 1\na: 2") == "the YAML has the key \"a\" twice in one place")
        #expect(yaml("a: 1\n---\nb: 2") == "the YAML has more than one document" && yaml("# nothing") == "the YAML is empty")
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
            #expect(problem { () throws(RecordingError) in _ = try XMLParser.read(bytes) }?.contains("100 attributes") == true)
        }
    }

    @Test("XML: elements, pieces and depth have limits, which the error names")
    func xmlLimits() {
        let many = "<ink>" + String(repeating: "<a/>", count: 100) + "</ink>"
        #expect(xml(many) == nil && xml(many, .init(elements: 100)) == "the XML has more than 100 elements")
        let pieces = "<ink>" + String(repeating: "a<?x?>", count: 100) + "</ink>"
        #expect(xml(pieces) == nil && xml(pieces, .init(nodes: 100)) == "the XML has more than 100 pieces")
        let deep = String(repeating: "<a>", count: 65) + String(repeating: "</a>", count: 65)
        #expect(xml(deep) == "the XML has elements more than 64 deep")
        #expect(xml("<!-- <!DOCTYPE a> -->\n<?x <!DOCTYPE?>\n<!DOCTYPE ink []><ink/>") == "the XML has a document type")
    }

    @Test("XML: pieces of text between instructions are one text")
    func pieces() throws {
        let (root, _) = try XMLParser.read(Array("<ink>1 2<?x?>, 3<![CDATA[ 4]]>&amp;</ink>".utf8))
        #expect(root.contents == [.text("1 2, 3 4&")])
    }

    @Test("XML: it is read in the encoding that it was checked in")
    func encodings() throws {
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        #expect(try XMLParser.read(latin).root.text == "é")
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf8] {
            let bytes = [UInt8]("<?xml version='1.0' encoding='UTF-16'?><a>é㰼</a>".data(using: encoding) ?? Data())
            guard encoding != .utf8 else {
                #expect(problem { () throws(RecordingError) in _ = try XMLParser.read(bytes) } == "the XML is in the encoding \"UTF-16\"")
                continue
            }
            #expect(try XMLParser.read(bytes).root.text == "é㰼")
        }
        #expect(try XMLParser.read([0xEF, 0xBB, 0xBF] + Array("<a>é</a>".utf8)).root.text == "é")
        for name in ["UTF-7", "ISO-2022-JP", "EBCDIC-CP-US", "UCS-4"] {
            #expect(xml("<?xml version=\"1.0\" encoding=\"\(name)\"?><a/>") == "the XML is in the encoding \"\(name)\"")
        }
    }
}
