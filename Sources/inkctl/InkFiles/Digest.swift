internal import Bytes
internal import PenLog

/// The first 128 bits of a SHA-256: two things that have the same are taken to be the same.
enum Digest {
    /// Of these bytes.
    static func of(_ bytes: [UInt8]) -> UInt128 { bytes.withUnsafeBytes(of) }

    /// Of the ink's points, their order and what is a stroke; times do not count.
    ///
    /// - Parameter moved: as if the first point of the ink were 0, 0.
    static func points(of ink: JSONInk, moved: Bool) -> UInt128 {
        let first = ink.strokes.first?.first
        let (x, y) = moved ? (first?.x ?? 0, first?.y ?? 0) : (0, 0)
        var numbers: [Int64] = []
        numbers.reserveCapacity(ink.strokes.reduce(0) { $0 + 2 * $1.count + 1 })
        for stroke in ink.strokes {
            numbers.append(Int64(stroke.count))
            for sample in stroke { numbers += [sample.x - x, sample.y - y] }
        }
        return numbers.withUnsafeBytes(of)
    }

    private static func of(_ bytes: UnsafeRawBufferPointer) -> UInt128 { sha256(bytes).prefix(16).reduce(0) { $0 << 8 | UInt128($1) } }

    /// All 256 bits.
    static func sha256(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { SHA256.digest(of: bytes) }
}
