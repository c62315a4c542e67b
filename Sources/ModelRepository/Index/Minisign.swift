internal import CLibsodium

/// A public key of minisign: Ed25519, with a number that identifies the key of a signature.
///
/// Source: jedisct1.github.io/minisign, "Public key format": a comment, then `Ed`, the number in 8 bytes and the key in 32 bytes, in
/// base64.
public struct MinisignKey: Sendable, Hashable {
    /// The maximum size of a key file in bytes.
    static let sizeLimit = 4096

    /// The key's number.
    let number: [UInt8]
    /// The key: 32 bytes.
    let bytes: [UInt8]

    /// The number as minisign prints it: 16 hexadecimal digits.
    public var identifier: String { Self.identifier(number) }

    /// Parses the key of a file, or of a single line as minisign prints it.
    ///
    /// - Throws: the reason why it is invalid.
    init(parsing file: [UInt8]) throws(MinisignProblem) {
        var lines = MinisignLines(file)
        var line = lines.next()
        if line?.starts(with: MinisignLines.comment.utf8) == true { line = lines.next() }
        guard let line, let data = MinisignLines.decode(line, count: 42) else {
            throw MinisignProblem("it has no line of 42 bytes in base64")
        }
        guard data.starts(with: [UInt8(ascii: "E"), UInt8(ascii: "d")]) else { throw MinisignProblem("its algorithm is not Ed25519") }
        number = Array(data[2..<10])
        bytes = Array(data[10...])
    }

    fileprivate static func identifier(_ number: [UInt8]) -> String {
        number.reversed().map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
}

/// A minisign signature of a file.
///
/// Source: jedisct1.github.io/minisign, "Signature format": a comment, then `Ed` (signs the file) or `ED` (signs the file's BLAKE2b-512),
/// the key's number and 64 bytes; a trusted comment; 64 bytes that sign the signature and that comment.
public struct MinisignSignature: Sendable, Hashable {
    /// The suffix that a signature file adds to the file's name.
    public static let fileEnding = ".minisig"
    /// The maximum size of a signature file in bytes.
    public static let sizeLimit = 16384

    private let isOfHash: Bool
    private let number: [UInt8]
    private let signature: [UInt8]
    private let trustedComment: [UInt8]
    private let commentSignature: [UInt8]

    /// The number of the key that the signature claims to be by.
    var identifier: String { MinisignKey.identifier(number) }

    /// Parses the signature in a file.
    ///
    /// - Throws: `invalidSignature`.
    public init(parsing file: [UInt8]) throws(RepositoryError) {
        guard file.count <= Self.sizeLimit else { throw .invalidSignature(reason: "it has more than \(Self.sizeLimit) bytes") }
        var lines = MinisignLines(file)
        guard lines.next()?.starts(with: MinisignLines.comment.utf8) == true else {
            throw .invalidSignature(reason: "its first line is not \"\(MinisignLines.comment)\"")
        }
        guard let line = lines.next(), let data = MinisignLines.decode(line, count: 74) else {
            throw .invalidSignature(reason: "its second line is not 74 bytes in base64")
        }
        switch (data[0], data[1]) {
        case (UInt8(ascii: "E"), UInt8(ascii: "d")): isOfHash = false
        case (UInt8(ascii: "E"), UInt8(ascii: "D")): isOfHash = true
        default: throw .invalidSignature(reason: "its algorithm is not Ed25519")
        }
        number = Array(data[2..<10])
        signature = Array(data[10...])
        guard let line = lines.next(), line.starts(with: MinisignLines.trustedComment.utf8) else {
            throw .invalidSignature(reason: "its third line is not \"\(MinisignLines.trustedComment)\"")
        }
        trustedComment = Array(line.dropFirst(MinisignLines.trustedComment.utf8.count))
        guard let line = lines.next(), let data = MinisignLines.decode(line, count: 64) else {
            throw .invalidSignature(reason: "its fourth line is not 64 bytes in base64")
        }
        commentSignature = data
    }

    /// Verifies that one of the keys signed these bytes.
    ///
    /// - Returns: that key.
    /// - Throws: `unknownKey`, `wrongSignature`.
    public func check(_ bytes: [UInt8], _ keys: [MinisignKey]) throws(RepositoryError) -> MinisignKey {
        let candidates = keys.filter { $0.number == number }
        guard !candidates.isEmpty else { throw .unknownKey(identifier: identifier, known: keys.map(\.identifier)) }
        let message = isOfHash ? Self.hash(of: bytes) : bytes
        for key in candidates
        where Self.isRight(signature, message, key) && Self.isRight(commentSignature, signature + trustedComment, key) {
            return key
        }
        throw .wrongSignature(identifier: identifier)
    }

    private static func isRight(_ signature: [UInt8], _ message: [UInt8], _ key: MinisignKey) -> Bool {
        signature.count == Int(crypto_sign_BYTES) && key.bytes.count == Int(crypto_sign_PUBLICKEYBYTES)
            && crypto_sign_verify_detached(signature, message, UInt64(message.count), key.bytes) == 0
    }

    private static func hash(of bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 64)
        crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
        return digest
    }
}

/// The reason why a file is not a key.
struct MinisignProblem: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// The lines of minisign's files.
struct MinisignLines {
    static let comment = "untrusted comment: "
    static let trustedComment = "trusted comment: "

    private var rest: ArraySlice<UInt8>

    init(_ file: [UInt8]) { rest = file[...] }

    /// Returns the next line, without its line ending; nil after the last.
    mutating func next() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        var line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest.dropFirst(line.count + 1)
        while line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }

    /// Decodes a base64 line (RFC 4648, section 4); nil if the line is invalid or has another number of bytes.
    static func decode(_ line: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var decoded = 0
        let isRight = line.withUnsafeBytes { text in
            guard let start = text.bindMemory(to: CChar.self).baseAddress else { return false }
            return sodium_base642bin(&bytes, count, start, text.count, nil, &decoded, nil, Int32(sodium_base64_VARIANT_ORIGINAL)) == 0
        }
        return isRight && decoded == count ? bytes : nil
    }
}
