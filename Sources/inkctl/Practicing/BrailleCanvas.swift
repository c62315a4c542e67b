internal import Ink

/// A picture for a terminal that uses Braille's eight dots in each character. Each character has one color, which is the last color drawn
/// in it.
struct BrailleCanvas {
    /// A color of the terminal's palette.
    enum Color: Int {
        case red = 31
        case green = 32
        case bright = 97
        case gray = 90
    }

    private let columns: Int
    private let rows: Int
    /// The bits of the dots and the color of each character.
    private var cells: [(dots: UInt8, color: Color)]
    /// The tablet's position at the canvas's upper left corner, in millimeters.
    private let origin: Point
    /// The distance between two dots, in millimeters.
    private let dot: Double

    /// The bits of the dots, by row and column (Unicode, chapter 21.1, "Braille Patterns").
    private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    private static let firstPattern: UInt32 = 0x2800

    /// Creates a canvas with a size in characters. The canvas shows `box`, a part of the tablet, as large as possible.
    init(columns: Int, rows: Int, showing box: Box) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        cells = Array(repeating: (0, .gray), count: self.columns * self.rows)
        origin = Point(x: box.x, y: box.y)
        dot = max(1e-6, max(box.width / Double(2 * self.columns), box.height / Double(4 * self.rows)))
    }

    /// Draws a line through points, one dot wide.
    mutating func draw(_ places: [Point], _ color: Color) {
        if let first = places.first { mark(first, color) }
        for (a, b) in zip(places, places.dropFirst()) {
            // at most as many dots as a line across the whole canvas needs: points farther away are outside of the canvas
            let pieces = min(max(1, Int((a.distance(to: b) / dot).rounded(.up).clamped(to: 0...1e6))), 4 * (columns + rows))
            for piece in 1...pieces { mark(a + (b - a) * (Double(piece) / Double(pieces)), color) }
        }
    }

    /// Draws a visible spot.
    mutating func spot(_ place: Point, _ color: Color) {
        for x in -1...1 {
            for y in -1...1 { mark(place + Point(x: Double(x) * dot, y: Double(y) * dot), color) }
        }
    }

    private mutating func mark(_ place: Point, _ color: Color) {
        let (across, down) = ((place.x - origin.x) / dot, (place.y - origin.y) / dot)
        guard (0..<Double(2 * columns)).contains(across), (0..<Double(4 * rows)).contains(down) else { return }
        let (x, y) = (Int(across), Int(down))
        let index = y / 4 * columns + x / 2
        cells[index].dots |= Self.bits[y % 4][x % 2]
        cells[index].color = color
    }

    /// Returns the rows of characters, with colors if `isStyled`.
    func lines(isStyled: Bool) -> [String] {
        (0..<rows).map { row in
            var (line, color) = ("", Color?.none)
            for cell in cells[row * columns..<(row + 1) * columns] {
                guard cell.dots != 0 else {
                    line += " "
                    continue
                }
                if isStyled, cell.color != color { line += "\u{1b}[\(cell.color.rawValue)m" }
                color = cell.color
                if let pattern = Unicode.Scalar(Self.firstPattern + UInt32(cell.dots)) { line.unicodeScalars.append(pattern) }
            }
            return isStyled && color != nil ? line + "\u{1b}[0m" : line
        }
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? range.lowerBound : min(range.upperBound, max(range.lowerBound, self))
    }
}
