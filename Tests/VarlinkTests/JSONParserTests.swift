import Foundation
import InkTestSupport
import Testing

@testable import JSON

@Suite struct JSONParserTests {
    private func parse(_ text: String) throws(JSONError) -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

    @Test("whole numbers and others are kept apart")
    func numbers() throws {
        #expect(try parse("[0,-7,1.5,1e3,-0.25E-1]") == .array([.int(0), .int(-7), .double(1.5), .double(1000), .double(-0.025)]))
        #expect(try parse("9223372036854775807") == .int(.max))
        #expect(try parse("9223372036854775808") == .double(9_223_372_036_854_775_808))
    }

    @Test("escapes and surrogate pairs become characters")
    func escapes() throws {
        #expect(try parse(#""a\n\"\\\/é\u00e9\ud83d\ude00\u0000""#) == .string("a\n\"\\/éé😀\0"))
    }

    @Test(
        "what is not JSON is an error",
        arguments: [
            "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01", "1.", ".5", "+1", "-", "1e", "1e999", "tru", "nul", "\"", "\"\\x\"",
            "\"\\ud800\"", "\"\\udc00\\ud800\"", "\"\\u12\"", "\"\u{01}\"", "{\"a\":1,\"a\":2}", "1 2", "[1}", "NaN",
        ])
    func malformed(text: String) {
        #expect(throws: JSONError.self) { try parse(text) }
    }

    @Test("a string that is not UTF-8 is an error")
    func invalidUTF8() {
        #expect(throws: JSONError.self) { try JSONParser.parse([0x22, 0xc3, 0x28, 0x22]) }
    }

    @Test("a hundred thousand open brackets are an error, not a crash")
    func depthBomb() {
        #expect(throws: JSONError(offset: 65, reason: "nested deeper than 64")) {
            try parse(String(repeating: "[", count: 100_000))
        }
        #expect(throws: JSONError.self) { try parse(String(repeating: "{\"a\":", count: 100_000)) }
    }

    @Test("a value written and read again is the same")
    func roundTrip() throws {
        let value: JSONValue = .object([
            "a": .array([.null, .bool(true), .int(.min), .double(0.1), .double(-1e300)]), "b\"\\\n\u{1}\u{7f}é😀": .string("\r\t\u{1f}"),
            "": .object([:]),
        ])
        #expect(try parse(value.description) == value)
    }

    @Test("what it takes, Foundation takes too, with any damage")
    func agreesWithFoundation() throws {
        let good = [
            #"{"method":"a.b.C","parameters":{"x":[1,2.5,-3e4],"s":"é\n\u00e9\ud83d\ude00","n":null},"more":true}"#, "[[],{},0,-0.0]",
        ]
        var taken = 0
        Fuzz.run(atLeast: 1000, seed: 1) { generator in
            let bytes = Fuzz.damaged(good.map { Array($0.utf8) }, using: &generator)
            guard let value = try? JSONParser.parse(bytes) else { return }
            taken += 1
            #expect((try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil, "\(bytes)")
            #expect((try? parse(value.description)) == value)
        }
        #expect(taken > 0)
    }
}
