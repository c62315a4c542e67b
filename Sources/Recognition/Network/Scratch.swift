/// The memory a network works in, kept from one ink to the next. Not for two threads at once.
final class Scratch {
    /// Sequences between layers, read from one and written to the other in turn.
    var input = FloatBuffer(count: 0)
    var output = FloatBuffer(count: 0)
    /// An LSTM's gates before the recurrence.
    var gates = FloatBuffer(count: 0)
    /// An LSTM's state.
    var state = FloatBuffer(count: 0)
    /// What goes into a layer of 8 bits.
    var bytes = AlignedBuffer<UInt8>(count: 0)

    /// What an ink may leave behind: more is given back before the next.
    static let kept = 1 << 20

    /// Sees to it that every buffer holds at least so many numbers.
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
