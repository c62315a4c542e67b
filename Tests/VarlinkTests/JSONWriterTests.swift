import Testing

@testable import JSON
@testable import Varlink

@Suite struct JSONWriterTests {
    private func text(_ value: some VarlinkValue) throws -> String { String(decoding: try JSONWriter.bytes(of: value), as: UTF8.self) }

    @Test("numbers are as short as they can be read back from, whole ones without a point")
    func numbers() throws {
        let numbers = [
            1.0, -1, 0, -0.0, 1.5, 0.1, -0.25, 1e15, 1e16, 1.7e12, 1_700_000_000_000.5, 1e-5, 0.0001, Double.leastNonzeroMagnitude,
            Double.greatestFiniteMagnitude, 123_456_789_012_345_680, 1e22, 999_999_999_999_999.9, 9_007_199_254_740_992,
            0.1 + 0.2,
        ]
        #expect(
            try text(numbers)
                == "[1,-1,0,-0,1.5,0.1,-0.25,1000000000000000,1e+16,1700000000000,1700000000000.5,1e-05,0.0001,5e-324,"
                + "1.7976931348623157e+308,1.2345678901234568e+17,1e+22,999999999999999.9,9007199254740992,0.30000000000000004]")
        #expect(try text([Int.min, .max, 0, -7]) == "[-9223372036854775808,9223372036854775807,0,-7]")
    }

    @Test("of a string only what JSON forbids is escaped")
    func strings() throws {
        #expect(
            try text("a\"\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}é😀\u{2028}")
                == "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7f}é😀\u{2028}\"")
        #expect(try text("") == "\"\"")
    }

    @Test("the keys of a map are in the order of their bytes")
    func keys() throws {
        let map = ["b": 1, "a": 2, "B": 3, "a10": 4, "a9": 5, "ä": 6, "aB": 7, "ab": 8, "": 9, "Z": 10, "é": 11, "e\u{301}x": 12]
        #expect(
            try text(map)
                == "{\"\":9,\"B\":3,\"Z\":10,\"a\":2,\"a10\":4,\"a9\":5,\"aB\":7,\"ab\":8,"
                + "\"b\":1,\"e\u{301}x\":12,\"ä\":6,\"é\":11}")
    }

    @Test("commas stand between members and elements, however they nest")
    func nesting() throws {
        let value: JSONValue = .object([
            "a": .array([.object([:]), .object(["x": .int(1), "y": .null]), .array([])]),
            "b": .object(["c": .bool(true)]), "d": .bool(false),
        ])
        #expect(try text(value) == #"{"a":[{},{"x":1,"y":null},[]],"b":{"c":true},"d":false}"#)
    }

    @Test("a number that is not finite is an error that names its key", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(number: Double) {
        var json = JSONWriter()
        json.beginObject()
        json.member("right", 1.0)
        json.member("wrong", [1, number])
        json.endObject()
        #expect(json.unencodableKey == "wrong")
        #expect(throws: ProtocolError.self) { try JSONWriter.bytes(of: [number]) }
    }

    @Test("what is written is read back as it was", arguments: [0.1, 1.0 / 3, 1e300, 4.35, 1e21, 123.456e-7, 2.5e-300])
    func roundTrip(number: Double) throws {
        for number in [number, -number] {
            let json = try JSONParser.parse(JSONWriter.bytes(of: [number]))
            #expect(try [Double](json: json, unknownFields: .refused) == [number])
        }
    }

    @Test func `A reply is encoded up to a limit, or not at all`() throws {
        typealias Description = ServiceInterface.GetInterfaceDescription
        let short = Description.Reply(description: "interface a.b")
        #expect(try Reply.encode(Description.self, short, limit: 100) == Reply.encode(Description.self, short))
        #expect(try Reply.encode(Description.self, .init(description: String(repeating: "a", count: 101)), limit: 100) == nil)
        func information(_ count: Int) -> ServiceInterface.GetInfo.Reply {
            .init(vendor: "", product: "", version: "", url: "", interfaces: Array(repeating: "org.inkd.Ink", count: count))
        }
        #expect(try Reply.encode(ServiceInterface.GetInfo.self, information(1000), limit: 1000) == nil)
        let long = information(1000)
        #expect(
            try Reply.encode(ServiceInterface.GetInfo.self, long, capacity: 1 << 20) == Reply.encode(ServiceInterface.GetInfo.self, long))
    }
}
