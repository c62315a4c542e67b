/// A recursive-descent parser that evaluates one row of nodes as arithmetic: sums of products of operands.
struct ArithmeticRow {
    /// The unparsed nodes.
    var nodes: ArraySlice<MathNode>
    let solver: Solver

    private var next: MathNode? { nodes.first }

    /// Returns the value of the whole row.
    /// - Throws: `SolverError`.
    mutating func wholeValue() throws(SolverError) -> Double {
        let value = try sum()
        if let rest = next { throw .notArithmetic(LaTeXWriter.text(of: rest)) }
        return value
    }

    private mutating func take(_ texts: String...) -> String? {
        guard case .symbol(let symbol)? = next, texts.contains(symbol.text) else { return nil }
        nodes.removeFirst()
        return symbol.text
    }

    private mutating func sum() throws(SolverError) -> Double {
        var total = try product()
        while let sign = take("+", "−") {
            let (before, term) = (total, try product())
            total = sign == "+" ? total + term : total - term
            // a total within the rounding error of its terms becomes 0, as in 0.3 − 0.1 − 0.2
            if abs(total) < 4 * .ulpOfOne * max(abs(before), abs(term)) { total = 0 }
        }
        return total
    }

    private mutating func product() throws(SolverError) -> Double {
        var value = try signed()
        while true {
            if take("×", "⋅", "∗") != nil {
                value *= try signed()
            } else if take("÷", "/", ":") != nil {
                let divisor = try signed()
                guard divisor != 0 else { throw .divisionByZero }
                value /= divisor
            } else if beginsOperand {
                value *= try postfixed()
            } else {
                return value
            }
        }
    }

    private mutating func signed() throws(SolverError) -> Double {
        var isNegative = false
        // accept any number of leading signs, without recursion
        while let sign = take("+", "−") { isNegative = isNegative != (sign == "−") }
        let value = try postfixed()
        return isNegative ? -value : value
    }

    private var beginsOperand: Bool {
        guard let next else { return false }
        if case .symbol(let symbol) = next { return symbol.kind == .letter || symbol.kind == .digit }
        return true
    }

    private mutating func postfixed() throws(SolverError) -> Double {
        var value = try operand()
        while let sign = take("!", "%") { value = sign == "%" ? value / 100 : try factorial(value) }
        return value
    }

    private mutating func operand() throws(SolverError) -> Double {
        guard let node = next else { throw .notArithmetic("an expression with a gap") }
        nodes.removeFirst()
        if let function = AppliedFunction(node) { return try apply(function) }
        let value = try solver.operand(node)
        // 2½ is a mixed number, not a product
        if case .number(let whole) = node, !whole.contains("."), case .fraction(.number, over: .number)? = next, let fraction = next {
            nodes.removeFirst()
            return value + (try solver.operand(fraction))
        }
        return value
    }

    private mutating func apply(_ function: AppliedFunction) throws(SolverError) -> Double {
        let base = try function.lower.map { node throws(SolverError) in try solver.operand(node) }
        let isInverse = function.upper == .joined([.latex("-"), .number("1")])
        let argument = try argument(of: function.name)
        let value = try solver.value(of: function.name, at: argument, base: base, isInverse: isInverse)
        guard let upper = function.upper, !isInverse else { return value }
        // sin²x is (sin x)²
        return try solver.operand(.script(.number(value.description), lower: nil, upper: upper))
    }

    /// Evaluates a function's argument: a bracket, or the numbers, letters, fractions and roots up to the next operator, bracket or
    /// function.
    private mutating func argument(of function: String) throws(SolverError) -> Double {
        guard let first = next else { throw .notArithmetic("\(function) of nothing") }
        if case .fenced = first {
            nodes.removeFirst()
            return try solver.operand(first)
        }
        if AppliedFunction(first) != nil || take("−") != nil {
            let value = try postfixed()
            return AppliedFunction(first) != nil ? value : -value
        }
        var value = try postfixed()
        while let node = next, beginsOperand, AppliedFunction(node) == nil {
            if case .fenced = node { break }
            value *= try postfixed()
        }
        return value
    }

    private func factorial(_ value: Double) throws(SolverError) -> Double {
        guard value >= 0, value == value.rounded() else { throw .outsideDomain("the factorial") }
        guard value <= 170 else { throw .tooLarge }
        return (0..<Int(value)).reduce(1.0) { $0 * Double($1 + 1) }
    }
}

/// A function's name with its subscript and superscript.
private struct AppliedFunction {
    let name: String
    var lower: MathNode?
    var upper: MathNode?

    init?(_ node: MathNode) {
        switch node {
        case .function(let name): self.name = name
        case .script(.function(let name), let lower, let upper): (self.name, self.lower, self.upper) = (name, lower, upper)
        default: return nil
        }
    }
}
