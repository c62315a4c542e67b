package import PenLog

/// Draws ink with braille characters, each of two by four dots.
package enum BrailleInk {
    /// Returns the lines of the drawing, cropped to the ink; empty for an ink without strokes.
    package static func lines(of ink: JSONInk, columns: Int = 60, rows: Int = 16) -> [String] {
        let samples = ink.strokes.joined()
        guard let left = samples.map(\.x).min(), let right = samples.map(\.x).max(), let upper = samples.map(\.y).min(),
            let lower = samples.map(\.y).max()
        else { return [] }
        let (width, height) = (Double(right - left), Double(lower - upper))
        let scale = min(Double(2 * columns - 1) / max(1, width), Double(4 * rows - 1) / max(1, height))
        var dots = Dots(columns: Int(width * scale) / 2 + 1, rows: Int(height * scale) / 4 + 1)
        for stroke in ink.strokes {
            var last: (x: Double, y: Double)?
            for sample in stroke {
                let place = (x: Double(sample.x - left) * scale, y: Double(sample.y - upper) * scale)
                dots.line(from: last ?? place, to: place)
                last = place
            }
        }
        return dots.lines
    }

    private struct Dots {
        private let columns: Int
        private var cells: [UInt8]

        init(columns: Int, rows: Int) {
            self.columns = columns
            cells = Array(repeating: 0, count: columns * rows)
        }

        /// The lines without trailing blanks.
        var lines: [String] {
            stride(from: 0, to: cells.count, by: columns).map { start in
                let row = cells[start..<(start + columns)]
                let end = row.lastIndex { $0 != 0 }.map { $0 + 1 } ?? start
                return String(String.UnicodeScalarView(row[..<end].map { Unicode.Scalar(0x2800 + UInt32($0)) ?? " " }))
            }
        }

        mutating func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
            let steps = max(1, Int(max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up)))
            for step in 0...steps {
                let share = Double(step) / Double(steps)
                put(Int(start.x + (end.x - start.x) * share), Int(start.y + (end.y - start.y) * share))
            }
        }

        private mutating func put(_ x: Int, _ y: Int) {
            let cell = y / 4 * columns + x / 2
            guard cells.indices.contains(cell) else { return }
            cells[cell] |= Self.bits[y % 4][x % 2]
        }

        /// The dots of a cell from top to bottom, as Unicode's Braille Patterns number them.
        private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    }
}
