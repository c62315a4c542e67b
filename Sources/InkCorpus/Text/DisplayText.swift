internal import FoundationEssentials

/// Formats text and numbers for people; untrusted text is made safe for a terminal.
package enum DisplayText {
    /// The text with control and format characters, which steer a terminal or the order of letters, escaped as `\u{1b}`; on one line.
    package static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: steers) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if steers(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A count with its noun: "1 stroke", "2 strokes", "no strokes".
    package static func count(_ number: Int, _ thing: String) -> String {
        switch number {
        case 0: "no \(thing)s"
        case 1: "1 \(thing)"
        default: "\(number) \(thing)s"
        }
    }

    /// A number with `digits` decimals; "–" if it is not finite or too large.
    package static func fixed(_ value: Double, digits: Int) -> String {
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        guard let scaled = Int(exactly: (value * Double(scale)).rounded()) else { return "–" }
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
        let sign = scaled < 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(whole)" }
        let fraction = String(rest)
        return "\(sign)\(whole)." + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    /// A whole number with narrow no-break spaces between groups of three digits.
    package static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        let text = digits.indices.map { ($0 > 0 && (digits.count - $0) % 3 == 0 ? "\u{202f}" : "") + String(digits[$0]) }.joined()
        return (number < 0 ? "-" : "") + text
    }

    /// A fraction in per cent, without the sign; "–" for nil.
    package static func percent(_ share: Double?, digits: Int = 2) -> String { share.map { fixed($0 * 100, digits: digits) } ?? "–" }

    /// "4.2 MB", in millions of bytes; "812 kB" below one.
    package static func size(_ bytes: Int) -> String {
        bytes >= 1_000_000 ? "\(fixed(Double(bytes) / 1e6, digits: 1)) MB" : "\(fixed(Double(bytes) / 1e3, digits: 0)) kB"
    }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7f }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

/// Encodes values as JSON lines.
package enum JSONLine {
    /// The value as one JSON object on one line, its keys sorted.
    package static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// A table of text, its columns as wide as their contents.
package struct TextTable {
    /// The alignment of a column.
    package enum Alignment {
        /// Flush left.
        case left
        /// Flush right, as numbers are.
        case right
    }

    /// A title and an alignment.
    package struct Column {
        /// Its heading.
        package var title: String
        /// The alignment of the heading and the cells.
        package var alignment = Alignment.left

        /// A column.
        package init(title: String, alignment: Alignment = .left) {
            self.title = title
            self.alignment = alignment
        }
    }

    /// The columns from left to right.
    package var columns: [Column]
    /// The rows from top to bottom, each with a cell for every column.
    package var rows: [[String]] = []

    /// A table without rows.
    package init(columns: [Column]) { self.columns = columns }

    /// The titles, then the rows, without trailing spaces.
    package var lines: [String] {
        let cells = [columns.map(\.title)] + rows
        let widths = columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let space = String(repeating: " ", count: widths[column] - cell.count)
                line += (column > 0 ? "  " : "") + (columns[column].alignment == .left ? cell + space : space + cell)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
