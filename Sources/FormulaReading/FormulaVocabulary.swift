public import Formula
internal import Recognition

/// The symbols that are looked for in formulas, and the classes of a symbol model that stand for each.
struct FormulaVocabulary {
    /// The symbol of a formula that a class of the model stands for, by the class's command.
    private let symbols: [String: MathSymbol]

    init() {
        var symbols: [String: MathSymbol] = [:]
        for symbol in MathSymbol.all where !Self.unread.contains(symbol.latex) { symbols[symbol.latex] = symbol }
        for (latex, commands) in Self.alike {
            guard let symbol = MathSymbol.latex(latex) else { continue }
            for command in commands.split(separator: " ") { symbols[String(command)] = symbol }
        }
        self.symbols = symbols
    }

    /// The candidates of one ink that are symbols of formulas, best first, the probabilities of classes that look alike summed.
    ///
    /// - Parameter candidates: of all classes of the model. What is left to 1 is the probability that the ink is no symbol of a formula.
    func ranked(_ candidates: [SymbolCandidate]) -> [FormulaCandidate] {
        var sums: [MathSymbol: Double] = [:]
        for candidate in candidates {
            guard let symbol = symbols[candidate.symbol.command] else { continue }
            sums[symbol, default: 0] += candidate.score
        }
        // the order of a dictionary is another each time
        return sums.map { FormulaCandidate(symbol: $0.key, score: $0.value) }
            .sorted { ($0.score, $1.symbol.latex) > ($1.score, $0.symbol.latex) }
    }

    /// A natural logarithm: how much rarer a symbol is in formulas than x or 1, whatever its drawing.
    static func prior(of symbol: MathSymbol) -> Double {
        if common.contains(symbol.text) { return 0 }
        switch symbol.kind {
        case .digit: return 0
        case .letter: return symbol.latex.count > 1 ? rareGreek.contains(symbol.text) ? -2.5 : -0.8 : -0.7
        case .opening, .closing, .fence: return -0.7
        case .binary, .relation, .punctuation, .ordinary, .large: return -1.2
        }
    }

    private static let common: Set<String> = [
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "m", "n", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z", "α", "β",
        "π",
        "θ", "λ", "+", "−", "×", "=", "(", ")", "∑", "∫", "√", "∞", "/", "<", ">", ".",
    ]
    /// Letters that look like Latin ones.
    private static let rareGreek: Set<String> = ["κ", "ν", "ρ", "χ", "η", "τ", "Ξ", "ℓ"]

    /// Symbols that a writer's hand does not tell from others: two bars from "11", ι from i, υ from v.
    private static let unread: Set<String> = [
        "\\|", "\\parallel", "\\iota", "\\upsilon", "\\Sigma", "\\Pi", "\\triangle", "\\ell", "\\circ", "\\langle", "\\rangle", "\\bigcup",
        "\\bigcap", "\\coprod", "\\cdot", "?", "\\%",
    ]

    /// Other classes that are the same symbol in a formula, by the symbol's LaTeX.
    private static let alike = [
        "-": #"\-- \--- \textminus \textendash \textemdash \textunderscore \mathunderscore \_"#,
        "\\times": #"\texttimes"#, "\\div": #"\textdiv"#, "\\pm": #"\textpm"#,
        ".": #"\ldotp \cdot \cdotp \centerdot \textperiodcentered \bullet \textbullet"#,
        "<": #"\textless \langle \textlangle \guilsinglleft"#, ">": #"\textgreater \rangle \textrangle \guilsinglright"#,
        "\\leq": #"\leqslant \leqq"#, "\\geq": #"\geqslant \geqq"#,
        "|": #"\mid \textbar \textpipe \shortmid \textvertline"#,
        "\\sum": #"\Sigma \Upsigma"#, "\\prod": #"\Pi \Uppi"#, "\\int": #"\textesh"#,
        "\\surd": #"\sqrt{} \textsurd \checkmark \checked"#,
        "\\Delta": #"\Updelta \triangle \bigtriangleup \vartriangle"#, "\\nabla": #"\triangledown \bigtriangledown"#,
        "\\Gamma": #"\Upgamma"#, "\\Theta": #"\Uptheta"#, "\\Lambda": #"\Uplambda"#, "\\Xi": #"\Upxi"#, "\\Phi": #"\Upphi"#,
        "\\Psi": #"\Uppsi"#, "\\Omega": #"\Upomega \ohm"#,
        "\\alpha": #"\upalpha"#, "\\beta": #"\upbeta \textbeta"#, "\\gamma": #"\upgamma \textgamma"#, "\\delta": #"\updelta"#,
        "\\varepsilon": #"\epsilon \upepsilon \upvarepsilon \textepsilon"#, "\\zeta": #"\upzeta"#, "\\eta": #"\upeta"#,
        "\\theta": #"\vartheta \uptheta \upvartheta \texttheta"#, "\\kappa": #"\upkappa \varkappa"#, "\\lambda": #"\uplambda \textlambda"#,
        "\\mu": #"\upmu"#, "\\nu": #"\upnu"#, "\\xi": #"\upxi"#, "\\pi": #"\uppi"#, "\\rho": #"\uprho \varrho \upvarrho"#,
        "\\sigma": #"\upsigma"#, "\\tau": #"\uptau"#, "\\phi": #"\varphi \upphi \upvarphi \textphi"#, "\\chi": #"\upchi \textchi"#,
        "\\psi": #"\uppsi"#, "\\omega": #"\upomega \textomega"#, "\\hbar": #"\hslash"#, "l": #"\ell"#,
        "\\varnothing": #"\emptyset \diameter \O \o"#, "\\neg": #"\textlnot"#,
        "\\rightarrow": #"\longrightarrow \textrightarrow \shortrightarrow \MVRightarrow"#,
        "\\leftarrow": #"\longleftarrow \textleftarrow \shortleftarrow"#, "\\Rightarrow": #"\Longrightarrow"#,
        "\\Leftarrow": #"\Longleftarrow"#, "\\leftrightarrow": #"\longleftrightarrow"#, "\\Leftrightarrow": #"\Longleftrightarrow"#,
        "\\mapsto": #"\longmapsto"#, "\\cup": #"\bigcup"#, "\\cap": #"\bigcap"#, "\\wedge": #"\bigwedge \textasciicircum"#,
        "\\vee": #"\bigvee"#, "\\approx": #"\thickapprox"#, "\\sim": #"\thicksim \textasciitilde"#, "\\propto": #"\varpropto"#,
        "\\perp": #"\bot"#, "\\{": #"\textbraceleft"#, "\\}": #"\textbraceright"#, ",": #"\textquoteright \quotesinglbase"#,
        "\\prime": #"\textquotesingle"#, "\\ldots": #"\dots \dotsc \dotso \textellipsis \mathellipsis"#,
        "\\cdots": #"\dotsb \dotsm \dotsi"#, "/": #"\diagup \textfractionsolidus"#, "*": #"\ast \textasteriskcentered \star"#,
        "\\oplus": #"\bigoplus"#, "\\otimes": #"\bigotimes"#, "\\setminus": #"\smallsetminus \backslash \textbackslash"#,
        "\\mathbb{N}": #"\mathds{N}"#, "\\mathbb{Z}": #"\mathds{Z}"#, "\\mathbb{Q}": #"\mathds{Q}"#, "\\mathbb{R}": #"\mathds{R}"#,
        "\\mathbb{C}": #"\mathds{C}"#,
    ]
}

/// A symbol that some strokes may be.
public struct FormulaCandidate: Sendable, Hashable {
    /// The symbol.
    public var symbol: MathSymbol
    /// 0…1: its probability, as far as the drawing and its surroundings tell.
    public var score: Double
}
