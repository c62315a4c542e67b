extension JSONParser {
    /// Skips the next value without decoding it. Strings, numbers and duplicate keys are not checked: to validate a value, parse it.
    package mutating func skipValue(depth: Int) throws(JSONError) {
        guard depth <= Self.depthLimit else { throw error("nested deeper than \(Self.depthLimit)") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"):
            position += 1
            skipSpace()
            if take(UInt8(ascii: "}")) { return }
            while true {
                skipSpace()
                guard next == UInt8(ascii: "\"") else { throw error("expected a key") }
                try skipString()
                skipSpace()
                guard take(UInt8(ascii: ":")) else { throw error("expected ':'") }
                try skipValue(depth: depth + 1)
                skipSpace()
                if take(UInt8(ascii: "}")) { return }
                guard take(UInt8(ascii: ",")) else { throw error("expected ',' or '}'") }
            }
        case UInt8(ascii: "["):
            position += 1
            skipSpace()
            if take(UInt8(ascii: "]")) { return }
            while true {
                try skipValue(depth: depth + 1)
                skipSpace()
                if take(UInt8(ascii: "]")) { return }
                guard take(UInt8(ascii: ",")) else { throw error("expected ',' or ']'") }
            }
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        case nil: throw error("unexpected end: a value is missing")
        default: try skipNumber()
        }
    }

    private mutating func skipString() throws(JSONError) {
        position += 1
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\") { position += 1 }
        }
        throw error("unterminated string")
    }

    private mutating func skipNumber() throws(JSONError) {
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
                UInt8(ascii: "E"):
                position += 1
            default:
                guard position > start else { throw error("expected a value") }
                return
            }
        }
    }
}
