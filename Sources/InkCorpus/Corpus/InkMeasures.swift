internal import Compression
package import PenLog

extension JSONInk {
    /// The number of samples in all strokes.
    package var samples: Int { strokes.reduce(0) { $0 + $1.count } }

    /// The time from the first sample to the last, in seconds.
    package var seconds: Double { Double(strokes.joined().map(\.time).max() ?? 0) / 1_000_000 }

    /// The label; nil if it is missing or empty.
    package var text: String? { label.flatMap { $0.isEmpty ? nil : $0 } }

    /// The writer; nil if it is missing or empty.
    package var hand: String? { writer.flatMap { $0.isEmpty ? nil : $0 } }
}

/// SHA-256, truncated to 128 bits: digests are only compared with each other.
package enum Digest {
    /// Returns the first 128 bits of the digest of these bytes.
    package static func of(_ bytes: [UInt8]) -> UInt128 { bytes.withUnsafeBytes(of) }

    /// Returns the digest of an ink's points and strokes, in order; times are ignored.
    ///
    /// - Parameter moved: uses points relative to the first one, so that a translated copy has the same digest.
    package static func points(of ink: JSONInk, moved: Bool) -> UInt128 {
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

    private static func of(_ bytes: UnsafeRawBufferPointer) -> UInt128 {
        SHA256.digest(of: bytes).prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }
}
