internal import Bytes
internal import Glibc
internal import System

/// Packs closed logs with Zstandard.
public enum LogPacking {
    /// What the name of a packed log ends with, after the log's own ending.
    public static let ending = ".zst"

    static func isPacked(_ bytes: some Collection<UInt8>) -> Bool { CompressionFormat.zstandard.begins(bytes) }

    /// Packs a file and removes it; gives the packed one's path. Whenever this ends, one of the two is there whole.
    public static func pack(_ path: String) throws(LogError) -> String {
        let bytes = try LogFile.contents(of: path)
        let packed = path + ending
        do {
            let file = try AtomicFile(beside: packed)
            let writer = try CompressingWriter(.zstandard, to: file.descriptor)
            try writer.write(bytes)
            try writer.finish()
            try file.commit(to: packed)
        } catch let error as SystemError {
            throw LogError(error)
        } catch let error as CompressionError {
            throw .packing(path: path, reason: error.reason)
        } catch {
            throw .packing(path: path, reason: "\(error)")
        }
        unlink(path)
        return packed
    }

    /// What was packed; no more than `LogFile.maximumBytes`, however much there is.
    static func unpack(_ bytes: [UInt8], path: String) throws(LogError) -> [UInt8] {
        do throws(CompressionError) {
            return try DecompressingReader.decompress(.zstandard, bytes, limit: LogFile.maximumBytes)
        } catch {
            throw .packing(path: path, reason: error.reason)
        }
    }
}
