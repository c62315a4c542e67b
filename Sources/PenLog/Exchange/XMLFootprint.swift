/// The memory that a file of ink in XML takes once it is parsed, known from its bytes alone.
///
/// A point of two digits and two spaces becomes a hundred bytes of places, widths and path.
public struct XMLFootprint: Sendable, Hashable {
    /// Tags, comments and instructions.
    public private(set) var tags = 0
    /// Attributes.
    public private(set) var attributes = 0
    /// Words: of the text of a stroke its numbers.
    public private(set) var words = 0
    /// Bytes.
    public private(set) var size = 0

    /// Counts what a file has, in one pass and without memory.
    public init(of bytes: [UInt8]) {
        var (tags, attributes, words, isInWord) = (0, 0, 0, false)
        bytes.withUnsafeBufferPointer { bytes in
            for byte in bytes {
                switch byte {
                case UInt8(ascii: " "), UInt8(ascii: ","), 0x09, 0x0a, 0x0d: isInWord = false
                case UInt8(ascii: "<"):
                    tags += 1
                    isInWord = false
                case UInt8(ascii: "="): attributes += 1
                // numbers of InkML may follow one another with nothing but a sign between: each is a word
                case UInt8(ascii: "-"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "*"):
                    words += 1
                    isInWord = true
                default:
                    if !isInWord { words += 1 }
                    isInWord = true
                }
            }
        }
        (self.tags, self.attributes, self.words, size) = (tags, attributes, words, bytes.count)
    }

    /// Bytes that the tree and the ink that is made of it take at most.
    public var memory: Int { 3 * size + Self.tag * tags + Self.attribute * attributes + Self.word * words }

    private static let tag = 256
    private static let attribute = 128
    /// Half a point.
    private static let word = 96
}
