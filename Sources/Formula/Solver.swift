internal import Glibc

/// An error of an expression that has no value.
public enum SolverError: Error, Hashable, CustomStringConvertible {
    /// A letter without a value.
    case unknownVariable(String)
    /// A division by zero.
    case divisionByZero
    /// A function applied outside its domain: the logarithm of a negative number.
    case outsideDomain(String)
    /// A number that is too large to represent.
    case tooLarge
    /// An expression that is not arithmetic, such as an equation, an integral, or one with a missing operand.
    case notArithmetic(String)

    /// The problem in words.
    public var description: String {
        switch self {
        case .unknownVariable(let name): "\(name) has no value: give one"
        case .divisionByZero: "a division by zero"
        case .outsideDomain(let function): "\(function) is not defined for this number"
        case .tooLarge: "the number is too large"
        case .notArithmetic(let part): "\(part) is not arithmetic"
        }
    }
}

/// The unit of angles.
public enum AngleUnit: String, Sendable, Hashable, CaseIterable {
    /// A full turn is 2π.
    case radians
    /// A full turn is 360.
    case degrees
}

/// An evaluator of arithmetic: + − · × ÷ /, fractions, powers, roots, factorials, percent, functions, π and e, and letters that have
/// values.
///
/// Expressions follow common notation: the multiplication sign may be omitted, a function without brackets applies to the numbers and
/// letters after it ("sin 2x"), a whole number before a numeric fraction is a mixed number, and "=" at the end asks for the value.
public struct Solver: Sendable, Hashable {
    /// The values of letters, by the letter in Unicode. They override those of π and e.
    public var variables: [String: Double]
    /// The unit of the arguments of sin, cos, tan, and of the results of arcsin and similar functions.
    public var angle: AngleUnit

    /// Creates a solver.
    public init(variables: [String: Double] = [:], angle: AngleUnit = .radians) {
        self.variables = variables
        self.angle = angle
    }

    /// Returns the value of an expression.
    /// - Throws: `SolverError`.
    public func value(of node: MathNode) throws(SolverError) -> Double {
        var nodes = if case .row(let nodes) = node { nodes } else { [node] }
        if nodes.last == .latex("?") { nodes.removeLast() }
        if nodes.last == .latex("=") { nodes.removeLast() }
        return try checked(try rowValue(nodes))
    }

    private func checked(_ value: Double) throws(SolverError) -> Double {
        guard value.isFinite else { throw .tooLarge }
        return value
    }

    private func rowValue(_ nodes: [MathNode]) throws(SolverError) -> Double {
        var row = ArithmeticRow(nodes: nodes[...], solver: self)
        return try row.wholeValue()
    }

    /// Returns the value of one node other than a function name.
    func operand(_ node: MathNode) throws(SolverError) -> Double {
        switch node {
        case .number(let text):
            guard let value = Double(text) else { throw .notArithmetic(text) }
            return value
        case .symbol(let symbol): return try letter(symbol)
        case .row(let nodes): return try rowValue(nodes)
        case .fraction(let above, let below):
            let divisor = try operand(below)
            guard divisor != 0 else { throw .divisionByZero }
            return try checked(try operand(above) / divisor)
        case .root(let inside, let index): return try root(try operand(inside), index: try index.map(operand) ?? 2)
        case .fenced("|", let inside, "|"): return abs(try operand(inside))
        case .fenced("⌊", let inside, "⌋"): return try operand(inside).rounded(.down)
        case .fenced("⌈", let inside, "⌉"): return try operand(inside).rounded(.up)
        case .fenced(_, let inside, _): return try operand(inside)
        case .script(let base, nil, let upper?):
            if upper == .latex("\\circ") { return try inAngleUnit(degrees: try operand(base)) }
            return try power(try operand(base), try operand(upper))
        case .matrix: throw .notArithmetic("a matrix")
        case .script, .large, .accent, .function: throw .notArithmetic(LaTeXWriter.text(of: node))
        }
    }

    private func letter(_ symbol: MathSymbol) throws(SolverError) -> Double {
        if let value = variables[symbol.text] { return value }
        if symbol.text == "π" { return .pi }
        if symbol.text == "e" { return M_E }
        if symbol.kind == .digit, let value = Double(symbol.text) { return value }
        guard symbol.kind == .letter else { throw .notArithmetic(symbol.text) }
        throw .unknownVariable(symbol.text)
    }

    private func inAngleUnit(degrees: Double) throws(SolverError) -> Double { angle == .degrees ? degrees : degrees * .pi / 180 }

    private func root(_ value: Double, index: Double) throws(SolverError) -> Double {
        guard index != 0 else { throw .divisionByZero }
        if index == 2, value >= 0 { return value.squareRoot() }
        // an odd root of a negative number is real
        if value < 0, index.truncatingRemainder(dividingBy: 2).magnitude == 1 { return -Glibc.pow(-value, 1 / index) }
        guard value >= 0 else { throw .outsideDomain("the root") }
        let found = Glibc.pow(value, 1 / index)
        // 1/3 is not exact in binary, but ∛27 has to be 3
        let whole = found.rounded()
        return try checked(Glibc.pow(whole, index) == value ? whole : found)
    }

    private func power(_ base: Double, _ exponent: Double) throws(SolverError) -> Double {
        if base == 0, exponent < 0 { throw .divisionByZero }
        if base < 0, exponent != exponent.rounded() { throw .outsideDomain("the power") }
        return try checked(Glibc.pow(base, exponent))
    }

    /// Returns a function's value.
    /// - Parameters:
    ///   - base: The base of a logarithm, if one is written.
    ///   - isInverse: Whether the function has the exponent −1: sin⁻¹.
    func value(of function: String, at x: Double, base: Double?, isInverse: Bool) throws(SolverError) -> Double {
        let radians = angle == .degrees ? x * .pi / 180 : x
        func turned(_ value: Double) -> Double { angle == .degrees ? value * 180 / .pi : value }
        // sin π has to be 0, without the rounding error of π
        func snapped(_ value: Double) -> Double { abs(value) < 1e-15 ? 0 : value }
        func quotient(_ above: Double, _ below: Double) throws(SolverError) -> Double {
            guard snapped(below) != 0 else { throw .outsideDomain(function) }
            return snapped(above) / below
        }
        let name = isInverse ? "arc\(function)" : function
        switch name {
        case "sin": return snapped(Glibc.sin(radians))
        case "cos": return snapped(Glibc.cos(radians))
        case "tan": return try quotient(Glibc.sin(radians), Glibc.cos(radians))
        case "cot": return try quotient(Glibc.cos(radians), Glibc.sin(radians))
        case "sec": return try quotient(1, Glibc.cos(radians))
        case "csc": return try quotient(1, Glibc.sin(radians))
        case "arcsin", "arccos":
            guard (-1...1).contains(x) else { throw .outsideDomain(name) }
            return turned(name == "arcsin" ? Glibc.asin(x) : Glibc.acos(x))
        case "arctan": return turned(Glibc.atan(x))
        case "sinh": return try checked(Glibc.sinh(x))
        case "cosh": return try checked(Glibc.cosh(x))
        case "tanh": return Glibc.tanh(x)
        case "exp": return try checked(Glibc.exp(x))
        case "log", "lg", "ln": return try logarithm(x, base: base ?? (name == "ln" ? nil : 10))
        case "abs": return abs(x)
        case "sqrt": return try root(x, index: 2)
        default: throw .notArithmetic(name)
        }
    }

    /// - Parameter base: The base; nil for e.
    private func logarithm(_ x: Double, base: Double?) throws(SolverError) -> Double {
        guard x > 0 else { throw .outsideDomain("the logarithm") }
        guard let base else { return Glibc.log(x) }
        guard base > 0, base != 1 else { throw .outsideDomain("the logarithm") }
        if base == 10 { return Glibc.log10(x) }
        return base == 2 ? Glibc.log2(x) : Glibc.log(x) / Glibc.log(base)
    }
}
