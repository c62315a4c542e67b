internal import CLibmd

/// SHA-256 (FIPS 180-4) of bytes added in pieces.
public struct SHA256 {
    private var context = SHA2_CTX()

    /// Creates the hash of no bytes.
    public init() { SHA256Init(&context) }

    /// Adds these bytes.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        SHA256Update(&context, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    }

    /// Adds these bytes.
    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// Returns the digest: 32 bytes.
    public consuming func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
            SHA256Final(digest.baseAddress, &context)
            count = Int(SHA256_DIGEST_LENGTH)
        }
    }

    /// Returns the digest of some bytes: 32 bytes.
    public static func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// Returns the digest of some bytes in 64 lowercase hexadecimal digits.
    public static func hexadecimal(of bytes: UnsafeRawBufferPointer) -> String { hexadecimal(digest(of: bytes)) }

    /// Returns a digest in lowercase hexadecimal digits.
    public static func hexadecimal(_ digest: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
