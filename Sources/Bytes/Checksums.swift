internal import CLibmd
internal import Glibc

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
public struct SHA256 {
    private var context = SHA2_CTX()

    /// Of nothing yet.
    public init() { SHA256Init(&context) }

    /// Goes on with these bytes.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        SHA256Update(&context, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    }

    /// Goes on with these bytes.
    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// The digest: 32 bytes.
    public consuming func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
            SHA256Final(digest.baseAddress, &context)
            count = Int(SHA256_DIGEST_LENGTH)
        }
    }

    /// The digest of some bytes: 32 bytes.
    public static func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// The digest of some bytes in 64 lower-case hexadecimal digits.
    public static func hexadecimal(of bytes: UnsafeRawBufferPointer) -> String { hexadecimal(digest(of: bytes)) }

    /// A digest in lower-case hexadecimal digits.
    public static func hexadecimal(_ digest: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// Whether plain bytes are those that a gzip file was made of, by the CRC-32 and the size in its last eight bytes (RFC 1952, 2.3.1).
struct GzipChecksum {
    private let expected: (checksum: UInt32, size: UInt32)
    private var checksum: UInt32 = .max
    private var size: UInt32 = 0

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
    }

    /// - Returns: nil for files without an end, such as pipes.
    init?(of descriptor: Int32) {
        var status = stat()
        var end: (UInt32, UInt32) = (0, 0)
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size >= 8,
            withUnsafeMutableBytes(of: &end, { pread(descriptor, $0.baseAddress, 8, status.st_size - 8) }) == 8
        else { return nil }
        expected = (UInt32(littleEndian: end.0), UInt32(littleEndian: end.1))
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var checksum = checksum
        Self.table.withUnsafeBufferPointer { table in
            for byte in bytes { checksum = table[Int((checksum ^ UInt32(byte)) & 0xff)] ^ checksum >> 8 }
        }
        self.checksum = checksum
        size &+= UInt32(truncatingIfNeeded: bytes.count)
    }

    /// Whether the checksum differs. A different size means concatenated gzip files, of which the trailer covers only the last.
    var isWrong: Bool { size == expected.size && ~checksum != expected.checksum }
}
