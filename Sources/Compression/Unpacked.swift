/// The recoverable decompressed bytes of a file, and the file's damages.
public struct Unpacked: Sendable {
    /// A damaged position in a compressed file.
    public struct Damage: Sendable, Hashable, CustomStringConvertible {
        /// The kind of damage.
        public let kind: CompressionDamage
        /// The offset in the compressed file where the damage was detected; the damage may be earlier.
        public let packedPlace: Int
        /// The offset in the decompressed file from which bytes are missing; if only the checksum is wrong, no bytes are missing.
        public let plainPlace: Int

        /// The damage as text: "the compressed file is cut off at byte 812".
        public var description: String {
            switch kind {
            case .cutOff: "the compressed file is cut off at byte \(packedPlace)"
            case .changed: "the compressed file is damaged before byte \(packedPlace)"
            case .checksum: "the checksum of the compressed file is wrong, but it was decompressed completely"
            }
        }
    }

    /// The decompressed bytes. The bytes before and after a damage are joined.
    public let bytes: [UInt8]
    /// The damages in order; empty for a sound file.
    public let damages: [Damage]

    /// Decompresses all intact parts.
    ///
    /// For gzip that is everything before the damage. For Zstandard, decompression continues with the next frame.
    ///
    /// - Parameter limit: the maximum number of decompressed bytes; more are rejected, however small the compressed file is.
    /// - Throws: if the bytes do not even begin as a file of this format, or exceed the limit.
    public init(_ format: CompressionFormat, _ packed: [UInt8], limit: Int) throws(CompressionError) {
        var plain: [UInt8] = []
        var failure: CompressionError?
        var place = packed.count
        packed.withUnsafeBytes { bytes in
            do throws(CompressionError) {
                let reader = try DecompressingReader(format, from: bytes)
                do throws(CompressionError) {
                    try reader.readAll(into: &plain, limit: limit)
                } catch {
                    place = reader.place ?? place
                    throw error
                }
            } catch {
                failure = error
            }
        }
        guard let failure else {
            (bytes, damages) = (plain, [])
            return
        }
        guard let kind = failure.damage else { throw failure }
        switch format {
        case .gzip:
            guard !plain.isEmpty || kind == .cutOff else { throw failure }
            (bytes, damages) = (plain, [Damage(kind: kind, packedPlace: place, plainPlace: plain.count)])
        case .zstandard:
            var salvage = ZstandardSalvage(packed, limit: limit)
            try salvage.run()
            guard !salvage.plain.isEmpty || kind == .cutOff else { throw failure }
            (bytes, damages) = (salvage.plain, salvage.damages)
        }
    }
}
