/// The memory needed for a parsed file of ink in XML, estimated from its bytes alone.
///
/// A point of two digits and two spaces becomes a hundred bytes of positions, widths and path.
public struct XMLFootprint: Sendable, Hashable {
    /// The number of tags, comments and instructions.
    public private(set) var tags = 0
    /// The number of attributes.
    public private(set) var attributes = 0
    /// The number of words; in the text of a stroke these are its numbers.
    public private(set) var words = 0
    /// The number of bytes.
    public private(set) var size = 0

    /// Counts the contents of a file in one pass, without allocating memory.
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
                // in InkML a sign alone can separate numbers, so each number is counted as a word
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

    /// Maximum number of bytes of the tree and the ink built from it.
    public var memory: Int { 3 * size + Self.tag * tags + Self.attribute * attributes + Self.word * words }

    private static let tag = 256
    private static let attribute = 128
    /// Maximum number of bytes of a word, which is half of a point.
    private static let word = 96
}
