/// Named values of a client: metadata of a package or a part. A copy is edited and assigned back.
public struct ParameterSet: Sendable, Hashable {
    /// The values by their names.
    public var values: [String: ParameterValue]

    /// A set of these.
    public init(_ values: [String: ParameterValue] = [:]) { self.values = values }
}

/// A value in a parameter set.
public enum ParameterValue: Sendable, Hashable {
    /// A text.
    case string(String)
    /// A number; finite.
    case number(Double)
    /// Yes or no.
    case boolean(Bool)
    /// A set within the set.
    case set(ParameterSet)
}
