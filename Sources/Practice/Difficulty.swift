/// How exactly a stroke must be copied. Distances are in heights of a small letter, such as x.
public struct Difficulty: Sendable, Hashable {
    /// The difficulty: 0, for beginners, to 1.
    public let value: Double

    /// - Parameter value: Clamped to 0…1.
    public init(_ value: Double) { self.value = min(1, max(0, value)) }

    /// The maximum mean distance between the copied stroke and the template when they are superimposed.
    var shape: Double { 0.34 - 0.2 * value }
    /// The maximum distance between the centers of the copied stroke and of the template.
    var place: Double { 1 - 0.6 * value }
    /// The maximum ratio of the stroke's length to the template's, and of the template's to the stroke's.
    var length: Double { 1.9 - 0.5 * value }
}
