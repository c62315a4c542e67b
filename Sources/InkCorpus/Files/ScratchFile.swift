internal import Glibc
internal import System

/// An unnamed file on disk, for data that does not fit into memory. It is deleted with this object.
package final class ScratchFile {
    private let file: Descriptor

    /// The maximum size in bytes: an endless input would fill the disk.
    private static let maximumBytes = 4 << 30
    private static let pieceBytes = 1 << 18

    /// Creates an empty file in the folder that TMPDIR names, or else in /var/tmp, because /tmp may be in memory.
    ///
    /// - Throws: `notWritten`.
    package init() throws(CorpusError) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
        do throws(SystemError) { file = try Descriptor(unnamedIn: folder) } catch { throw .notWritten(path: folder, code: error.code) }
    }

    /// Creates a copy of a file; "-" is standard input.
    ///
    /// - Throws: `unreadable`, `notWritten`.
    package convenience init(copyOf path: String) throws(CorpusError) {
        try self.init()
        let source = try ContentFile.opened(path)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceBytes, alignment: 16)
        defer { buffer.deallocate() }
        var size = 0
        while true {
            let count: Int
            do throws(SystemError) { count = try source.read(into: buffer) } catch { throw .unreadable(path: path, code: error.code) }
            if count == 0 { return }
            size += count
            guard size <= Self.maximumBytes else { throw .unreadable(path: path, code: EFBIG) }
            let code = Descriptor.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: file.number)
            guard code == 0 else { throw .notWritten(path: "a copy of \(path)", code: code) }
        }
    }

    /// The descriptor for other calls; this object owns it.
    package var descriptor: Int32 { file.number }

    /// Calls `body` with all bytes, piece by piece.
    package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
        var place = 0
        while case let piece = try file.read(Self.pieceBytes, at: place), !piece.isEmpty {
            place += piece.count
            try body(piece)
        }
    }
}
