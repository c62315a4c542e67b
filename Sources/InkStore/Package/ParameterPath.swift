/// Paths to the values of nested sets: JSON pointers (RFC 6901).
enum ParameterPath {
    static func text(_ keys: [String]) -> String {
        var text = String.UnicodeScalarView()
        for key in keys {
            text.append("/")
            for scalar in key.unicodeScalars {
                switch scalar {
                case "~": text += "~0".unicodeScalars
                case "/": text += "~1".unicodeScalars
                default: text.append(scalar)
                }
            }
        }
        return String(text)
    }

    /// Scalar by scalar: an accent after a slash would make one character of both.
    static func keys(_ path: String) throws(Damage) -> [String] {
        let scalars = path.unicodeScalars
        guard scalars.first == "/" else { throw Damage("\"\(path.prefix(40))\" is no path") }
        var keys: [String] = []
        for piece in scalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            var (key, rest) = (String.UnicodeScalarView(), piece)
            while let scalar = rest.popFirst() {
                guard scalar == "~" else {
                    key.append(scalar)
                    continue
                }
                switch rest.popFirst() {
                case "0": key.append("~")
                case "1": key.append("/")
                default: throw Damage("\"\(path.prefix(40))\" is no path")
                }
            }
            guard !key.isEmpty else { throw Damage("\"\(path.prefix(40))\" has an empty key") }
            keys.append(String(key))
        }
        return keys
    }
}

extension ParameterSet {
    /// How much metadata may be: enough for a client's state, too little to be taken for a store of files.
    private enum Limit {
        static let depth = 8
        static let values = 1000
        static let keyBytes = 200
    }

    /// Its values and those of the sets within, with their paths, in the order of the paths.
    ///
    /// - Throws: `invalidValue`.
    func rows() throws(PackageError) -> [(path: String, value: ParameterValue)] {
        var rows: [(path: String, value: ParameterValue)] = []
        try collect(into: &rows, below: [])
        guard rows.count <= Limit.values else {
            throw .invalidValue(field: "metadata", value: "\(rows.count) values", remedy: "give it at most \(Limit.values)")
        }
        return rows
    }

    private func collect(into rows: inout [(path: String, value: ParameterValue)], below keys: [String]) throws(PackageError) {
        guard keys.count < Limit.depth else {
            throw .invalidValue(field: "metadata", value: "nested more than \(Limit.depth) deep", remedy: "nest fewer sets")
        }
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            guard (1...Limit.keyBytes).contains(key.utf8.count), !key.unicodeScalars.contains("\0") else {
                throw .invalidValue(
                    field: "a key of metadata", value: "\"\(key.prefix(40))\"",
                    remedy: "give it 1 to \(Limit.keyBytes) bytes without U+0000")
            }
            try value.check(key)
            rows.append((ParameterPath.text(keys + [key]), value))
            if case .set(let set) = value { try set.collect(into: &rows, below: keys + [key]) }
        }
    }

    /// Puts a value at its place; the set it belongs to has to be there.
    mutating func put(_ value: ParameterValue, at keys: [String]) throws(Damage) {
        guard let first = keys.first, keys.count <= Limit.depth else { throw Damage("a path has \(keys.count) keys") }
        guard keys.count > 1 else {
            guard values.updateValue(value, forKey: first) == nil else { throw Damage("\"\(first)\" is there twice") }
            return
        }
        guard case .set(var set) = values[first] else { throw Damage("\"\(first)\" is no set and has members") }
        try set.put(value, at: Array(keys.dropFirst()))
        values[first] = .set(set)
    }
}

extension ParameterValue {
    /// The longest text.
    private static let textBytes = 1 << 20

    fileprivate func check(_ key: String) throws(PackageError) {
        switch self {
        case .string(let text):
            guard text.utf8.count <= Self.textBytes, !text.utf8.contains(0) else {
                throw .invalidValue(
                    field: "the text of \"\(key)\"", value: "\(text.utf8.count) bytes long or with U+0000 in it",
                    remedy: "give it at most \(Self.textBytes) bytes, all other characters")
            }
        case .number(let number):
            guard number.isFinite else {
                throw .invalidValue(field: "the number \"\(key)\"", value: "\(number)", remedy: "give it a finite number")
            }
        case .boolean, .set: break
        }
    }
}
