/// A text field on the screen, in the tablet's device units.
public struct FieldRectangle: Sendable, Hashable {
    /// The corner with the smallest coordinates.
    public var minimum: DevicePoint
    /// The corner with the largest coordinates.
    public var maximum: DevicePoint
    /// Whether the field has the focus.
    public var isFocused: Bool
    /// Whether the field is a password field, into which nothing is ever written.
    public var isSecret: Bool

    /// Creates a rectangle between two opposite corners, in any order.
    public init(_ corner: DevicePoint, _ opposite: DevicePoint, isFocused: Bool = false, isSecret: Bool = false) {
        minimum = DevicePoint(x: min(corner.x, opposite.x), y: min(corner.y, opposite.y))
        maximum = DevicePoint(x: max(corner.x, opposite.x), y: max(corner.y, opposite.y))
        self.isFocused = isFocused
        self.isSecret = isSecret
    }

    /// Whether a place is in the rectangle or at most `margin` outside of it.
    func contains(_ place: DevicePoint, margin: DeviceLength = DeviceLength(x: 0, y: 0)) -> Bool {
        let (x, y) = (Int64(place.x), Int64(place.y))
        let (dx, dy) = (Int64(max(0, margin.x)), Int64(max(0, margin.y)))
        return x >= Int64(minimum.x) - dx && x <= Int64(maximum.x) + dx && y >= Int64(minimum.y) - dy && y <= Int64(maximum.y) + dy
    }

    /// Whether another rectangle is the same field, focused or not.
    func isSame(_ other: FieldRectangle) -> Bool { minimum == other.minimum && maximum == other.maximum }
}

/// The text fields on the screen.
struct FieldMap {
    /// Maximum number of fields; further ones are ignored.
    static let limit = 256

    private var fields: [FieldRectangle] = []

    /// The target of a contact.
    enum Target: Hashable {
        /// No field, or a password field.
        case outside
        /// A field.
        case field(FieldRectangle)
    }

    /// Replaces all fields.
    mutating func set(_ fields: [FieldRectangle]) { self.fields = Array(fields.prefix(Self.limit)) }

    /// Marks a field as the focused one, until the fields are replaced.
    mutating func focus(_ field: FieldRectangle) {
        for index in fields.indices { fields[index].isFocused = fields[index].isSame(field) }
    }

    /// Whether a password field is at a place.
    func isSecret(_ place: DevicePoint) -> Bool { fields.contains { $0.isSecret && $0.contains(place) } }

    /// Returns the target at a place: the focused field there, or else the smallest field there. A password field is no target.
    func target(at place: DevicePoint) -> Target {
        guard !isSecret(place) else { return .outside }
        var best: FieldRectangle?
        for field in fields where field.contains(place) {
            guard let current = best else {
                best = field
                continue
            }
            if field.isFocused != current.isFocused ? field.isFocused : field.area < current.area { best = field }
        }
        return best.map { .field($0) } ?? .outside
    }

    /// Whether a place is in the focused field or at most `slop` outside of it.
    func isNearFocused(_ place: DevicePoint, slop: DeviceLength) -> Bool {
        fields.contains { $0.isFocused && !$0.isSecret && $0.contains(place, margin: slop) }
    }
}

extension FieldRectangle {
    /// The area in square device units.
    fileprivate var area: Double {
        Double(Int64(maximum.x) - Int64(minimum.x)) * Double(Int64(maximum.y) - Int64(minimum.y))
    }
}
