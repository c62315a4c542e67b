internal import CLibmd
internal import Glibc

/// Stands for something that identifies a person or a thing of theirs: the same for the same, and nobody can say for what.
public struct Pseudonym: Sendable {
    private let salt: [UInt8]

    /// With this salt; whoever does not know it cannot try all serial numbers there are.
    public init(salt: [UInt8]) { self.salt = salt }

    /// Takes the salt from a file, which is made if it is not there.
    /// - Throws: `LogError.system`
    public init(saltFile path: String) throws(LogError) {
        if let salt = try? LogFile.contents(of: path), salt.count == 32 {
            self.salt = salt
            return
        }
        salt = (0..<32).map { _ in UInt8.random(in: 0...255) }
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(operation: "make", path: path, code: errno) }
        defer { close(descriptor) }
        guard write(descriptor, salt, salt.count) == salt.count, fsync(descriptor) == 0 else {
            throw .system(operation: "write", path: path, code: errno)
        }
    }

    /// 16 hexadecimal digits of a salted SHA-256; nothing for nothing.
    public func of(_ name: String) -> String {
        guard !name.isEmpty else { return "" }
        var context = SHA2_CTX()
        SHA256Init(&context)
        SHA256Update(&context, salt, salt.count)
        let bytes = Array(name.utf8)
        SHA256Update(&context, bytes, bytes.count)
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256Final(&digest, &context)
        let digits = digest.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "anonymous-" + digits.joined()
    }
}
