internal import Compression
internal import Glibc
internal import PenLog
internal import System

/// Files that are read or written as a whole.
package enum ContentFile {
    /// The maximum size of a file in bytes, before and after decompression.
    private static let maximumBytes = 256 << 20

    /// Writes the file atomically: it is complete or does not exist.
    ///
    /// - Parameters:
    ///   - mode: the file's permissions, restricted by the umask.
    ///   - overwrites: replaces an existing file.
    /// - Throws: `notWritten`, `exists`.
    package static func write(
        _ bytes: [UInt8], to path: String, mode: UInt32 = 0o666, overwrites: Bool = true
    ) throws(CorpusError) {
        let file = try NewFile(path: path, isReplacing: overwrites, isPacked: false, mode: mode)
        try file.write(bytes)
        try file.finish()
    }

    /// Returns the first `limit` bytes of a file; `-` is standard input.
    ///
    /// - Throws: `unreadable`.
    package static func bytes(at path: String, atMost limit: Int) throws(CorpusError) -> [UInt8] {
        let file = try opened(path)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 16)
        defer { buffer.deallocate() }
        var end = 0
        do throws(SystemError) {
            while end < limit {
                let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
                if count == 0 { break }
                end += count
            }
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
        return Array(buffer[..<end])
    }

    /// The content of a file, decompressed if it is in gzip format.
    package struct Content: Sendable {
        /// The plain bytes; for a damaged compressed file those before the damage.
        package let bytes: [UInt8]
        /// The damage of a compressed file in words; nil if it is intact.
        package let damage: String?
    }

    /// Returns all bytes of a file, decompressed if it is in gzip format; `-` is standard input, and a pipe is not decompressed.
    ///
    /// - Throws: `unreadable`; `notDecompressed`, also for a damaged compressed file.
    package static func unpackedBytes(at path: String) throws(CorpusError) -> [UInt8] {
        let content = try content(at: path)
        if let damage = content.damage { throw .notDecompressed(path: path, reason: damage) }
        return content.bytes
    }

    /// Returns the intact bytes of a file, decompressed if it is in gzip format; `-` is standard input, and a pipe is not decompressed.
    ///
    /// - Throws: `unreadable`; `notDecompressed` if no part of a compressed file is intact.
    package static func content(at path: String) throws(CorpusError) -> Content {
        let file = try opened(path)
        let isPacked = CompressionFormat.gzip.begins(descriptor: file.number)
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try file.readAll(limit: maximumBytes)
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
        guard isPacked else { return Content(bytes: bytes, damage: nil) }
        do throws(CompressionError) {
            let unpacked = try Unpacked(.gzip, bytes, limit: maximumBytes)
            return Content(bytes: unpacked.bytes, damage: unpacked.damages.first?.description)
        } catch {
            throw .notDecompressed(path: path, reason: error.reason)
        }
    }

    /// Returns all nonempty lines of a file, decompressed if it is in gzip format; `-` is standard input.
    ///
    /// - Throws: `unreadable`, `notDecompressed`.
    package static func text(at path: String) throws(CorpusError) -> String {
        let file = try InkFile(path: path)
        var lines: [String] = []
        while let line = try file.nextLine() { lines.append(line) }
        return lines.joined(separator: "\n")
    }

    /// Returns the open file, or a duplicate of standard input.
    ///
    /// - Throws: `unreadable`.
    static func opened(_ path: String) throws(CorpusError) -> Descriptor {
        do throws(SystemError) {
            guard path == "-" else { return try Descriptor(readingFile: path) }
            let number = dup(STDIN_FILENO)
            guard number >= 0 else { throw SystemError("read", path) }
            return Descriptor(taking: number, path: path)
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
    }
}

/// Small files, folders and links, such as those of /proc and /sys.
package enum SmallFiles {
    /// Returns a file's text without the last line ending, at most 64 KiB; nil if it cannot be read.
    package static func text(_ path: String) -> String? {
        guard let bytes = try? ContentFile.bytes(at: path, atMost: 64 << 10) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Returns the sorted names in a folder, without "." and ".."; nil if it cannot be read.
    package static func names(in folder: String) -> [String]? { try? Folder.names(in: folder) }

    /// Returns the owner of a file or folder; nil if it does not exist. The owner of a process's folder in /proc is the process's user.
    package static func owner(of path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_uid : nil
    }

    /// Returns a symbolic link's target; nil if the path is not a link.
    package static func target(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &buffer, buffer.count - 1)
        return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
