import Compression
import Glibc
import InkTestSupport
import Testing

@Suite struct CompressionTests {
    /// An open file without a name.
    private final class Scratch {
        let descriptor: Int32

        init() throws {
            var template = Array("/tmp/bytes-XXXXXX".utf8CString)
            descriptor = mkstemp(&template)
            try #require(descriptor >= 0)
            unlink(template)
        }

        deinit { close(descriptor) }

        var bytes: [UInt8] {
            let size = Int(lseek(descriptor, 0, Int32(SEEK_END)))
            var bytes = [UInt8](repeating: 0, count: size)
            return pread(descriptor, &bytes, size, 0) == size ? bytes : []
        }

        func replace(_ bytes: [UInt8]) {
            ftruncate(descriptor, 0)
            pwrite(descriptor, bytes, bytes.count, 0)
        }

        func compress(_ format: CompressionFormat, _ pieces: [[UInt8]]) throws {
            let writer = try CompressingWriter(format, to: descriptor)
            for piece in pieces { try writer.write(piece) }
            try writer.finish()
        }

        func decompress(_ format: CompressionFormat) throws -> [UInt8] {
            lseek(descriptor, 0, Int32(SEEK_SET))
            let reader = try DecompressingReader(format, from: descriptor)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1000, alignment: 1)
            defer { buffer.deallocate() }
            var bytes: [UInt8] = []
            while case let count = try reader.read(into: buffer), count > 0 { bytes += buffer[..<count] }
            return bytes
        }
    }

    /// Bytes that compress a little.
    private static func sample(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 7 ^ $0 >> 3) } }

    @Test(arguments: [CompressionFormat.gzip, .zstandard], [0, 1, 5000, 1_000_000])
    func whatIsCompressedComesBack(_ format: CompressionFormat, _ count: Int) throws {
        let (file, bytes) = (try Scratch(), Self.sample(count))
        try file.compress(format, [Array(bytes.prefix(count / 3)), Array(bytes.dropFirst(count / 3))])
        #expect(format.begins(file.bytes) && format.begins(descriptor: file.descriptor))
        #expect(try file.decompress(format) == bytes)
        #expect(try DecompressingReader.decompress(format, file.bytes, limit: count) == bytes)
    }

    @Test func gzipHasNeitherNameNorTime() throws {
        let file = try Scratch()
        try file.compress(.gzip, [Array("ink".utf8)])
        #expect(Array(file.bytes.prefix(8)) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0])
    }

    @Test func gzipFilesInARowAreOne() throws {
        let (first, second) = (try Scratch(), try Scratch())
        try first.compress(.gzip, [Self.sample(3000)])
        try second.compress(.gzip, [Self.sample(200)])
        first.replace(first.bytes + second.bytes)
        #expect(try first.decompress(.gzip) == Self.sample(3000) + Self.sample(200))
    }

    @Test(arguments: [CompressionFormat.gzip, .zstandard])
    func oneThatIsCutOffIsRefused(_ format: CompressionFormat) throws {
        let file = try Scratch()
        try file.compress(format, [Self.sample(100_000)])
        file.replace(Array(file.bytes.prefix(file.bytes.count / 2)))
        #expect(throws: CompressionError.self) { try file.decompress(format) }
    }

    @Test(arguments: [CompressionFormat.gzip, .zstandard])
    func whatIsWholeBeforeTheCutComesFirst(_ format: CompressionFormat) throws {
        var random = SeededGenerator.printingSeed()
        let (file, bytes) = (try Scratch(), (0..<1_000_000).map { _ in UInt8.random(in: 0...255, using: &random) })
        try file.compress(format, [bytes])
        file.replace(Array(file.bytes.prefix(file.bytes.count / 2)))
        lseek(file.descriptor, 0, Int32(SEEK_SET))
        let reader = try DecompressingReader(format, from: file.descriptor)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_000_000, alignment: 1)
        defer { buffer.deallocate() }
        var read: [UInt8] = []
        #expect(throws: CompressionError.self) {
            while case let count = try reader.read(into: buffer), count > 0 { read += buffer[..<count] }
        }
        #expect(read.count > 250_000 && read == Array(bytes.prefix(read.count)))
    }

    @Test func aChangedChecksumOrByteIsRefused() throws {
        let file = try Scratch()
        try file.compress(.gzip, [Self.sample(100_000)])
        let whole = file.bytes
        for place in [whole.count - 8, whole.count - 5] {
            var changed = whole
            changed[place] ^= 1
            file.replace(changed)
            #expect(throws: CompressionError.self) { try file.decompress(.gzip) }
        }
    }

    @Test func whatIsNotCompressedIsRefused() throws {
        let file = try Scratch()
        file.replace([0x1f, 0x8b] + Self.sample(500))
        #expect(throws: CompressionError.self) { try file.decompress(.gzip) }
        #expect(!CompressionFormat.gzip.begins([0x1f]) && !CompressionFormat.zstandard.begins([0x1f, 0x8b]))
    }

    @Test func moreThanTheLimitIsRefused() throws {
        let file = try Scratch()
        try file.compress(.zstandard, [[UInt8](repeating: 7, count: 1_000_000)])
        #expect(throws: CompressionError.self) { try DecompressingReader.decompress(.zstandard, file.bytes, limit: 999_999) }
    }

    @Test func aFullDiskIsTheSystemsError() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        var error: CompressionError?
        do throws(CompressionError) {
            let writer = try CompressingWriter(.gzip, to: full)
            try writer.write(Self.sample(1_000_000))
            try writer.finish()
        } catch let failure { error = failure }
        #expect(error?.code == ENOSPC)
    }

    // MARK: Damaged files

    @Test("of a gzip file that was cut off every byte before the cut comes, and the message says where")
    func gzipPrefix() throws {
        // six bits a byte, and nothing that comes again: of half of it half can be read
        var random = SeededGenerator.printingSeed()
        let (file, bytes) = (try Scratch(), (0..<40_000).map { _ in UInt8.random(in: 0..<64, using: &random) })
        try file.compress(.gzip, [bytes])
        let whole = file.bytes
        #expect(try Unpacked(.gzip, whole, limit: 1 << 20).damages.isEmpty)
        var longest = 0
        for length in stride(from: 3, to: whole.count, by: 97) {
            let unpacked = try Unpacked(.gzip, Array(whole.prefix(length)), limit: 1 << 20)
            #expect(unpacked.bytes == Array(bytes.prefix(unpacked.bytes.count)) && unpacked.bytes.count >= longest)
            #expect(unpacked.damages.map(\.kind) == [.cutOff] && unpacked.damages.map(\.packedPlace) == [length])
            longest = unpacked.bytes.count
        }
        // half of the packed bytes are about half of the plain ones, though libarchive would hand on no part of 64 KiB
        #expect(try Unpacked(.gzip, Array(whole.prefix(whole.count / 2)), limit: 1 << 20).bytes.count > 10_000)
        #expect(try Unpacked(.gzip, Array(whole.dropLast(8)), limit: 1 << 20).bytes == bytes)
    }

    @Test("a wrong checksum of gzip costs no byte, and is named")
    func gzipChecksum() throws {
        let (file, bytes) = (try Scratch(), Self.sample(100_000))
        try file.compress(.gzip, [bytes])
        var changed = file.bytes
        changed[changed.count - 6] ^= 4
        let unpacked = try Unpacked(.gzip, changed, limit: 1 << 20)
        #expect(unpacked.bytes == bytes && unpacked.damages.map(\.kind) == [.checksum])
    }

    @Test("what follows a gzip file and is none is passed over")
    func trailingBytes() throws {
        let file = try Scratch()
        try file.compress(.gzip, [Self.sample(3000)])
        let whole = file.bytes
        for tail in [[0, 0, 0], [0x1f], [0x1f, 0x8c, 3]] as [[UInt8]] {
            file.replace(whole + tail)
            #expect(try file.decompress(.gzip) == Self.sample(3000))
        }
    }

    @Test("a wrong checksum of Zstandard costs no byte, and is named")
    func zstandardChecksum() throws {
        let (file, bytes) = (try Scratch(), Self.sample(900_000))
        try file.compress(.zstandard, [bytes])
        var changed = file.bytes
        // libarchive writes none: descriptor bit 2 says that four bytes of one follow
        if changed[4] & 4 == 0 {
            changed[4] |= 4
            changed += [1, 2, 3, 4]
        } else {
            changed[changed.count - 2] ^= 1
        }
        let unpacked = try Unpacked(.zstandard, changed, limit: 1 << 20)
        #expect(unpacked.bytes == bytes && unpacked.damages.map(\.kind) == [.checksum])
    }

    @Test("of Zstandard that was cut off all blocks before the cut come")
    func zstandardPrefix() throws {
        var random = SeededGenerator.printingSeed()
        let (file, bytes) = (try Scratch(), (0..<1_000_000).map { _ in UInt8.random(in: 0...255, using: &random) })
        try file.compress(.zstandard, [bytes])
        let whole = file.bytes
        for length in [whole.count - 1, whole.count - 1000, whole.count / 2, whole.count / 9] {
            let unpacked = try Unpacked(.zstandard, Array(whole.prefix(length)), limit: 1 << 20)
            #expect(unpacked.bytes == Array(bytes.prefix(unpacked.bytes.count)))
            #expect(unpacked.bytes.count > length * 99 / 100 - 131_072 && unpacked.damages.map(\.kind) == [.cutOff])
        }
    }

    @Test("a damaged frame of Zstandard costs that frame alone, and the place is known")
    func zstandardFrames() throws {
        let pieces = (0..<5).map { piece in (0..<50_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7 ^ $0 >> piece) } }
        let frames = try pieces.map { try CompressingWriter.compress(.zstandard, $0) }
        #expect(try DecompressingReader.decompress(.zstandard, Array(frames.joined()), limit: 1 << 20) == Array(pieces.joined()))
        var random = SeededGenerator.printingSeed()
        var lost = 0
        for number in 0..<60 {
            let hit = number % frames.count
            var changed = frames
            // most bits are content, which without a checksum comes as it is; the first byte costs the whole frame
            let place = number < frames.count ? 0 : Int.random(in: 0..<changed[hit].count, using: &random)
            changed[hit][place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            let unpacked = try Unpacked(.zstandard, Array(changed.joined()), limit: 1 << 20)
            let before = pieces[..<hit].reduce(0) { $0 + $1.count }
            let after = Array(pieces[(hit + 1)...].joined())
            #expect(Array(unpacked.bytes.prefix(before)) == Array(pieces[..<hit].joined()), "frame \(hit), byte \(place)")
            #expect(Array(unpacked.bytes.suffix(after.count)) == after, "frame \(hit), byte \(place)")
            // libarchive writes no checksums, so a frame that still decodes, though to other bytes, cannot be known as damaged
            let decodes = (try? DecompressingReader.decompress(.zstandard, changed[hit], limit: 1 << 20)) != nil
            let damaged = before...before + 50_000
            let isNamed = unpacked.damages.contains { damaged.contains($0.plainPlace) }
            #expect(decodes ? unpacked.damages.isEmpty : isNamed, "frame \(hit), byte \(place)")
            let missing = pieces.reduce(0) { $0 + $1.count } - unpacked.bytes.count
            lost += missing > 0 ? 1 : 0
        }
        #expect(lost >= frames.count)
    }
}
