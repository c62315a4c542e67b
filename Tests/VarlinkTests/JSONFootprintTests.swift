import InkTestSupport
import Testing

@testable import JSON
@testable import Varlink

@Suite("The memory that JSON takes")
struct JSONFootprintTests {
    @Test("values, arrays, objects and text are counted, and what is in strings is text alone")
    func counts() {
        let footprint = JSONFootprint(of: Array(#"{"a":[1,2,[]],"b\"[,":"x,y{}"}"#.utf8))
        // the root, its two keys and values, three of an array, and one that the empty array might have
        #expect(footprint.objects == 1 && footprint.arrays == 2 && footprint.values == 9)
        #expect(footprint.text == "a".utf8.count + #"b\"[,"#.utf8.count + "x,y{}".utf8.count + 3)
        #expect(JSONFootprint(of: []).memory < 1000 && JSONFootprint(of: Array("\"\\".utf8)).text > 0)
    }

    /// Forms of which a byte becomes most.
    private static let forms = [
        "1", "[]", "{}", "[1]", "\"\"", "\"abcdefghijklmnop\"", "\"\\n\"", "null", "1.25e3", "{\"a\":1}", "{\"a\":1,\"b\":2}",
        "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5}", "{\"x\":[1,2],\"y\":[1,2]}", "{\"a\":{\"a\":{\"a\":1}}}", "[[[[[[1]]]]]]",
        "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":1,\"l\":1,\"m\":1,\"n\":1,\"o\":1,\"p\":1},{\"a\":1}",
    ]

    @Test("is a bound of what the values have on the heap", arguments: forms)
    func bound(form: String) throws {
        let bytes = Array(("[" + Array(repeating: form, count: 40_000).joined(separator: ",") + "]").utf8)
        let value = try JSONParser.parse(bytes)
        #expect(Self.memory(of: value) <= JSONFootprint(of: bytes).memory, "\(form)")
    }

    /// Bytes of the storage of all arrays, tables and long texts of a value, as Swift's standard library lays them out.
    private static func memory(of value: JSONValue) -> Int {
        let place = MemoryLayout<JSONValue>.stride
        switch value {
        case .null, .bool, .int, .double: return 0
        case .string(let text): return text.utf8.count > 15 ? text.utf8.count + 48 : 0
        case .array(let values): return values.reduce(values.capacity == 0 ? 0 : 48 + values.capacity * place) { $0 + memory(of: $1) }
        case .object(let members):
            // three quarters of a table are used at most
            let table = members.capacity == 0 ? 0 : 80 + members.capacity * 4 / 3 * (place + MemoryLayout<String>.stride)
            return members.reduce(table) { $0 + memory(of: $1.value) + ($1.key.utf8.count > 15 ? $1.key.utf8.count + 48 : 0) }
        }
    }

    @Test("is found of any bytes, and grows with them", arguments: 0..<UInt64(50))
    func anyBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = ["[", "]", "{", "}", ",", ":", "\"", "\\", "1", "a", "\u{0}", " "].map { Array($0.utf8) }
        let bytes = (0..<500).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
        var last = 0
        for count in stride(from: 0, through: bytes.count, by: 50) {
            let memory = JSONFootprint(of: bytes[..<count]).memory
            #expect(memory >= last - 200, "seed \(seed)")
            last = memory
        }
    }
}
