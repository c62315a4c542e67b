/// Reads JSON arrays from texts of their own, outside of calls.
public enum JSONArray {
    /// Reads an array element by element, so that only one parsed element is in memory at a time.
    ///
    /// - Parameters:
    ///   - bytes: the text of one JSON array.
    ///   - largest: the maximum number of bytes of memory that one parsed element may need: see ``JSONFootprint``.
    ///   - body: a closure that receives each element in order, and returns false to stop.
    /// - Returns: false if `body` stopped the reading.
    /// - Throws: `malformedJSON`; `undecodable` with the index of the first element that has the wrong type or unknown fields.
    @discardableResult
    public static func forEach<Element: VarlinkValue>(
        _ type: Element.Type, in bytes: [UInt8], largest: Int, _ body: (Element) -> Bool
    ) throws(ProtocolError) -> Bool {
        try ProtocolError.parsing(bytes) { parser in
            parser.skipSpace()
            guard parser.take(UInt8(ascii: "[")) else { throw parser.error("expected an array") }
            parser.skipSpace()
            var index = 0
            while !parser.take(UInt8(ascii: "]")) {
                if index > 0 {
                    guard parser.take(UInt8(ascii: ",")) else { throw parser.error("expected ',' or ']'") }
                }
                guard body(try element(index, of: &parser, largest: largest)) else { return false }
                index += 1
                parser.skipSpace()
            }
            try parser.end()
            return true
        }
    }

    private static func element<Element: VarlinkValue>(
        _ index: Int, of parser: inout JSONParser, largest: Int
    ) throws -> Element {
        // determine the size of the element before memory is allocated for its content
        parser.skipSpace()
        let start = parser.position
        try parser.skipValue(depth: 1)
        let memory = JSONFootprint(of: parser.bytes[start..<parser.position]).memory
        guard memory <= largest else { throw parser.error("element \(index) would need \(memory) bytes; the limit is \(largest)") }
        parser.position = start
        let value = try parser.value(depth: 1)
        do throws(Mismatch) {
            return try Element(json: value, unknownFields: .refused)
        } catch {
            throw ProtocolError.undecodable(type: "\(Element.self)", reason: error.inside(index: index).description)
        }
    }
}
