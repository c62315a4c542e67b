/// Why bytes are no stroke.
public enum InkCodingError: Error, Hashable, CustomStringConvertible {
    /// The bytes end within the stroke.
    case truncated
    /// So many bytes follow after the stroke.
    case trailingBytes(Int)
    /// Written by a newer version.
    case unknownVersion(UInt8)
    /// A field has a value that it cannot have.
    case invalid(field: String, value: String)

    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .truncated: "the bytes end within the stroke; read all that were written"
        case .trailingBytes(let count): "\(count) bytes follow after the stroke; hand in the bytes of one stroke alone"
        case .unknownVersion(let version): "the stroke is written in version \(version), and this program knows 1; use a newer program"
        case .invalid(let field, let value): "\(field) of the stroke is \(value), which it cannot be: the bytes are damaged"
        }
    }
}
