/// A writer of formulas in LaTeX, for math mode. `LaTeXReader` reads its output as the same tree.
public enum LaTeXWriter {
    /// Returns the formula in LaTeX. Scripts are always in braces, and a space separates a command from a letter or digit after it.
    public static func text(of node: MathNode) -> String {
        var tokens: [String] = []
        write(node, to: &tokens)
        return joined(tokens)
    }

    /// Returns the command of a function's name.
    public static func command(of function: String) -> String {
        MathFunction.names.contains(function) ? "\\\(function)" : "\\operatorname{\(function)}"
    }

    private static func joined(_ tokens: [String]) -> String {
        var text = ""
        var isCommand = false
        for token in tokens {
            guard let first = token.first, let last = token.last else { continue }
            if isCommand, first.isASCII, first.isLetter || first.isNumber { text += " " }
            text += token
            isCommand = first == "\\" && last.isASCII && last.isLetter
        }
        return text
    }

    private static func write(_ node: MathNode, to tokens: inout [String]) {
        switch node {
        case .symbol(let symbol): tokens.append(symbol.latex)
        case .number(let digits): tokens.append(digits)
        case .function(let name): tokens.append(command(of: name))
        case .row(let nodes):
            for node in nodes { write(node, to: &tokens) }
        case .fraction(let above, let below):
            tokens.append("\\frac")
            writeGroup(above, to: &tokens)
            writeGroup(below, to: &tokens)
        case .script(let base, let lower, let upper):
            writeBase(base, to: &tokens)
            writeScripts(lower, upper, to: &tokens)
        case .root(let inside, let index):
            tokens.append("\\sqrt")
            if let index {
                // braces, since the index may contain brackets
                tokens.append("[")
                writeGroup(index, to: &tokens)
                tokens.append("]")
            }
            writeGroup(inside, to: &tokens)
        case .large(let symbol, let lower, let upper):
            tokens.append(symbol.latex)
            writeScripts(lower, upper, to: &tokens)
        case .accent(let accent, let node):
            tokens.append(node.isOneSymbol || accent != .bar ? "\\\(accent.rawValue)" : "\\overline")
            writeGroup(node, to: &tokens)
        case .fenced(let open, let node, let close): writeFenced(open, node, close, to: &tokens)
        case .matrix(let rows): writeMatrix(rows, in: .matrix, to: &tokens)
        }
    }

    private static func writeFenced(_ open: String, _ node: MathNode, _ close: String, to tokens: inout [String]) {
        if case .matrix(let rows) = node, let environment = MatrixEnvironment(open: open, close: close) {
            return writeMatrix(rows, in: environment, to: &tokens)
        }
        // a bar can open or close, and two different brackets may not form a pair: both cases need `\left` and `\right`
        let isPlain = !node.isTall && (open == "(" && close == ")" || open == "[" && close == "]")
        tokens += isPlain ? [latex(open)] : ["\\left", latex(open)]
        write(node, to: &tokens)
        tokens += isPlain ? [latex(close)] : ["\\right", latex(close)]
    }

    private static func writeMatrix(_ rows: [[MathNode]], in environment: MatrixEnvironment, to tokens: inout [String]) {
        tokens.append("\\begin{\(environment.rawValue)}")
        for (index, row) in rows.enumerated() {
            var line: [String] = []
            for (column, cell) in row.enumerated() {
                if column > 0 { line.append("&") }
                write(cell, to: &line)
            }
            if index > 0 {
                tokens.append("\\\\")
                // LaTeX would parse a "[" or "*" here as an option of the line break
                if line.first == "[" || line.first == "*" { tokens.append("{}") }
            }
            tokens += line
        }
        tokens.append("\\end{\(environment.rawValue)}")
    }

    private static func latex(_ bracket: String) -> String { MathSymbol.text(bracket)?.latex ?? "." }

    private static func writeGroup(_ node: MathNode, to tokens: inout [String]) {
        tokens.append("{")
        write(node, to: &tokens)
        tokens.append("}")
    }

    private static func writeBase(_ base: MathNode, to tokens: inout [String]) {
        switch base {
        // in LaTeX, a script after a large operator would become its limit, and a second script is an error: use a group
        case .row, .script, .large: writeGroup(base, to: &tokens)
        default: write(base, to: &tokens)
        }
    }

    private static func writeScripts(_ lower: MathNode?, _ upper: MathNode?, to tokens: inout [String]) {
        if let lower {
            tokens.append("_")
            writeGroup(lower, to: &tokens)
        }
        if let upper {
            tokens.append("^")
            writeGroup(upper, to: &tokens)
        }
    }
}

extension MathNode {
    fileprivate var isOneSymbol: Bool { if case .symbol = self { true } else { false } }
}
