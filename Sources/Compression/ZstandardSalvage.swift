/// Decompresses the intact parts of a damaged Zstandard file (RFC 8878): from each frame the blocks before the first damaged one.
///
/// A decoder rejects a damaged frame as a whole, because the frame's checksum comes last. Here, a frame is cut after one of its blocks:
/// this block is marked as the last one, and the checksum is removed. A binary search finds the number of recoverable blocks. Blocks refer
/// to earlier blocks, so the blocks after a damaged one are lost. Frames are independent.
struct ZstandardSalvage {
    private let packed: [UInt8]
    private let limit: Int
    private(set) var plain: [UInt8] = []
    private(set) var damages: [Unpacked.Damage] = []

    private static let magic: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd]

    init(_ packed: [UInt8], limit: Int) {
        self.packed = packed
        self.limit = limit
    }

    /// - Throws: if the limit is exceeded.
    mutating func run() throws(CompressionError) {
        var start = 0
        while start < packed.count {
            guard let frame = ZstandardFrame(packed, at: start) else {
                let next = nextMagic(from: start + 1)
                note(.changed, next)
                start = next
                continue
            }
            start = try take(frame)
        }
    }

    /// Appends the intact part of a frame.
    /// - Returns: the position at which to continue.
    private mutating func take(_ frame: ZstandardFrame) throws(CompressionError) -> Int {
        if frame.isWhole, let bytes = try decompress(Array(packed[frame.start..<frame.end])) {
            try append(bytes)
            return frame.end
        }
        // if neither another frame nor the end of the file follows, a length within the frame is wrong
        let isClosed = frame.isWhole && (frame.end == packed.count || isMagic(frame.end))
        let end = isClosed ? frame.end : nextMagic(from: frame.start + 4)
        var (whole, broken) = (0, frame.blocks.count + 1)
        var best: [UInt8] = []
        // try all blocks first: usually everything except the end is intact
        var tried = frame.blocks.count
        while broken - whole > 1 {
            if let bytes = try decompress(frame.cut(behind: tried, of: packed)) {
                (whole, best) = (tried, bytes)
            } else {
                broken = tried
            }
            tried = (whole + broken) / 2
        }
        try append(best)
        if whole < frame.blocks.count {
            note(.changed, frame.blocks[whole].upperBound)
        } else {
            note(isClosed ? .checksum : end == packed.count ? .cutOff : .changed, end)
        }
        return end
    }

    private mutating func append(_ bytes: [UInt8]) throws(CompressionError) {
        guard bytes.count <= limit - plain.count else { throw CompressionError("it has more than \(limit) bytes") }
        plain += bytes
    }

    private mutating func note(_ kind: CompressionDamage, _ place: Int) {
        damages.append(Unpacked.Damage(kind: kind, packedPlace: place, plainPlace: plain.count))
    }

    /// Returns nil if the bytes are damaged.
    private func decompress(_ bytes: [UInt8]) throws(CompressionError) -> [UInt8]? {
        do throws(CompressionError) {
            return try DecompressingReader.decompress(.zstandard, bytes, limit: limit - plain.count)
        } catch {
            guard error.damage != nil else { throw error }
            return nil
        }
    }

    private func isMagic(_ place: Int) -> Bool { packed[place...].starts(with: Self.magic) }

    /// Returns the apparent beginning of the next frame, or the end of the file.
    private func nextMagic(from place: Int) -> Int {
        packed.withUnsafeBufferPointer { bytes in
            var place = place
            while place + Self.magic.count <= bytes.count {
                if bytes[place] == Self.magic[0], bytes[place + 1] == Self.magic[1], bytes[place + 2] == Self.magic[2],
                    bytes[place + 3] == Self.magic[3]
                {
                    return place
                }
                place += 1
            }
            return bytes.count
        }
    }
}

/// The outline of one frame (RFC 8878, 3.1.1), without decompressing it.
private struct ZstandardFrame {
    let start: Int
    /// The magic bytes, descriptor, window and sizes.
    private let header: Range<Int>
    /// The complete blocks, each with its header.
    private(set) var blocks: [Range<Int>] = []
    private(set) var end: Int
    /// Whether the frame is complete: its last block was found, and its checksum if it has one.
    private(set) var isWhole = false

    private static let checksum = 4
    /// The bits of the frame descriptor for a checksum and for a single segment.
    private static let (checksumBit, singleSegmentBit): (UInt8, UInt8) = (1 << 2, 1 << 5)
    /// The largest exponent of a window that decoders accept by default: 128 MiB.
    private static let largestWindow: UInt8 = 17

    /// Returns nil if no frame begins here.
    init?(_ bytes: [UInt8], at start: Int) {
        guard CompressionFormat.zstandard.begins(bytes[start...]), start + 6 < bytes.count else { return nil }
        let descriptor = bytes[start + 4]
        let isSingle = descriptor & Self.singleSegmentBit != 0
        let dictionary = [0, 1, 2, 4][Int(descriptor & 3)]
        let size = [isSingle ? 1 : 0, 2, 4, 8][Int(descriptor >> 6)]
        let length = 5 + (isSingle ? 0 : 1) + dictionary + size
        // frames that need a dictionary are not written by inkd
        guard dictionary == 0, start + length <= bytes.count else { return nil }
        self.start = start
        header = start..<start + length
        var next = header.upperBound
        var isLast = false
        while !isLast, next + 3 <= bytes.count {
            let block = Int(bytes[next]) | Int(bytes[next + 1]) << 8 | Int(bytes[next + 2]) << 16
            isLast = block & 1 == 1
            // a run-length block occupies one byte, whatever its decompressed length
            let content = block >> 1 & 3 == 1 ? 1 : block >> 3
            guard block >> 1 & 3 != 3, next + 3 + content <= bytes.count else { break }
            blocks.append(next..<next + 3 + content)
            next += 3 + content
            if isLast {
                next += descriptor & Self.checksumBit != 0 ? Self.checksum : 0
                isWhole = next <= bytes.count
            }
        }
        end = min(next, bytes.count)
    }

    /// Returns a frame of the first blocks, without sizes and checksum.
    func cut(behind count: Int, of bytes: [UInt8]) -> [UInt8] {
        let descriptor = bytes[start + 4]
        var cut = Array(bytes[start..<start + 4]) + [0]
        if descriptor & Self.singleSegmentBit != 0 {
            // a frame with a single segment gives no window size: the window is as large as the content
            let size = bytes[(start + 5)..<header.upperBound].reversed().reduce(0) { $0 << 8 | UInt64($1) }
            let bits = UInt8(clamping: UInt64.bitWidth - (size &+ 256).leadingZeroBitCount)
            cut.append(min(Self.largestWindow, bits > 10 ? bits - 10 : 0) << 3)
        } else {
            cut.append(bytes[start + 5])
        }
        guard count > 0 else { return cut + [1, 0, 0] }
        let body = header.upperBound..<blocks[count - 1].upperBound
        let last = cut.count + blocks[count - 1].lowerBound - body.lowerBound
        cut += bytes[body]
        cut[last] |= 1
        return cut
    }
}
