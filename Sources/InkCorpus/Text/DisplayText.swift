internal import FoundationEssentials

/// Formats text and numbers for people; untrusted text is made safe for a terminal.
package enum DisplayText {
    /// Returns the text on one line, with control characters and format characters escaped as `\u{1b}`, because they would affect a
    /// terminal or the order of letters.
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

    /// Returns multiline content for a terminal, with unsafe characters escaped as in JSON: `\u202e`. Unsafe are control codes other than
    /// tabs and line feeds, and characters that reverse the order of letters (U+202A to U+202E, U+2066 to U+2069).
    ///
    /// - Parameter keepingStyles: preserves the text's own escape sequences.
    package static func terminalSafe(_ text: String, keepingStyles: Bool = false) -> String {
        func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x09, 0x0A: false
            case 0x1B: !keepingStyles
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            guard isUnsafe(scalar) else {
                result.unicodeScalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return result
    }

    /// Returns a count with its noun: "1 stroke", "2 strokes", "no strokes".
    package static func count(_ number: Int, _ thing: String) -> String {
        switch number {
        case 0: "no \(thing)s"
        case 1: "1 \(thing)"
        default: "\(number) \(thing)s"
        }
    }

    /// Returns a number with `digits` decimals; "–" if it is not finite or too large.
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

    /// Returns an integer with narrow no-break spaces between groups of three digits.
    package static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        let text = digits.indices.map { ($0 > 0 && (digits.count - $0) % 3 == 0 ? "\u{202f}" : "") + String(digits[$0]) }.joined()
        return (number < 0 ? "-" : "") + text
    }

    /// Returns a fraction in percent, without the percent sign; "–" for nil.
    package static func percent(_ share: Double?, digits: Int = 2) -> String { share.map { fixed($0 * 100, digits: digits) } ?? "–" }

    /// Returns a part of a whole in percent, such as "4.20 %"; a dash if the whole is 0.
    package static func percent(_ part: Int, of whole: Int) -> String {
        whole > 0 ? "\(percent(Double(part) / Double(whole))) %" : "–"
    }

    /// Returns a size such as "4.2 MB", in millions of bytes; "812 kB" below one million.
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
    /// Returns the value as one JSON object on one line, with sorted keys.
    package static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// A table of text; each column is as wide as its content.
package struct TextTable {
    /// The alignment of a column.
    package enum Alignment {
        /// Flush left.
        case left
        /// Flush right, for numbers.
        case right
    }

    /// A title and an alignment.
    package struct Column {
        /// The column's heading.
        package var title: String
        /// The alignment of the heading and the cells.
        package var alignment = Alignment.left

        /// Creates a column.
        package init(title: String, alignment: Alignment = .left) {
            self.title = title
            self.alignment = alignment
        }
    }

    /// The columns from left to right.
    package var columns: [Column]
    /// The rows from top to bottom, each with a cell for every column.
    package var rows: [[String]] = []

    /// Creates a table without rows.
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
