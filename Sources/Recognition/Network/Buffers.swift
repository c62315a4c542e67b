/// Numbers at an address aligned for vector instructions; initially zero. Owned by one network or one scratch.
final class AlignedBuffer<Number: Numeric & BitwiseCopyable> {
    /// The address of the first element, a multiple of 64.
    let start: UnsafeMutablePointer<Number>
    /// The number of elements.
    let count: Int

    /// Allocates `count` zeros.
    init(count: Int) {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(1, count) * MemoryLayout<Number>.stride, alignment: 64)
        start = bytes.bindMemory(to: Number.self, capacity: max(1, count))
        start.initialize(repeating: 0, count: max(1, count))
        self.count = count
    }

    deinit { UnsafeMutableRawPointer(start).deallocate() }

    /// Sets `range` to zero.
    func clear(_ range: Range<Int>) {
        assert(range.lowerBound >= 0 && range.upperBound <= count)
        (start + range.lowerBound).update(repeating: 0, count: range.count)
    }
}

typealias FloatBuffer = AlignedBuffer<Float>

/// The working memory of a network, reused from one ink to the next. Must not be used by two threads at once.
final class Scratch {
    /// The sequence that a layer reads; swapped with `output` after the layer.
    var input = FloatBuffer(count: 0)
    /// The sequence that a layer writes; swapped with `input` after the layer.
    var output = FloatBuffer(count: 0)
    /// An LSTM's gates before the recurrence.
    var gates = FloatBuffer(count: 0)
    /// An LSTM's state.
    var state = FloatBuffer(count: 0)
    /// The input of a quantized layer.
    var bytes = AlignedBuffer<UInt8>(count: 0)

    /// The maximum size of a buffer that is retained after an ink. Larger buffers are freed before the next ink.
    static let kept = 1 << 20

    /// Ensures that every buffer holds at least the given number of elements.
    func reserve(sequence: Int, gates: Int, state: Int, bytes: Int) {
        Self.fit(&input, sequence)
        Self.fit(&output, sequence)
        Self.fit(&self.gates, gates)
        Self.fit(&self.state, state)
        Self.fit(&self.bytes, bytes)
    }

    private static func fit<Number>(_ buffer: inout AlignedBuffer<Number>, _ count: Int) {
        guard buffer.count < count || buffer.count > max(kept, count) else { return }
        buffer = AlignedBuffer(count: count)
    }
}

/// The outputs of the last recurrent layer for every step: the input of the output layer.
struct HiddenSequence {
    /// The number of time steps.
    let steps: Int
    /// The numbers per step: the outputs of both directions, the forward direction first.
    let width: Int
    /// The values, row after row.
    let values: [Float]

    /// The mean of all steps; zeros without steps.
    var mean: [Float] {
        var mean = [Float](repeating: 0, count: width)
        for step in 0..<steps {
            for unit in 0..<width { mean[unit] += values[step * width + unit] }
        }
        return mean.map { $0 / Float(max(1, steps)) }
    }
}

/// A table with one row per time step and one number per class.
struct Scores {
    /// The number of time steps.
    let steps: Int
    /// The number of classes; the first is CTC's blank.
    let classes: Int
    /// The values, row after row.
    let values: [Float]

    /// Creates a table of these numbers; nil if their count does not match.
    init?(steps: Int, classes: Int, values: [Float]) {
        guard steps >= 0, classes > 0, values.count == steps * classes else { return nil }
        self.steps = steps
        self.classes = classes
        self.values = values
    }

    /// Copies the first `classes` numbers from each row of a table with rows `stride` apart.
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

    /// Returns these scores if all of them are finite, which all later stages require.
    ///
    /// - Throws: `notFinite`, for example if weights are so large that sums overflow.
    func checked() throws(RecognitionError) -> Scores {
        _ = try values.checked()
        return self
    }

    /// The number of a class at a step.
    subscript(step: Int, c: Int) -> Float { values[step * classes + c] }
}

extension [Float] {
    /// Returns these outputs of a network if all of them are finite.
    ///
    /// - Throws: `notFinite`, for example if weights are so large that sums overflow.
    func checked() throws(RecognitionError) -> [Float] {
        guard allSatisfy(\.isFinite) else { throw .notFinite }
        return self
    }
}
