/// Joins the lines of a JSON object. In JSON Lines, each object is on one line; other programs write an object on several lines.
public struct JSONObjectLines: Sendable {
    /// An object, or a line that is not an object.
    public struct Object: Sendable, Hashable {
        /// The first line's number, from 1.
        public var line: Int
        /// The bytes without the last line end.
        public var bytes: [UInt8]
    }

    /// Maximum number of bytes of an object that spans several lines.
    private static let longest = JSONInk.maximumBytes

    private var open: Object?
    private var state = State()

    /// Creates an empty collection of lines.
    public init() {}

    /// Adds a line and returns the objects that are now complete: none while an object continues, two if the previous one was cut off.
    public mutating func add(_ line: [UInt8], number: Int) -> [Object] {
        let isStart = line.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "{")
        guard var object = open else {
            guard isStart else { return [Object(line: number, bytes: line)] }
            state = State()
            state.pass(line)
            guard state.isOpen else { return [Object(line: number, bytes: line)] }
            open = Object(line: number, bytes: line)
            return []
        }
        // a complete object on its own line is not part of another object, so the previous object was cut off
        var alone = State()
        if line.first == UInt8(ascii: "{") { alone.pass(line) }
        let isPart = Self.expectsValue(object.bytes) && (line.last == UInt8(ascii: ",") || BatchInk.isBatch(object.bytes))
        if line.first == UInt8(ascii: "{"), !alone.isOpen && !isPart || object.bytes.count > Self.longest {
            open = nil
            return [object] + add(line, number: number)
        }
        // in place, because copying the object for each line would take quadratic time
        open = nil
        object.bytes.append(UInt8(ascii: "\n"))
        object.bytes += line
        state.pass(line)
        guard state.isOpen, object.bytes.count <= Self.longest else { return [object] }
        open = object
        return []
    }

    /// Returns whether another value has to follow these bytes, as after a comma or an opening bracket.
    private static func expectsValue(_ bytes: [UInt8]) -> Bool {
        guard let last = bytes.last(where: { $0 > UInt8(ascii: " ") }) else { return false }
        return [UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: ":")].contains(last)
    }

    /// Returns the object that is cut off by the end of the file.
    public mutating func finish() -> Object? {
        defer { open = nil }
        return open
    }

    /// Returns the objects and other lines of a file; empty lines are left out.
    static func objects(of bytes: [UInt8]) -> [Object] {
        var (lines, objects, number) = (JSONObjectLines(), [Object](), 0)
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { continue }
            objects += lines.add(Array(line), number: number)
        }
        if let last = lines.finish() { objects.append(last) }
        return objects
    }

    /// The nesting depth of brackets at the end of a text.
    private struct State {
        private var depth = 0
        private var isInString = false
        private var isEscaped = false

        /// Whether an object or array is still open.
        var isOpen: Bool { depth > 0 }

        mutating func pass(_ line: [UInt8]) {
            for byte in line {
                if isInString {
                    let isEscape = byte == UInt8(ascii: "\\") && !isEscaped
                    if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
                    isEscaped = isEscape
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
            }
            // no string continues past the end of its line
            (isInString, isEscaped) = (false, false)
        }
    }
}
