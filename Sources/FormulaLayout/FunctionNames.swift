/// Functions' names in letters beside one another.
package enum FunctionNames {
    /// Names that are looked for, the longest first.
    package static let all = [
        "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "sin", "cos", "tan", "cot", "sec", "csc", "log", "exp", "lim", "max", "min",
        "ln", "lg",
    ]

    /// Where names are, none over another.
    /// - Parameter letters: one for each item of a row; what is no letter is anything that is in no name.
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
