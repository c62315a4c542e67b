/// One row of numbers a time step, one number a class.
struct Scores {
    /// Time steps.
    let steps: Int
    /// Classes; the first is CTC's blank.
    let classes: Int
    /// Row after row.
    let values: [Float]

    /// A table of these numbers; nil if they do not fill it.
    init?(steps: Int, classes: Int, values: [Float]) {
        guard steps >= 0, classes > 0, values.count == steps * classes else { return nil }
        self.steps = steps
        self.classes = classes
        self.values = values
    }

    /// So many numbers from each row of a table of rows `stride` apart.
    init(steps: Int, classes: Int, rows: UnsafePointer<Float>, stride: Int) {
        self.steps = steps
        self.classes = classes
        values = [Float](unsafeUninitializedCapacity: steps * classes) { buffer, filled in
            for step in 0..<steps {
                for c in 0..<classes { buffer.initializeElement(at: step * classes + c, to: rows[step * stride + c]) }
            }
            filled = steps * classes
        }
    }

    /// The number of a class at a step.
    subscript(step: Int, c: Int) -> Float { values[step * classes + c] }
}
