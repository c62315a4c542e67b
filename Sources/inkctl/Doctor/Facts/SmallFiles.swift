internal import Glibc
internal import System

/// Reads what the kernel and other programs tell in small files and folders.
enum SmallFiles {
    /// A file's text, its last line end taken away; nil if it cannot be read.
    static func text(_ path: String) -> String? {
        guard let bytes = try? ContentFile.bytes(at: path, atMost: 64 << 10) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// The names in a folder; nil if it cannot be read.
    static func names(in folder: String) -> [String]? { try? Folder.names(in: folder) }

    /// Whose a file or folder is; nil if it is not there. A process's folder in /proc is the process's user's.
    static func owner(of path: String) -> uid_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_uid : nil
    }

    /// Where a link leads to; nil if it is none.
    static func target(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &buffer, buffer.count - 1)
        return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
