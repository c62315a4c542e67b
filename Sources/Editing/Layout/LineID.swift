/// Names a line for as long as its editor lives; never used twice there.
public struct LineID: Sendable, Hashable, Comparable {
    /// The number behind it.
    public var value: UInt64

    /// The line with this number.
    public init(_ value: UInt64) { self.value = value }

    /// Begun earlier than.
    public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}
