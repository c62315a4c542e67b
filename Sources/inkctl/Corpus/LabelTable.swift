internal import PenLog

/// Labels in a file: on each line an ink's name, a tab, and what is written; in that `\t`, `\n`, `\r` and `\\` stand for a tab, the ends of
/// lines and a backslash.
struct LabelTable {
    /// By names of inks.
    private(set) var labels: [String: String] = [:]

    /// Reads the lines; empty ones are passed over.
    ///
    /// - Throws: `RecordingError` for a line without a tab, and for a name that comes twice with different labels.
    init(_ lines: [String]) throws(RecordingError) {
        for (index, line) in lines.enumerated() where line.utf8.contains(where: { $0 > UInt8(ascii: " ") }) {
            // a file from elsewhere may have lines that end as there
            let bytes = line.utf8.last == UInt8(ascii: "\r") ? Array(line.utf8.dropLast()) : Array(line.utf8)
            guard let tab = bytes.firstIndex(of: UInt8(ascii: "\t")), tab > 0 else {
                throw RecordingError(
                    line: index + 1, problem: "there is no name before a tab", remedy: "write an ink's id, a tab, and its label")
            }
            let name = String(decoding: bytes[..<tab], as: UTF8.self)
            let label = Self.unescaped(bytes[(tab + 1)...])
            guard labels.updateValue(label, forKey: name).map({ $0 == label }) ?? true else {
                throw RecordingError(line: index + 1, problem: "the ink has a second label", remedy: "leave one of them out")
            }
        }
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                switch byte {
                case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
                case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
                case UInt8(ascii: "\\"): result.append(byte)
                default: result += [UInt8(ascii: "\\"), byte]
                }
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                result.append(byte)
            }
        }
        if isEscaped { result.append(UInt8(ascii: "\\")) }
        return String(decoding: result, as: UTF8.self)
    }
}
