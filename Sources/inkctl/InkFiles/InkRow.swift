internal import PenLog

/// A row of a file of ink: one JSON object, not looked into yet.
struct InkRow: Sendable {
    /// The file, as it was given; "-" is standard input.
    var file: String
    /// Its line, counted from 1.
    var line: Int
    /// The line without its end.
    var bytes: [UInt8]

    /// "words.jsonl:12".
    var place: String { "\(file):\(line)" }

    /// The ink.
    ///
    /// - Throws: `RecordingError` if the row is none.
    func ink() throws(RecordingError) -> JSONInk { try JSONInk(line: String(decoding: bytes, as: UTF8.self), number: line) }
}
