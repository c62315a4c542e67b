/// One class of a symbol classifier: what an ink may stand for.
public struct Symbol: Sendable, Hashable {
    /// What a symbol belongs to; one may belong to several.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Decodable {
        /// The symbols of Detexify.
        case latex
        /// Printable ASCII characters but the space.
        case ascii
        /// 0…9.
        case digit
    }

    /// How LaTeX writes it: "\alpha", "\#", "7". No two symbols of a model have the same.
    public let command: String
    /// The Unicode character that it is; nil where there is none, or none that is exactly this. Symbols that look alike may have the same.
    public let character: String?
    /// What it belongs to.
    public let kinds: Set<Kind>
}

/// What an ink may stand for, and how probable that is.
public struct SymbolCandidate: Sendable, Hashable {
    /// What it may stand for.
    public let symbol: Symbol
    /// 0…1: its probability among the symbols that were considered, as the model estimates it.
    public let score: Double
}
