extension StringProtocol {
    /// Without the white space at its ends. FoundationEssentials has no `trimmingCharacters(in:)`.
    package var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}
