import Testing
import YAML

@Suite("YAML")
struct YAMLTreeTests {
    private func problem(_ text: String, _ limits: YAMLTree.Limits = .init()) -> String? {
        do throws(YAMLError) {
            _ = try YAMLTree.read(Array(text.utf8), limits: limits)
            return nil
        } catch {
            return error.problem
        }
    }

    private func value(_ text: String) throws -> YAMLNode { try #require(YAMLTree.read(Array("a: \(text)".utf8))?["a"]) }

    @Test("anchors and aliases are refused where the parser finds them, whatever stands before them")
    func aliases() {
        let layers = (1...20).map { "a\($0): &a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 400).joined(separator: ","))]\n" }
        for start in ["", "a: 'x\"'\n", "a: \"x\\\\\"\n", "a: x # \"\n"] {
            #expect(problem(start + "a0: &a0 [1]\n" + layers.joined()) == "the YAML has an anchor or alias")
        }
        #expect(problem("- *a") == "the YAML has an anchor or alias" && problem("? &k x\n: 1") == "the YAML has an anchor or alias")
        #expect(problem("a: '*b'\nc: \"&d\"\ne: x*y&z # *f") == nil)
    }

    @Test("values and depth have limits, which the error names")
    func yamlLimits() {
        let list = "[" + Array(repeating: "1", count: 99).joined(separator: ",") + "]"
        #expect(problem(list, .init(nodes: 100)) == nil)
        #expect(problem(list, .init(nodes: 99)) == "the YAML has more than 99 values")
        #expect(problem(String(repeating: "[", count: 32) + String(repeating: "]", count: 32)) == nil)
        #expect(problem(String(repeating: "[", count: 33) + String(repeating: "]", count: 33)) == "the YAML is nested more than 32 deep")
        #expect(problem(String(repeating: "- ", count: 100_000)) == "the YAML is nested more than 32 deep")
        #expect(problem(String(repeating: "[", count: 100_000)) != nil)
        #expect(problem("a: 1\na: 2") == "the YAML has the key \"a\" twice in one mapping")
        #expect(problem("a: 1\n---\nb: 2") == "the YAML has more than one document")
    }

    @Test("there is nothing in remarks, and null in an empty document")
    func empty() throws {
        #expect(try YAMLTree.read(Array("# nothing".utf8)) == nil && YAMLTree.read([]) == nil)
        #expect(try YAMLTree.read(Array("---\n".utf8))?.isNull == true)
    }

    @Test("a problem has its line")
    func lines() throws {
        let error = #expect(throws: YAMLError.self) { try YAMLTree.read(Array("a: 1\nb: [\n".utf8)) }
        #expect(error?.line == 3 && error?.description.hasPrefix("line 3: invalid YAML: ") == true)
        let root = try YAMLTree.read(Array("a:\n  b: 1\n  c: 2\n".utf8))
        #expect(root?["a"]?["c"]?.line == 3 && root?["a"]?.mapping?.map(\.key.line) == [2, 3] && root?["b"] == nil)
    }

    @Test(
        "whole numbers",
        arguments: [
            ("0", 0), ("7", 7), ("-7", -7), ("+7", 7), ("1_000", 1000), ("0x1F", 31), ("-0x10", -16), ("0b101", 5), ("0o17", 15),
            ("017", 15),
            ("08", nil), ("0x", nil), ("0x-5", nil), ("--5", nil), ("1.5", nil), ("'7'", nil), ("!!str 7", nil), ("ten", nil), ("", nil),
            ("99999999999999999999", nil),
        ] as [(String, Int?)])
    func int(text: String, number: Int?) throws {
        #expect(try value(text).int == number)
    }

    @Test(
        "numbers",
        arguments: [
            ("1.5", 1.5), ("-2", -2), ("1e3", 1000), ("1_0.5", 10.5), (".inf", .infinity), ("-.INF", -.infinity), ("'1'", nil), ("x", nil),
        ] as [(String, Double?)])
    func float(text: String, number: Double?) throws {
        #expect(try value(text).float == number)
        #expect(try value(".nan").float?.isNaN == true)
    }

    @Test(
        "truth values, and nothing",
        arguments: [
            ("true", true), ("Yes", true), ("on", true), ("FALSE", false), ("no", false), ("off", false), ("'true'", nil), ("1", nil),
            ("y", nil),
        ] as [(String, Bool?)])
    func bool(text: String, flag: Bool?) throws {
        #expect(try value(text).bool == flag)
        for nothing in ["", "~", "null"] { #expect(try value(nothing).isNull) }
        #expect(try !value("'null'").isNull && !value("[]").isNull)
    }

    @Test("a scalar is a text whatever it may stand for; lists and mappings are none")
    func strings() throws {
        for text in ["x", "7", "true", "null"] { #expect(try value(text).string == text) }
        #expect(try value("'it''s'").string == "it's" && value("[1, 2]").string == nil && value("{b: 1}").string == nil)
        #expect(try value("[1, x]").sequence?.map(\.string) == ["1", "x"] && value("x").sequence == nil && value("x").mapping == nil)
    }
}
