internal import Glibc

/// The lines of a descriptor, each as soon as it is there.
struct LineReader {
    /// Bytes of a line that are kept; more than any ink may have, so that what is cut is refused.
    static let longest = 32 << 20

    /// Lines given so far, empty ones among them.
    private(set) var number = 0

    private let descriptor: Int32
    private let name: String
    private var chunk = [UInt8](repeating: 0, count: 256 << 10)
    private var unread = 0..<0

    /// Reads `descriptor`, which stays the caller's; `name` is for messages.
    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// The next line without its end, cut to `longest` bytes; nil at the end. The last line need not be ended.
    ///
    /// - Throws: `unreadable`.
    mutating func next() throws(InkctlError) -> String? {
        var line: [UInt8] = []
        var isBegun = false
        while true {
            if unread.isEmpty, try !fill() {
                guard isBegun else { return nil }
                break
            }
            isBegun = true
            let end = chunk[unread].firstIndex(of: UInt8(ascii: "\n"))
            line += chunk[unread.lowerBound..<(end ?? unread.upperBound)].prefix(Self.longest - line.count)
            guard let end else {
                unread = 0..<0
                continue
            }
            unread = (end + 1)..<unread.upperBound
            break
        }
        number += 1
        return String(decoding: line, as: UTF8.self)
    }

    private mutating func fill() throws(InkctlError) -> Bool {
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
