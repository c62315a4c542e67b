/// A symbol of mathematical notation: one letter, digit, operator or other sign.
public struct MathSymbol: Sendable, Hashable {
    /// The symbol's role in a formula, which determines its spacing and how it is parsed.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A Latin or Greek letter.
        case letter
        /// 0…9.
        case digit
        /// Another operand: ∞, ∅, ′.
        case ordinary
        /// A binary operator: +, ×.
        case binary
        /// A relation: =, ≤, →.
        case relation
        /// A comma, a colon, a full stop.
        case punctuation
        /// An opening bracket.
        case opening
        /// A closing bracket.
        case closing
        /// A bar, which opens or closes.
        case fence
        /// A large operator with limits: ∑, ∫.
        case large
    }

    /// The symbol in LaTeX, without spaces: `\alpha`, `-`.
    public let latex: String
    /// The symbol in Unicode: "α", "−".
    public let text: String
    /// The symbol's role.
    public let kind: Kind

    /// All known symbols.
    public static let all: [MathSymbol] = table.flatMap { kind, rows in
        rows.split(separator: " ").compactMap { row in
            // the text after the first arrow may be an arrow itself
            let parts = row.split(separator: "→", maxSplits: 1)
            guard let latex = parts.first else { return nil }
            return MathSymbol(latex: String(latex), text: String(parts.count > 1 ? parts[1] : latex), kind: kind)
        }
    }

    private static let byLaTeX = Dictionary(all.map { ($0.latex, $0) }) { first, _ in first }
    private static let byText = Dictionary(all.map { ($0.text, $0) }) { first, _ in first }

    /// Returns the symbol of a LaTeX command or character; nil if it is not in `all`.
    public static func latex(_ latex: String) -> MathSymbol? { byLaTeX[latex] ?? synonyms[latex].flatMap { byLaTeX[$0] } }

    /// Returns the symbol of a Unicode character; nil if it is not in `all`.
    public static func text(_ text: String) -> MathSymbol? { byText[text] ?? typed[text].flatMap { byText[$0] } }

    /// Whether the symbol is a letter, a digit or another operand.
    public var isOperand: Bool { kind == .letter || kind == .digit || kind == .ordinary }

    /// The canonical commands, by the commands that may be used instead.
    private static let synonyms = [
        "\\le": "\\leq", "\\ge": "\\geq", "\\ne": "\\neq", "\\to": "\\rightarrow", "\\gets": "\\leftarrow", "\\lbrace": "\\{",
        "\\rbrace": "\\}", "\\vert": "|", "\\Vert": "\\|", "\\ast": "*", "\\land": "\\wedge", "\\lor": "\\vee", "\\dots": "\\ldots",
        "\\lt": "<", "\\gt": ">", "\\emptyset": "\\varnothing", "\\varphi": "\\phi", "\\epsilon": "\\varepsilon",
    ]

    /// The canonical characters, by the characters that people type instead.
    private static let typed = ["-": "−", "·": "⋅", "'": "′", "∣": "|", "ϕ": "φ", "ϵ": "ε", "*": "∗"]

    /// Rows of "latex→text", or of the character alone if both are the same.
    private static let table: [(Kind, String)] = [
        (.digit, "0 1 2 3 4 5 6 7 8 9"),
        (.letter, "a b c d e f g h i j k l m n o p q r s t u v w x y z A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"),
        (
            .letter,
            #"""
            \alpha→α \beta→β \gamma→γ \delta→δ \varepsilon→ε \zeta→ζ \eta→η \theta→θ \iota→ι \kappa→κ \lambda→λ \mu→μ \nu→ν \xi→ξ \pi→π \#
            \rho→ρ \sigma→σ \tau→τ \upsilon→υ \phi→φ \chi→χ \psi→ψ \omega→ω \Gamma→Γ \Delta→Δ \Theta→Θ \Lambda→Λ \Xi→Ξ \Pi→Π \#
            \Sigma→Σ \Phi→Φ \Psi→Ψ \Omega→Ω \ell→ℓ \hbar→ℏ
            """#
        ),
        (
            .ordinary,
            #"""
            \infty→∞ \partial→∂ \nabla→∇ \varnothing→∅ \forall→∀ \exists→∃ \neg→¬ \prime→′ ! \%→% \ldots→… \cdots→⋯ \angle→∠ \triangle→△ \#
            \mathbb{N}→ℕ \mathbb{Z}→ℤ \mathbb{Q}→ℚ \mathbb{R}→ℝ \mathbb{C}→ℂ \circ→∘ ? \surd→√
            """#
        ),
        (.binary, #"+ -→− \times→× \cdot→⋅ \div→÷ \pm→± \mp→∓ / *→∗ \cup→∪ \cap→∩ \wedge→∧ \vee→∨ \setminus→∖ \oplus→⊕ \otimes→⊗"#),
        (
            .relation,
            #"""
            = \neq→≠ < > \leq→≤ \geq→≥ \ll→≪ \gg→≫ \approx→≈ \equiv→≡ \sim→∼ \simeq→≃ \cong→≅ \propto→∝ \in→∈ \notin→∉ \subset→⊂ \#
            \subseteq→⊆ \supset→⊃ \supseteq→⊇ \rightarrow→→ \leftarrow→← \leftrightarrow→↔ \Rightarrow→⇒ \Leftarrow→⇐ \#
            \Leftrightarrow→⇔ \mapsto→↦ \perp→⊥ \parallel→∥
            """#
        ),
        (.punctuation, ", . : ;"),
        (.opening, #"( [ \{→{ \langle→⟨ \lfloor→⌊ \lceil→⌈"#),
        (.closing, #") ] \}→} \rangle→⟩ \rfloor→⌋ \rceil→⌉"#),
        (.fence, #"| \|→‖"#),
        (.large, #"\sum→∑ \prod→∏ \coprod→∐ \int→∫ \iint→∬ \oint→∮ \bigcup→⋃ \bigcap→⋂"#),
    ]
}
