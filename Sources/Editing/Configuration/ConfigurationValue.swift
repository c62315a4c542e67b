/// The value of a configuration key.
public enum ConfigurationValue: Sendable, Hashable {
    /// Yes or no.
    case flag(Bool)
    /// A number, in the unit that the key's summary names.
    case number(Double)
    /// A text.
    case text(String)
}

/// Why a setting was refused.
public enum ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no such key.
    case noSuchKey(String)
    /// The key takes no such value.
    case invalid(key: String, reason: String)

    /// For people.
    public var description: String {
        switch self {
        case .noSuchKey(let key): "there is no key \"\(key)\"; `inkctl config list` shows those that there are"
        case .invalid(let key, let reason): "\(key) \(reason)"
        }
    }
}
