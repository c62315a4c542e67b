/// How exactly a stroke has to be copied. Distances are in heights of a small letter, such as x.
public struct Difficulty: Sendable, Hashable {
    /// 0, for beginners, to 1.
    public let value: Double

    /// - Parameter value: what is less than 0 or more than 1 is taken for these.
    public init(_ value: Double) { self.value = min(1, max(0, value)) }

    /// The mean distance of the two strokes, laid upon one another, that passes.
    var shape: Double { 0.34 - 0.2 * value }
    /// The distance between the middles of the two strokes that passes.
    var place: Double { 1 - 0.6 * value }
    /// How many times as long as the template the stroke may be; the other way round, too.
    var length: Double { 1.9 - 0.5 * value }
}
