public import Formula
public import Ink

/// The values of the formulas of a Math part.
extension InkEditor {
    /// Maximum number of formulas above a formula that are searched for definitions of letters.
    private static let mostDefinitions = 64

    /// Returns the value of a formula that ends with "=", or with "=" and "?"; nil for other formulas.
    ///
    /// A letter has the value that the nearest formula above defines ("x = 3"). Without such a formula, it has the value in the
    /// configuration.
    /// - Parameter result: strokes of a result written after the formula, which are ignored.
    public func value(of line: LineState, besides result: Set<StrokeID> = []) -> Result<Double, SolverError>? {
        guard let formula = formula(of: self.line(line, without: result))?.math, formula.asksForValue else { return nil }
        return Result { () throws(SolverError) in try solver(for: line.id).value(of: formula) }
    }

    /// Returns the value of a formula as text, in the configured notation.
    public func resultText(of value: Double) -> String { NumberText.text(of: value, as: configuration.formulas.numbers) }

    /// A formula with a value, and the position for writing the value.
    public struct Question: Sendable {
        /// The formula, without its result.
        public let latex: String
        /// The value as text, in the usual notation.
        public let text: String
        /// The box around the last symbol.
        public let end: Box
        /// The height of the formula's digits and capitals.
        public let capitals: Double
    }

    /// Returns the question that a formula asks; nil if the formula does not ask for a value, or if the value cannot be computed.
    public func question(of line: LineState, besides result: Set<StrokeID>) -> Question? {
        let asked = self.line(line, without: result)
        guard case .success(let value)? = value(of: asked), let formula = formula(of: asked)?.math,
            let last = asked.words.max(by: { ($0.box?.right ?? 0) < ($1.box?.right ?? 0) })?.box
        else { return nil }
        let digits = asked.words.filter { MathSymbol.text($0.text)?.kind == .digit }.compactMap(\.box?.height).sorted()
        let capitals = digits.isEmpty ? asked.box.height : digits[digits.count / 2]
        guard capitals > 0 else { return nil }
        return Question(latex: LaTeXWriter.text(of: formula), text: resultText(of: value), end: last, capitals: capitals)
    }

    /// Returns the line without the symbols whose strokes are all in `strokes`.
    private func line(_ line: LineState, without strokes: Set<StrokeID>) -> LineState {
        guard !strokes.isEmpty else { return line }
        var line = line
        line.words.removeAll { strokes.isSuperset(of: ink(of: $0)) }
        return line
    }

    private func solver(for line: LineID) -> Solver {
        var solver = configuration.formulas.solver
        for above in lines.prefix(while: { $0.id != line }).suffix(Self.mostDefinitions) {
            guard let (letter, expression) = formula(of: above)?.math.definition, let value = try? solver.value(of: expression) else {
                continue
            }
            solver.variables[letter] = value
        }
        return solver
    }
}

extension MathNode {
    /// The nodes of a row; for any other node, an array with the node itself.
    private var nodes: [MathNode] { if case .row(let nodes) = self { nodes } else { [self] } }

    fileprivate var asksForValue: Bool {
        var nodes = nodes
        if nodes.last == .latex("?") { nodes.removeLast() }
        return nodes.count > 1 && nodes.last == .latex("=") && !nodes.dropLast().contains(.latex("="))
    }

    /// The letter and the expression of a definition such as "x = 3"; nil for any other formula.
    fileprivate var definition: (letter: String, expression: MathNode)? {
        let nodes = nodes
        guard nodes.count > 2, nodes[1] == .latex("="), case .symbol(let symbol) = nodes[0], symbol.kind == .letter,
            !nodes.dropFirst(2).contains(.latex("="))
        else { return nil }
        return (symbol.text, .joined(Array(nodes.dropFirst(2))))
    }
}

/// The values of letters, in the format of the configuration: `x = 3; α = 0.5`.
struct SolverVariables {
    /// Maximum number of letters.
    static let most = 64

    private(set) var values: [String: Double] = [:]

    /// - Throws: `ConfigurationError.invalid`, with the reason why the text is invalid. The reason does not repeat the key.
    init(_ text: String) throws(ConfigurationError) {
        let key = "math.solver.variables"
        let entries = text.split(separator: ";").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
        guard entries.count <= Self.most else {
            throw .invalid(key: key, reason: "has \(entries.count) letters, not \(Self.most) at most")
        }
        for entry in entries {
            let sides = entry.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard sides.count == 2, let symbol = MathSymbol.text(sides[0]) ?? MathSymbol.latex(sides[0]), symbol.kind == .letter,
                let value = Double(sides[1]), value.isFinite
            else { throw .invalid(key: key, reason: "has \"\(entry.prefix(40))\", not a letter, an equals sign and a number") }
            values[symbol.text] = value
        }
    }
}

extension Solver {
    /// Creates the solver of a configuration.
    init(_ values: Configuration) {
        let variables = (try? SolverVariables(values.text("math.solver.variables")))?.values ?? [:]
        self.init(variables: variables, angle: ["radian", "rad"].contains(values.text("math.solver.angle-unit")) ? .radians : .degrees)
    }
}

extension NumberFormat {
    /// Creates the notation of a configuration.
    init(_ values: Configuration) {
        self.init(
            fractionDigits: Int(values.number("math.solver.fractional-part-digits")),
            truncates: values.text("math.solver.rounding-mode") == "truncate", separator: values.text("math.solver.decimal-separator"))
    }
}
