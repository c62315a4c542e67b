internal import YAML

/// A YAML node with accessors whose errors give the node's line.
struct YAMLEntry {
    private let node: YAMLNode
    private let name: String

    init(_ node: YAMLNode, of name: String = "entry") {
        self.node = node
        self.name = name
    }

    init(_ parent: YAMLNode, _ key: String) throws(RecordingError) { self = try YAMLEntry(parent).entry(key) }

    func error(_ problem: String) -> RecordingError {
        let value = node.string.map { RecordingError.quoted($0) + " " } ?? ""
        return RecordingError(
            line: node.line, problem: "\(name) \(value)is \(problem)", remedy: "give the output of \"libinput record\", unchanged")
    }

    func entry(_ key: String) throws(RecordingError) -> YAMLEntry {
        guard let entry = optional(key) else { throw error("without \"\(key)\"") }
        return entry
    }

    /// Returns the entry of a key; nil if it is missing or empty.
    func optional(_ key: String) -> YAMLEntry? {
        guard let value = node[key], !value.isNull else { return nil }
        return YAMLEntry(value, of: key)
    }

    func list() throws(RecordingError) -> [YAMLNode] {
        guard let nodes = node.sequence else { throw error("not a list") }
        return nodes
    }

    func pairs() throws(RecordingError) -> [(UInt16, YAMLEntry)] {
        guard let mapping = node.mapping else { throw error("not a mapping") }
        var pairs: [(UInt16, YAMLEntry)] = []
        for (key, value) in mapping {
            pairs.append((UInt16(try YAMLEntry(key, of: "key of \(name)").integer(of: 0...0xffff)), YAMLEntry(value, of: name)))
        }
        return pairs
    }

    func text() throws(RecordingError) -> String {
        guard let text = node.string else { throw error("not text") }
        return text
    }

    func integer(of range: ClosedRange<Int64>) throws(RecordingError) -> Int64 {
        guard let digits = node.string else { throw error("not a number") }
        let number = digits.hasPrefix("0x") ? Int64(digits.dropFirst(2), radix: 16) : Int64(digits)
        guard let number, range.contains(number) else { throw error("not a number from \(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    func integers(count: Int? = nil, of range: ClosedRange<Int64>) throws(RecordingError) -> [Int64] {
        var numbers: [Int64] = []
        for element in try list() { numbers.append(try YAMLEntry(element, of: name).integer(of: range)) }
        if let count, numbers.count < count { throw error("a list of \(numbers.count) numbers; \(count) are required") }
        return numbers
    }
}
