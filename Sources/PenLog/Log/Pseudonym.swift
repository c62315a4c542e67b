internal import Bytes
internal import Glibc
internal import System

/// Stands for something that identifies a person or a thing of theirs: the same for the same, and nobody can say for what.
public struct Pseudonym: Sendable {
    private let salt: [UInt8]

    /// With this salt; whoever does not know it cannot try all serial numbers there are.
    public init(salt: [UInt8]) { self.salt = salt }

    /// Takes the salt from a file, which is made if it is not there.
    /// - Throws: `LogError.system`
    public init(saltFile path: String) throws(LogError) {
        let known: [UInt8]
        do throws(LogError) {
            known = try LogFile.contents(of: path)
        } catch {
            guard case .system(_, _, ENOENT) = error else { throw error }
            known = []
        }
        guard known.count != 32 else {
            salt = known
            return
        }
        salt = (0..<32).map { _ in UInt8.random(in: 0...255) }
        do throws(SystemError) { try WholeFile.write(salt, to: path) } catch { throw LogError(error) }
    }

    /// 16 hexadecimal digits of a salted SHA-256; nothing for nothing, and a pseudonym for itself.
    public func of(_ name: String) -> String {
        guard !name.isEmpty, !name.hasPrefix(Self.prefix) else { return name }
        let digits = digest(name).prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return Self.prefix + digits.joined()
    }

    /// What stands for a pen's serial number (MSC_SERIAL): 20 bits of a salted SHA-256 behind a mark; 0 and −1, which are none, for themselves.
    ///
    /// - Parameter isPlayed: it comes from no hardware: what has the mark is a pseudonym already.
    public func of(serial: Int32, isPlayed: Bool) -> Int32 {
        let bits = UInt32(bitPattern: serial)
        guard serial != 0, serial != -1, !(isPlayed && bits & ~Self.serialBits == Self.serialMark) else { return serial }
        let digest = digest("serial \(serial)")
        let hash = digest.prefix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Int32(bitPattern: Self.serialMark | hash & Self.serialBits)
    }

    private static let prefix = "anonymous-"
    private static let serialMark: UInt32 = 0x5e10_0000
    private static let serialBits: UInt32 = 0x000f_ffff

    private func digest(_ name: String) -> [UInt8] {
        var hash = SHA256()
        hash.update(salt)
        hash.update(Array(name.utf8))
        return hash.finish()
    }
}
