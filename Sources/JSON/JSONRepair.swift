/// Valid JSON made from damaged or truncated JSON: unreadable values become null, and all open brackets are closed.
public struct JSONRepair: Sendable {
    /// The repaired JSON.
    public private(set) var bytes: [UInt8] = []
    /// The number of values, names and brackets that were repaired.
    public private(set) var faults = 0
    /// The line of the first fault, from 1.
    public private(set) var line: Int?

    private struct Level {
        let isObject: Bool
        var isEmpty = true
    }

    private let text: [UInt8]
    private let deepest: Int
    private var place = 0
    private var levels: [Level] = []

    /// Repairs a text that holds one object or array.
    ///
    /// - Parameter deepest: the maximum nesting depth of objects and arrays; deeper values become null.
    public init(_ text: [UInt8], deepest: Int = 64) {
        (self.text, self.deepest) = (text, deepest)
        bytes.reserveCapacity(text.count)
        run()
    }

    private var current: UInt8? { place < text.count ? text[place] : nil }

    private mutating func fault() {
        faults += 1
        if line == nil { line = 1 + text[..<min(place, text.count)].count { $0 == UInt8(ascii: "\n") } }
    }

    private mutating func skipSpace() { while let byte = current, [9, 10, 13, 32].contains(byte) { place += 1 } }

    private mutating func run() {
        while let byte = current, byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") {
            if ![9, 10, 13, 32].contains(byte), faults == 0 { fault() }
            place += 1
        }
        guard current != nil else { return }
        open()
        while let level = levels.last {
            skipSpace()
            guard let byte = current else {
                fault()
                close()
                continue
            }
            switch byte {
            case UInt8(ascii: ","): place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): end(isObject: byte == UInt8(ascii: "}"))
            default: if level.isObject { member() } else { element() }
            }
        }
        skipSpace()
        if current != nil { fault() }
    }

    private mutating func open() {
        levels.append(Level(isObject: text[place] == UInt8(ascii: "{")))
        bytes.append(text[place])
        place += 1
    }

    private mutating func close() {
        guard let level = levels.popLast() else { return }
        bytes.append(level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    /// Handles a closing bracket: closes its object or array, and everything open inside it.
    private mutating func end(isObject: Bool) {
        guard levels.last?.isObject == isObject || levels.contains(where: { $0.isObject == isObject }) else {
            fault()
            place += 1
            return
        }
        while let level = levels.last, level.isObject != isObject {
            fault()
            close()
        }
        close()
        place += 1
    }

    private mutating func separate() {
        guard let last = levels.indices.last else { return }
        if !levels[last].isEmpty { bytes.append(UInt8(ascii: ",")) }
        levels[last].isEmpty = false
    }

    private mutating func element() {
        // in an array, a name belongs to an object whose beginning is missing
        separate()
        value()
    }

    private mutating func member() {
        guard current == UInt8(ascii: "\""), let name = string() else { return skipDamaged() }
        skipSpace()
        guard current == UInt8(ascii: ":") else { return skipDamaged() }
        place += 1
        skipSpace()
        separate()
        bytes += name
        bytes.append(UInt8(ascii: ":"))
        value()
    }

    /// Skips damaged text, up to the next beginning or end of a value.
    private mutating func skipDamaged() {
        fault()
        let start = place
        while let byte = current, ![UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(byte) {
            if byte == UInt8(ascii: "\""), place > start { return }
            place += 1
        }
    }

    private static let null = Array("null".utf8)

    private mutating func value() {
        switch current {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard levels.count < deepest else {
                fault()
                bytes += Self.null
                place += 1
                return
            }
            open()
        case UInt8(ascii: "\""):
            if let string = string() {
                bytes += string
            } else {
                bytes += Self.null
                skipDamaged()
            }
        default: scalar()
        }
    }

    private mutating func scalar() {
        let ends: Set<UInt8> = [
            9, 10, 13, 32, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: ":"),
        ]
        let start = place
        while let byte = current, !ends.contains(byte), byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") { place += 1 }
        let word = text[start..<place]
        // a number at the end of the file may be cut off
        if current != nil, Self.isNumber(word) || ["true", "false", "null"].contains(where: { word.elementsEqual($0.utf8) }) {
            bytes += word
        } else {
            fault()
            bytes += Self.null
            if current == UInt8(ascii: ":") || place == start, current != nil { place += 1 }
        }
    }

    /// Returns a string with its quotation marks, and moves past it. Returns nil, without moving, if the string has no end or contains
    /// invalid characters.
    private mutating func string() -> [UInt8]? {
        let start = place
        var end = start + 1
        while end < text.count, text[end] != UInt8(ascii: "\"") {
            guard text[end] >= 32 else { return nil }
            if text[end] == UInt8(ascii: "\\") {
                guard let length = escapeLength(end) else { return nil }
                end += length
            } else {
                end += 1
            }
        }
        guard end < text.count else { return nil }
        let piece = text[start...end]
        place = end + 1
        // replace bytes that are not UTF-8: otherwise, a decoder would reject the whole JSON
        return String(validating: piece, as: UTF8.self) != nil ? Array(piece) : Array(String(decoding: piece, as: UTF8.self).utf8)
    }

    /// Returns the number of bytes of an escape; nil if it is invalid, for example half of a surrogate pair.
    private func escapeLength(_ start: Int) -> Int? {
        func unit(_ start: Int) -> Int? {
            guard start + 6 <= text.count, text[start] == UInt8(ascii: "\\"), text[start + 1] == UInt8(ascii: "u") else { return nil }
            return Int(String(decoding: text[start + 2..<start + 6], as: UTF8.self), radix: 16)
        }
        guard start + 1 < text.count else { return nil }
        if "\"\\/bfnrt".utf8.contains(text[start + 1]) { return 2 }
        guard let first = unit(start) else { return nil }
        guard (0xD800..<0xE000).contains(first) else { return 6 }
        guard first < 0xDC00, let second = unit(start + 6), (0xDC00..<0xE000).contains(second) else { return nil }
        return 12
    }

    /// Returns whether the word is a number by the grammar of RFC 8259.
    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        var rest = word
        func digits() -> Int {
            let count = rest.prefix { (48...57).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let isZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole == 1 || whole > 1 && !isZero else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}
