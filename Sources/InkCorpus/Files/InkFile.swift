internal import Bytes
internal import Glibc
package import PenLog
internal import System

/// A file of JSON lines, plain or packed by gzip, or standard input.
package final class InkFile {
    /// As it was given; "-" is standard input.
    package let path: String

    /// Whether the file is packed by gzip.
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

    /// The number of lines read so far, empty ones included.
    package var lineNumber: Int { lines.number }

    /// The fraction of the file read so far, 0 to 1; 0 if it has no size.
    package var fractionRead: Double {
        let position = size > 0 ? lseek(file.number, 0, Int32(SEEK_CUR)) : 0
        return position > 0 ? min(1, Double(position) / Double(size)) : 0
    }

    /// Makes sure that the file, of which nothing was read yet, may have ink in it. Of standard input what is there by then is looked at.
    ///
    /// - Throws: `otherKind` with what it is; `unreadable`, `notDecompressed`.
    func requireInk() throws(CorpusError) {
        let beginning = try lines.peek()
        // a line like those of ink counts, whatever stands before
        let hasObject = beginning.split(separator: UInt8(ascii: "\n")).contains { line in
            line.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "{")
        }
        let kind = FileKind(of: beginning)
        guard !beginning.isEmpty, kind.isBinary || !hasObject || ["JIIX", "a document in Rich Text Format"].contains(kind.name) else {
            return
        }
        // a line of white space, and the rest comes later
        guard beginning.contains(where: { $0 > UInt8(ascii: " ") }) else { return }
        throw .otherKind(path: path, kind: kind.name + (isPacked ? ", packed by gzip" : ""), remedy: kind.remedy)
    }

    /// The next line that is not empty; nil at the end.
    ///
    /// - Throws: `unreadable`; `notDecompressed` where a file is damaged.
    package func nextLine() throws(CorpusError) -> String? {
        while let line = try next() {
            if !line.isEmpty { return String(decoding: line.bytes, as: UTF8.self) }
        }
        return nil
    }

    /// The next line as it is in the file; nil at the end.
    ///
    /// - Throws: `unreadable`; `notDecompressed` where a file is damaged.
    package func next() throws(CorpusError) -> LineReader.Line? { try lines.next() }

    /// The ink on the next line that is not empty; nil at the end.
    ///
    /// - Throws: `CorpusError` as `nextLine`; `RecordingError` for a line that is no valid ink, after which the next call goes on.
    package func nextInk() throws -> JSONInk? {
        guard let line = try nextLine() else { return nil }
        return try JSONInk(line: line, number: lineNumber)
    }
}

/// The lines of a descriptor, each as soon as it is there.
package struct LineReader {
    /// Bytes of a line that are kept; more than any ink may have, so that a cut line is refused.
    package static let longest = 32 << 20

    /// A line of more bytes has no end: a device such as /dev/zero.
    private static let endless = 1 << 30

    /// Lines given so far, empty ones among them.
    package private(set) var number = 0

    private let descriptor: Int32
    private let decompression: Decompression?
    private let name: String
    private var chunk = [UInt8](repeating: 0, count: 256 << 10)
    private var unread = 0..<0

    /// Reads `descriptor`, which stays the caller's, or the plain bytes of `decompression`; `name` is for messages.
    init(descriptor: Int32, decompression: Decompression?, name: String) {
        self.descriptor = descriptor
        self.decompression = decompression
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

    /// What is read next, as far as it is there: nothing only at the end.
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
