internal import FoundationEssentials
internal import InkProtocol

/// Values as JSON for programs.
enum JSONLine {
    /// The value as one JSON object on one line, its keys sorted.
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// As `text(_:)`, for what goes over the wire.
    ///
    /// - Throws: `unencodable` if a number is not finite.
    static func text(of value: some VarlinkValue) throws(ProtocolError) -> String {
        String(decoding: try JSONWriter.bytes(of: value), as: UTF8.self)
    }
}
