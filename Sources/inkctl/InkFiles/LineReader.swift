internal import Glibc

/// The lines of a descriptor, each as soon as it is there.
struct LineReader {
    /// Bytes of a line that are kept; more than any ink may have, so that what is cut is refused.
    static let longest = 32 << 20

    /// Lines given so far, empty ones among them.
    private(set) var number = 0

    private let descriptor: Int32
    private let decompression: Decompression?
    private let name: String
    private var chunk = [UInt8](repeating: 0, count: 256 << 10)
    private var unread = 0..<0

    /// Reads `descriptor`, which stays the caller's, or what `decompression` makes of it; `name` is for messages.
    init(descriptor: Int32, decompression: Decompression?, name: String) {
        self.descriptor = descriptor
        self.decompression = decompression
        self.name = name
    }

    /// A line's bytes without its end.
    struct Line {
        /// `longest` of them at most.
        var bytes: [UInt8] = []
        /// It had an end: the last line of a file need not.
        var isEnded = false
        /// It has more bytes than are kept.
        var isCut = false

        /// There is nothing in it but white space.
        var isEmpty: Bool { !bytes.contains { $0 > UInt8(ascii: " ") } }
    }

    /// The next line as it is in the file; nil at the end.
    ///
    /// - Throws: `unreadable`, `notDecompressed`.
    mutating func next() throws(InkctlError) -> Line? {
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

    private mutating func fill() throws(InkctlError) -> Bool {
        if let decompression {
            let result = chunk.withUnsafeMutableBytes { chunk in
                Result { () throws(InkctlError) in try decompression.read(into: chunk) }
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
