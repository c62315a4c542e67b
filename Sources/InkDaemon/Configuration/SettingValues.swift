internal import Ink
internal import InkWorkspace
internal import YAML

/// The values of keys from the command line, the environment and the file; the first source that has a key wins.
struct SettingValues {
    /// A value of a key.
    enum Value {
        /// A value of a flag or a variable, which is always text.
        case text(String)
        /// A value of the file.
        case node(YAMLNode)
    }

    private let texts: [[String: String]]
    private var file: [String: YAMLNode] = [:]

    /// - Parameters:
    ///   - texts: values by key, in descending order of precedence.
    ///   - file: the root of the file, in which `a: {b: 1}` and `a.b: 1` mean the same.
    init(texts: [[String: String]], file: YAMLNode?) {
        self.texts = texts
        if let file { add(file, under: "") }
    }

    private mutating func add(_ node: YAMLNode, under prefix: String) {
        for (key, value) in node.mapping ?? [] {
            let path = prefix + (key.string ?? "?")
            if value.mapping == nil { file[path] = value } else { add(value, under: path + ".") }
        }
    }

    /// Returns a key's value; nil if the key is not set.
    subscript(key: String) -> Value? { texts.lazy.compactMap { $0[key] }.first.map(Value.text) ?? file[key].map(Value.node) }
}

extension SettingValues.Value {
    /// The text as it was written.
    var string: String? {
        switch self {
        case .text(let text): text
        case .node(let node): node.string
        }
    }

    var int: Int? {
        switch self {
        case .text(let text): Int(text)
        case .node(let node): node.int
        }
    }

    var double: Double? {
        switch self {
        case .text(let text): Double(text)
        case .node(let node): node.float
        }
    }

    var bool: Bool? {
        switch self {
        case .text(let text):
            switch text.lowercased() {
            case "true", "yes", "1": true
            case "false", "no", "0": false
            default: nil
            }
        case .node(let node): node.bool
        }
    }

    /// The value as a list; in text its elements are separated by commas.
    var strings: [String]? {
        switch self {
        case .text(let text):
            return text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        case .node(let node):
            guard let strings = node.sequence?.map(\.string), !strings.contains(nil) else { return nil }
            return strings.compactMap(\.self)
        }
    }
}
