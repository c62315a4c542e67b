internal import Glibc
package import PenLog

/// A file of JSON lines, plain or packed by gzip, or standard input.
package final class InkFile {
    /// As it was given; "-" is standard input.
    package let path: String

    private let descriptor: Int32
    private let size: Int64
    private let decompression: Decompression?
    private var lines: LineReader

    /// Opens the file.
    ///
    /// - Throws: `unreadable`, `notDecompressed`.
    package init(path: String) throws(CorpusError) {
        self.path = path
        descriptor = try ContentFile.opened(path)
        var status = stat()
        size = fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
        do {
            decompression = Self.beginsPacked(descriptor) ? try Decompression(of: descriptor, path: path) : nil
        } catch {
            close(descriptor)
            throw error
        }
        lines = LineReader(descriptor: decompression?.output ?? descriptor, name: path)
    }

    deinit { close(descriptor) }

    /// The number of lines read so far, empty ones included.
    package var lineNumber: Int { lines.number }

    /// The fraction of the file read so far, 0 to 1; 0 if it has no size. `gzip` shares the file's position with this process.
    package var fractionRead: Double {
        let position = size > 0 ? lseek(descriptor, 0, Int32(SEEK_CUR)) : 0
        return position > 0 ? min(1, Double(position) / Double(size)) : 0
    }

    /// It is packed by gzip.
    package var isPacked: Bool { decompression != nil }

    /// The next line that is not empty; nil at the end.
    ///
    /// - Throws: `unreadable`; `notDecompressed` at the end of a damaged file.
    package func nextLine() throws(CorpusError) -> String? {
        while let line = try next() {
            if !line.isEmpty { return String(decoding: line.bytes, as: UTF8.self) }
        }
        return nil
    }

    /// The next line as it is in the file; nil at the end.
    ///
    /// - Throws: `unreadable`; `notDecompressed` at the end of a damaged file.
    package func next() throws(CorpusError) -> LineReader.Line? {
        if let line = try lines.next() { return line }
        try decompression?.finish()
        return nil
    }

    /// The ink on the next line that is not empty; nil at the end.
    ///
    /// - Throws: `CorpusError` as `nextLine`; `RecordingError` for a line that is no valid ink, after which the next call goes on.
    package func nextInk() throws -> JSONInk? {
        guard let line = try nextLine() else { return nil }
        return try JSONInk(line: line, number: lineNumber)
    }

    /// The file begins with gzip's magic number (RFC 1952). What cannot be read at a position, such as a pipe, counts as not packed.
    package static func beginsPacked(_ descriptor: Int32) -> Bool {
        var beginning: (UInt8, UInt8) = (0, 0)
        let count = withUnsafeMutableBytes(of: &beginning) { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return count == 2 && beginning == (0x1f, 0x8b)
    }
}

/// The lines of a descriptor, each as soon as it is there.
package struct LineReader {
    /// Bytes of a line that are kept; more than any ink may have, so that what is cut is refused.
    package static let longest = 32 << 20

    /// Lines given so far, empty ones among them.
    package private(set) var number = 0

    private let descriptor: Int32
    private let name: String
    private var chunk = [UInt8](repeating: 0, count: 256 << 10)
    private var unread = 0..<0

    /// Reads `descriptor`, which stays the caller's; `name` is for messages.
    package init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// A line's bytes without its end.
    package struct Line {
        /// `longest` of them at most.
        package var bytes: [UInt8] = []
        /// It had an end: the last line of a file need not.
        package var isEnded = false
        /// It has more bytes than are kept.
        package var isCut = false

        /// There is nothing in it but white space.
        package var isEmpty: Bool { !bytes.contains { $0 > UInt8(ascii: " ") } }
    }

    /// The next line as it is in the file; nil at the end.
    ///
    /// - Throws: `unreadable`.
    package mutating func next() throws(CorpusError) -> Line? {
        var line: Line?
        while true {
            if unread.isEmpty, try !fill() { break }
            let end = chunk[unread].firstIndex(of: UInt8(ascii: "\n"))
            let piece = chunk[unread.lowerBound..<(end ?? unread.upperBound)]
            var longer = line ?? Line()
            line = nil
            let free = Self.longest - longer.bytes.count
            longer.isCut = longer.isCut || piece.count > free
            longer.bytes += piece.prefix(free)
            longer.isEnded = end != nil
            unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
            line = longer
            if end != nil { break }
        }
        if line != nil { number += 1 }
        return line
    }

    private mutating func fill() throws(CorpusError) -> Bool {
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                unread = 0..<count
                return count > 0
            }
            guard errno == EINTR else { throw .unreadable(path: name, code: errno) }
        }
    }
}
