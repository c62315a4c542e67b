internal import Glibc
internal import System

/// What a log file holds, as far as it is whole.
public struct LogFile: Sendable {
    /// In order; a header first.
    public var records: [LogRecord]
    /// Where and why reading ended before the file did.
    public var damage: LogError?
    /// Records of kinds that this program does not know.
    public var unknown: Int

    /// Larger files are refused; those that inkd writes are closed at 16 MiB.
    static let maximumBytes = 256 << 20

    /// Whether a file's bytes are a log's, packed or not.
    public static func isLog(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: LogForm.magic) || LogPacking.isPacked(bytes)
    }

    /// Reads a log from its file, packed (`.zst`) or not.
    /// - Throws: `LogError` if it is no log; a damaged one is read as far as it is whole.
    public init(path: String) throws(LogError) {
        try self.init(Self.contents(of: path), path: path)
    }

    /// Reads a log from its bytes.
    public init(_ bytes: [UInt8], path: String = "the log") throws(LogError) {
        var decoder = try LogDecoder(LogPacking.isPacked(bytes) ? LogPacking.unpack(bytes, path: path) : bytes)
        records = []
        do {
            while let record = try decoder.record() { records.append(record) }
        } catch {
            if case .newer = error { throw error }
            damage = error
        }
        unknown = decoder.unknown
    }

    /// All of a file.
    static func contents(of path: String) throws(LogError) -> [UInt8] {
        do throws(SystemError) {
            return try WholeFile.read(path, limit: maximumBytes)
        } catch {
            guard error.code != EFBIG else { throw .packing(path: path, reason: "it has more than \(maximumBytes) bytes") }
            throw LogError(error)
        }
    }
}
