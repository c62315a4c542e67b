/// The functions' names that are recognized in adjacent letters.
package enum FunctionNames {
    /// The recognized names, the longest first.
    package static let all = [
        "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "sin", "cos", "tan", "cot", "sec", "csc", "log", "exp", "lim", "max", "min",
        "ln", "lg",
    ]

    /// Returns the ranges of names, without overlaps.
    /// - Parameter letters: The text of each item of a row. For an item that is not a letter, any text that occurs in no name.
    package static func ranges(in letters: [String]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for start in letters.indices where start >= found.last?.upperBound ?? 0 {
            let name = all.first { name in
                start + name.count <= letters.count && zip(letters[start...], name).allSatisfy { $0 == String($1) }
            }
            if let name { found.append(start..<(start + name.count)) }
        }
        return found
    }
}
