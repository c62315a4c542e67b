/// The plain bytes of a compressed file as far as they can be had, and the damage of the file.
public struct Unpacked: Sendable {
    /// A place where a compressed file is damaged.
    public struct Damage: Sendable, Hashable, CustomStringConvertible {
        /// What is wrong.
        public let kind: CompressionDamage
        /// The compressed byte at which the damage was noticed; it lies there or before.
        public let packedPlace: Int
        /// The plain byte before which some are missing; with a wrong checksum none are.
        public let plainPlace: Int

        /// The damage in words: "the packed file is cut off at byte 812".
        public var description: String {
            switch kind {
            case .cutOff: "the packed file is cut off at byte \(packedPlace)"
            case .changed: "the packed file is damaged before byte \(packedPlace)"
            case .checksum: "the packed file's checksum is wrong, and all of it was unpacked"
            }
        }
    }

    /// The plain bytes, those before and behind a damage one after the other.
    public let bytes: [UInt8]
    /// In order; none of a sound file.
    public let damages: [Damage]

    /// Decompresses as much as is whole.
    ///
    /// From gzip that is everything before the damage. Zstandard goes on with the next frame.
    ///
    /// - Parameter limit: bytes; more are refused, however few they were made from.
    /// - Throws: if there is not even the beginning of such a file, or too much in it.
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
