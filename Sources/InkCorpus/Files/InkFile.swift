internal import Compression
internal import Glibc
package import PenLog
internal import System

/// A file of JSON lines, plain or in gzip format, or standard input.
package final class InkFile {
    /// The path as given; "-" is standard input.
    package let path: String

    /// Whether the file is in gzip format.
    package let isPacked: Bool

    private let file: Descriptor
    private let size: Int64
    private var lines: LineReader

    /// Opens the file.
    ///
    /// - Throws: `unreadable`, `notDecompressed`.
    package init(path: String) throws(CorpusError) {
        self.path = path
        file = try ContentFile.opened(path)
        var status = stat()
        size = fstat(file.number, &status) == 0 ? Int64(status.st_size) : 0
        isPacked = CompressionFormat.gzip.begins(descriptor: file.number)
        let decompression = isPacked ? try Decompression(of: file.number, path: path) : nil
        lines = LineReader(descriptor: file.number, decompression: decompression, name: path)
    }

    /// The number of lines read so far, including empty ones.
    package var lineNumber: Int { lines.number }

    /// The fraction of the file read so far, 0 to 1; 0 if its size is unknown.
    package var fractionRead: Double {
        let position = size > 0 ? lseek(file.number, 0, Int32(SEEK_CUR)) : 0
        return position > 0 ? min(1, Double(position) / Double(size)) : 0
    }

    /// Verifies that a file may contain ink. The file must not have been read yet; of standard input, only the data that has already
    /// arrived is inspected.
    ///
    /// - Throws: `otherKind` with the kind found; `unreadable`, `notDecompressed`.
    func requireInk() throws(CorpusError) {
        let beginning = try lines.peek()
        // a line that looks like ink is enough, even if other lines precede it
        let hasObject = beginning.split(separator: UInt8(ascii: "\n")).contains { line in
            line.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "{")
        }
        let kind = FileKind(of: beginning)
        guard !beginning.isEmpty, kind.isBinary || !hasObject || ["JIIX", "a document in Rich Text Format"].contains(kind.name) else {
            return
        }
        // only white space so far: the rest may arrive later
        guard beginning.contains(where: { $0 > UInt8(ascii: " ") }) else { return }
        throw .otherKind(path: path, kind: kind.name + (isPacked ? ", packed by gzip" : ""), remedy: kind.remedy)
    }

    /// Returns the next nonempty line; nil at the end.
    ///
    /// - Throws: `unreadable`; `notDecompressed` for a damaged file.
    package func nextLine() throws(CorpusError) -> String? {
        while let line = try next() {
            if !line.isEmpty { return String(decoding: line.bytes, as: UTF8.self) }
        }
        return nil
    }

    /// Returns the next line unchanged; nil at the end.
    ///
    /// - Throws: `unreadable`; `notDecompressed` for a damaged file.
    package func next() throws(CorpusError) -> LineReader.Line? { try lines.next() }

    /// Returns the ink on the next nonempty line; nil at the end.
    ///
    /// - Throws: `CorpusError` like `nextLine`; `RecordingError` for a line that is not a valid ink, after which the next call continues.
    package func nextInk() throws -> JSONInk? {
        guard let line = try nextLine() else { return nil }
        return try JSONInk(line: line, number: lineNumber)
    }
}

/// Reads the lines of a descriptor, each as soon as it arrives.
package struct LineReader {
    /// The maximum number of bytes that are stored of a line. It exceeds the maximum size of an ink, so that a truncated line is refused.
    package static let longest = 32 << 20

    /// The length in bytes above which a line counts as endless, as when reading a device such as /dev/zero.
    private static let endless = 1 << 30

    /// The number of lines returned so far, including empty ones.
    package private(set) var number = 0

    private let descriptor: Int32
    private let decompression: Decompression?
    private let name: String
    private var chunk = [UInt8](repeating: 0, count: 256 << 10)
    private var unread = 0..<0

    /// Reads `descriptor`, which the caller owns, or the plain bytes of `decompression`; `name` is for messages.
    init(descriptor: Int32, decompression: Decompression?, name: String) {
        self.descriptor = descriptor
        self.decompression = decompression
        self.name = name
    }

    /// A line without its line ending.
    package struct Line {
        /// The bytes, at most `longest`.
        package var bytes: [UInt8] = []
        /// Whether the line had a line ending: the last line of a file may lack one.
        package var isEnded = false
        /// Whether the line has more bytes than are stored.
        package var isCut = false

        /// Whether the line has only white space.
        package var isEmpty: Bool { !bytes.contains { $0 > UInt8(ascii: " ") } }
    }

    /// Returns the next line unchanged; nil at the end.
    ///
    /// - Throws: `unreadable`, `notDecompressed`.
    package mutating func next() throws(CorpusError) -> Line? {
        var line: Line?
        var size = 0
        while true {
            if unread.isEmpty, try !fill() { break }
            let end = chunk[unread].firstIndex(of: UInt8(ascii: "\n"))
            let piece = chunk[unread.lowerBound..<(end ?? unread.upperBound)]
            var longer = line ?? Line()
            line = nil
            let free = Self.longest - longer.bytes.count
            longer.isCut = longer.isCut || piece.count > free
            longer.bytes += piece.prefix(free)
            size += piece.count
            guard size <= Self.endless else { throw .unreadable(path: name, code: EFBIG) }
            longer.isEnded = end != nil
            unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
            line = longer
            if end != nil { break }
        }
        if line != nil { number += 1 }
        return line
    }

    /// Returns the available bytes that will be read next; empty only at the end.
    mutating func peek() throws(CorpusError) -> ArraySlice<UInt8> {
        if unread.isEmpty { _ = try fill() }
        return chunk[unread]
    }

    private mutating func fill() throws(CorpusError) -> Bool {
        if let decompression {
            let result = chunk.withUnsafeMutableBytes { chunk in
                Result { () throws(CorpusError) in try decompression.read(into: chunk) }
            }
            unread = 0..<(try result.get())
            return !unread.isEmpty
        }
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
