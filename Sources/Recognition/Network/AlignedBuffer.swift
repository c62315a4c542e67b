/// Numbers at an address that vector instructions like; zero at first. Owned by one network or one scratch.
final class AlignedBuffer<Number: Numeric & BitwiseCopyable> {
    /// Where they lie: at a multiple of 64 bytes.
    let start: UnsafeMutablePointer<Number>
    /// How many there are.
    let count: Int

    /// So many zeros.
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
