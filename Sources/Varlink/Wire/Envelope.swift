import Foundation

/// JSON as it goes over the wire: keys sorted, so that the same message always has the same bytes.
enum Envelope {
    static func encode(_ value: some Encodable) throws(ProtocolError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value)) + [0]
        } catch {
            throw .unencodable(type: "\(type(of: value))", reason: Self.reason(error))
        }
    }

    static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(ProtocolError) -> T {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw .undecodable(type: "\(type)", reason: Self.reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        let context: (path: [any CodingKey], reason: String)
        switch error {
        case DecodingError.keyNotFound(let key, let inner): context = (inner.codingPath + [key], "is missing")
        case DecodingError.typeMismatch(_, let inner), DecodingError.valueNotFound(_, let inner), DecodingError.dataCorrupted(let inner):
            context = (inner.codingPath, inner.debugDescription)
        case EncodingError.invalidValue(_, let inner): context = (inner.codingPath, "not a number that JSON has")
        default: context = ([], "\(error)")
        }
        return (context.path.map(\.stringValue) + [context.reason]).joined(separator: ": ")
    }
}
