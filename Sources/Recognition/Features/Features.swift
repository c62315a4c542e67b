/// What the network sees of an ink: one row of numbers for every resampled point, and where each lies in the ink.
struct Features {
    /// Numbers in a row.
    static let width = 8

    /// Rows of `width` numbers: unit direction x, y; pen-up jump x, y (squashed); height; how far left of the rightmost point
    /// so far (squashed); stroke start; stroke end.
    var values: [Float] = []
    /// Index of the row's stroke in the ink that was handed in.
    var stroke: [Int] = []
    /// Place of the row on its stroke's samples: a whole number is a sample, a fraction lies between two.
    var position: [Double] = []

    /// How many rows there are.
    var rows: Int { stroke.count }

    /// Whether the row is the first of its stroke.
    func isStart(_ row: Int) -> Bool { values[row * Self.width + 6] != 0 }

    /// How far right the pen jumped before the row, squashed to −1…1; 0 within a stroke.
    func jump(_ row: Int) -> Float { values[row * Self.width + 2] }
}
