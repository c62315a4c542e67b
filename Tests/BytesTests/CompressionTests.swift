import Bytes
import Glibc
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
        let (file, bytes) = (try Scratch(), (0..<1_000_000).map { _ in UInt8.random(in: 0...255) })
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
}
