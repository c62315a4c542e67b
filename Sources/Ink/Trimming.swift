extension StringProtocol {
    /// The string without leading and trailing white space. FoundationEssentials has no `trimmingCharacters(in:)`.
    package var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}
