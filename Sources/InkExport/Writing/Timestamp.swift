internal import FoundationEssentials

/// Moments as text.
enum Timestamp {
    /// In ISO 8601, UTC, to the millisecond: what is beyond that is cut off.
    static func text(microseconds: Int64) -> String {
        let rest = microseconds % 1_000_000
        let second = microseconds / 1_000_000 - (rest < 0 ? 1 : 0)
        let millisecond = (rest < 0 ? rest + 1_000_000 : rest) / 1_000
        // A Date of whole seconds is exact; one with a fraction may come out a millisecond early.
        let text = Date(timeIntervalSince1970: Double(second)).formatted(.iso8601)
        return text.dropLast() + ".\(String(1_000 + millisecond).dropFirst())Z"
    }
}
