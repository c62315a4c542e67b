import CNeural

/// A matrix and a bias in the order in which the kernels read them: see `CNEURAL_PANEL`.
struct PackedLayer {
    private static let panel = Int(CNEURAL_PANEL)

    /// Rows: numbers that go in.
    let inner: Int
    /// Columns: numbers that come out, a multiple of the panel.
    let columns: Int
    let weights: FloatBuffer
    let bias: FloatBuffer

    /// The next multiple of the kernels' panel.
    static func padded(_ width: Int) -> Int { (width + panel - 1) / panel * panel }

    /// A layer of zeros.
    init(inner: Int, columns: Int) {
        self.inner = inner
        self.columns = Self.padded(columns)
        weights = FloatBuffer(count: inner * self.columns)
        bias = FloatBuffer(count: self.columns)
    }

    /// Sets the weight from input `row` to output `column`.
    func set(row: Int, column: Int, to value: Float) {
        assert(row < inner && column < columns)
        weights.start[(column / Self.panel * inner + row) * Self.panel + column % Self.panel] = value
    }
}
