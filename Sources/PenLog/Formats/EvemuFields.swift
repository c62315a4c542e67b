internal import Ink

/// The fields of a line, read with errors that name the line.
struct EvemuFields {
    let line: Int
    let text: String
    private let fields: [Substring]

    init(line: Int, text: String) {
        self.line = line
        self.text = text
        fields = text.dropFirst(2).split { $0 == " " || $0 == "\t" || $0 == "\r" }
    }

    var indices: Range<Int> { fields.indices }

    /// The text after the line's letter.
    var rest: String {
        String(text.dropFirst(2).drop { $0 == " " }.prefix { !$0.isNewline })
    }

    func error(_ problem: String, _ remedy: String) -> RecordingError {
        RecordingError(line: line, problem: "\(RecordingError.quoted(text)) is \(problem)", remedy: remedy)
    }

    private func field(_ index: Int) throws(RecordingError) -> Substring {
        guard fields.indices.contains(index) else {
            throw error("too short: it has \(fields.count) fields", "give it at least \(index + 1)")
        }
        return fields[index]
    }

    func hexadecimal(_ index: Int) throws(RecordingError) -> UInt16 {
        let field = try field(index)
        guard let value = UInt16(field, radix: 16) else {
            throw error("wrong: \(RecordingError.quoted(field)) is not a hexadecimal number up to ffff", "correct field \(index + 1)")
        }
        return value
    }

    func decimal(_ index: Int) throws(RecordingError) -> Int32 {
        let field = try field(index)
        guard let value = Int32(field) else {
            throw error("wrong: \(RecordingError.quoted(field)) is not a 32-bit number", "correct field \(index + 1)")
        }
        return value
    }

    /// Returns the codes for the bits that are set in a byte of a bit mask.
    func bits(_ index: Int, byte position: Int) throws(RecordingError) -> [UInt16] {
        let mask = try hexadecimal(index)
        guard mask <= 0xff, position < 96 else {
            throw error("wrong: a bit mask has bytes up to ff, 96 at most", "correct field \(index + 1)")
        }
        return (0..<8).filter { mask & (1 << $0) != 0 }.map { UInt16(position * 8 + $0) }
    }

    /// Parses seconds, a point and up to six digits of their fraction.
    func time(_ index: Int) throws(RecordingError) -> Instant {
        let field = try field(index)
        let parts = field.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count <= 6, let seconds = Int64(parts[0]), seconds >= 0, seconds < 1 << 40,
            let fraction = UInt32(parts[1] + String(repeating: "0", count: 6 - parts[1].count))
        else { throw error("wrong: \(RecordingError.quoted(field)) is not a time", "write seconds, a point and six digits") }
        return Instant(microseconds: seconds * 1_000_000 + Int64(fraction))
    }
}
