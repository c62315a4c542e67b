/// The memory needed to parse JSON, computed from the bytes alone.
///
/// A byte of JSON becomes up to a hundred bytes of values: `[],` is an array with a place in another one. Code that bounds memory needs
/// this size before the first value is created.
public struct JSONFootprint: Sendable, Hashable {
    /// Number of values of any kind, and keys of objects.
    public private(set) var values = 0
    /// Number of arrays among the values.
    public private(set) var arrays = 0
    /// Number of objects among the values.
    public private(set) var objects = 0
    /// Number of bytes of strings and keys.
    public private(set) var text = 0

    /// Counts the values of a text in one pass, without allocating memory. For invalid JSON, the footprint includes at least the values
    /// that a parser creates before it finds the error.
    public init(of bytes: some Collection<UInt8>) {
        let isCounted: Void? = bytes.withContiguousStorageIfAvailable { count($0) }
        if isCounted == nil { Array(bytes).withUnsafeBufferPointer { count($0) } }
    }

    private mutating func count(_ bytes: UnsafeBufferPointer<UInt8>) {
        var (separators, arrays, objects, text, index) = (0, 0, 0, 0, 0)
        while index < bytes.count {
            switch bytes[index] {
            // a key ends with a colon, a value with a comma or the bracket of its container
            case UInt8(ascii: ","), UInt8(ascii: ":"): separators += 1
            case UInt8(ascii: "["): arrays += 1
            case UInt8(ascii: "{"): objects += 1
            case UInt8(ascii: "\""):
                let start = index
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                text += min(index, bytes.count) - start
            default: break
            }
            index += 1
        }
        (self.arrays, self.objects, self.text) = (arrays, objects, text)
        // each array and object may have one value more than it has separators
        values = separators + arrays + objects + 1
    }

    /// Maximum number of bytes of the parsed values and of the typed values decoded from them. A test compares it with the heap.
    public var memory: Int { Self.value * values + Self.array * arrays + Self.object * objects + 3 * text }

    /// Bytes of a value in an array that doubles as it grows, and of the corresponding number in a typed array.
    private static let value = 64
    /// Bytes of an array's storage, as parsed and as typed.
    private static let array = 128
    /// Bytes of the table of an object with few members, and of a struct with many fields.
    private static let object = 448
}
