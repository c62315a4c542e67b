/// Puts lines together that are one JSON object: a file of JSON lines has each object on one, other programs write one object on many.
public struct JSONObjectLines: Sendable {
    /// An object, or a line that is none.
    public struct Object: Sendable, Hashable {
        /// The line that it begins on, from 1.
        public var line: Int
        /// Its bytes without the end of its last line.
        public var bytes: [UInt8]
    }

    /// Maximum number of bytes of an object that takes several lines.
    private static let longest = JSONInk.maximumBytes

    private var open: Object?
    private var state = State()

    /// No line yet.
    public init() {}

    /// Takes a line, and returns what is whole now: nothing while an object goes on, two where the one before does not.
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
        // an object on a line of its own does not stand in another: the one before was cut off
        var alone = State()
        if line.first == UInt8(ascii: "{") { alone.pass(line) }
        let isPart = Self.expectsValue(object.bytes) && (line.last == UInt8(ascii: ",") || BatchInk.isBatch(object.bytes))
        if line.first == UInt8(ascii: "{"), !alone.isOpen && !isPart || object.bytes.count > Self.longest {
            open = nil
            return [object] + add(line, number: number)
        }
        // in place: a copy for each line would take the square of them
        open = nil
        object.bytes.append(UInt8(ascii: "\n"))
        object.bytes += line
        state.pass(line)
        guard state.isOpen, object.bytes.count <= Self.longest else { return [object] }
        open = object
        return []
    }

    /// Whether another value has to follow, as it does behind a comma or an opening bracket.
    private static func expectsValue(_ bytes: [UInt8]) -> Bool {
        guard let last = bytes.last(where: { $0 > UInt8(ascii: " ") }) else { return false }
        return [UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: ":")].contains(last)
    }

    /// What is left at the end of the file: an object that is cut off.
    public mutating func finish() -> Object? {
        defer { open = nil }
        return open
    }

    /// The objects and other lines of a file; empty lines are left out.
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

    /// How deep brackets are open behind some text.
    private struct State {
        private var depth = 0
        private var isInString = false
        private var isEscaped = false

        /// Something goes on.
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
            // no string goes on behind the end of its line
            (isInString, isEscaped) = (false, false)
        }
    }
}
