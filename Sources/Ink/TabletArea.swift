/// The used part of a tablet's active area, and the tablet's rotation.
public struct TabletArea: Sendable, Hashable {
    /// The clockwise rotation of the tablet from its default orientation, in degrees.
    public enum Rotation: Int, Sendable, Hashable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270

        /// Whether the rotation exchanges width and height.
        public var swapsSides: Bool { self == .quarter || self == .threeQuarters }

        /// The opposite rotation.
        public var opposite: Rotation { followed(by: .half) }

        /// Returns this rotation followed by another rotation.
        public func followed(by other: Rotation) -> Rotation { Rotation(rawValue: (rawValue + other.rawValue) % 360) ?? .none }
    }

    /// The edges of the used part.
    public var edges: AreaEdges
    /// The aspect ratio of the used part; nil for the whole part. Only the largest rectangle with this ratio, centered in the part, is
    /// used. Width and height are as the writer sees them, after rotation. Ink is never stretched.
    public var aspect: AspectRatio?
    /// The tablet's rotation.
    public var rotation: Rotation
    /// Whether the tablet is rotated by another 180°, so that its buttons are not under the left hand.
    public var isLeftHanded: Bool

    /// An area; by default all of the active area, not rotated.
    public init(edges: AreaEdges = .all, aspect: AspectRatio? = nil, rotation: Rotation = .none, isLeftHanded: Bool = false) {
        self.edges = edges
        self.aspect = aspect
        self.rotation = rotation
        self.isLeftHanded = isLeftHanded
    }

    /// Returns the key of a tablet model in a configuration: "056a:0357", its vendor and product.
    public static func name(vendor: UInt16, product: UInt16) -> String {
        [vendor, product].map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }.joined(separator: ":")
    }

    /// The total rotation of the tablet.
    public var turn: Rotation { isLeftHanded ? rotation.opposite : rotation }
}

/// A part of an active area: the positions of its edges in percent of the whole, in the tablet's default orientation.
public struct AreaEdges: Sendable, Hashable {
    /// The position of the left edge, from the left, 0 to 100.
    public let left: Double
    /// The position of the top edge, from the top, 0 to 100.
    public let top: Double
    /// The position of the right edge, from the left, more than `left`.
    public let right: Double
    /// The position of the bottom edge, from the top, more than `top`.
    public let bottom: Double

    /// The whole area.
    public static let all = AreaEdges()

    private init() { (left, top, right, bottom) = (0, 0, 100, 100) }

    /// The edges left, top, right and bottom; nil unless these are four numbers from 0 to 100 that leave at least a hundredth of each
    /// side.
    public init?(_ numbers: [Double]) {
        guard numbers.count == 4, numbers.allSatisfy({ (0...100).contains($0) }), numbers[2] - numbers[0] >= 1, numbers[3] - numbers[1] >= 1
        else { return nil }
        (left, top, right, bottom) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// The edges from four numbers with commas between them, such as "0,0,100,62.5".
    public init?(_ text: String) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
        }
        self.init(numbers.compactMap { $0 ?? .nan })
    }
}

/// A ratio of width to height, such as a screen's.
public struct AspectRatio: Sendable, Hashable {
    /// Width.
    public let width: Double
    /// Height in the same unit.
    public let height: Double

    /// A ratio of two numbers from 0.001 to 1,000,000 with a colon or an x between them, such as "16:9" or "1920x1080"; nil for anything
    /// else, and for a ratio above 100.
    public init?(_ text: String) {
        let sides = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "x" }.map { Double(String($0)) ?? .nan }
        guard sides.count == 2, sides.allSatisfy({ (1e-3...1e6).contains($0) }), (0.01...100).contains(sides[0] / sides[1]) else {
            return nil
        }
        (width, height) = (sides[0], sides[1])
    }
}

/// Maps points on a tablet's active area to points on its used part, in the tablet's rotation.
///
/// Both positions are in the same unit, from the top-left corner, y downward. Nothing is stretched. Points outside the part are valid, and
/// map to points outside it.
public struct AreaMapping: Sendable, Hashable {
    /// The used part of the active area, in its default orientation.
    public let part: Box
    /// The rotation of the tablet.
    public let turn: TabletArea.Rotation
    /// The size of the active area in its default orientation.
    private let size: Point
    private let radians: Float

    /// The mapping for an active area of this size.
    public init(_ area: TabletArea, width: Double, height: Double) {
        size = Point(x: width, y: height)
        turn = area.turn
        radians = Float(turn.rawValue) * .pi / 180
        let (left, right) = (width * (area.edges.left / 100), width * (area.edges.right / 100))
        let (top, bottom) = (height * (area.edges.top / 100), height * (area.edges.bottom / 100))
        var part = Box(x: left, y: top, width: right - left, height: bottom - top)
        if let aspect = area.aspect {
            let (across, down) = area.turn.swapsSides ? (aspect.height, aspect.width) : (aspect.width, aspect.height)
            let scale = min(part.width / across, part.height / down)
            part.x += (part.width - across * scale) / 2
            part.y += (part.height - down * scale) / 2
            (part.width, part.height) = (across * scale, down * scale)
        }
        self.part = part
    }

    /// The width of the part, after rotation.
    public var width: Double { turn.swapsSides ? part.height : part.width }

    /// The height of the part, after rotation.
    public var height: Double { turn.swapsSides ? part.width : part.height }

    /// Returns the point on the part for a point on the active area.
    public func mapped(_ place: Point) -> Point {
        switch turn {
        case .none: Point(x: place.x - part.x, y: place.y - part.y)
        case .quarter: Point(x: part.bottom - place.y, y: place.x - part.x)
        case .half: Point(x: part.right - place.x, y: part.bottom - place.y)
        case .threeQuarters: Point(x: place.y - part.y, y: part.right - place.x)
        }
    }

    /// Returns the point on the active area for a point on the part.
    public func unmapped(_ place: Point) -> Point {
        switch turn {
        case .none: Point(x: place.x + part.x, y: place.y + part.y)
        case .quarter: Point(x: place.y + part.x, y: part.bottom - place.x)
        case .half: Point(x: part.right - place.x, y: part.bottom - place.y)
        case .threeQuarters: Point(x: part.right - place.y, y: place.x + part.y)
        }
    }

    /// Returns a direction on the tablet, in radians clockwise from the x axis, after the tablet's rotation: 0 ..< 2π.
    public func mapped(direction: Float) -> Float {
        guard turn != .none else { return direction }
        let sum = direction + radians
        let turned = sum >= 2 * .pi ? sum - 2 * .pi : sum
        // rounding may give exactly a full turn
        return turned < 2 * .pi ? turned : 0
    }

    /// Whether ink may begin at a point on the active area. At the edges of the active area points beyond the edge are accepted, too,
    /// because axes may report values outside their declared range.
    public func takesInk(at place: Point) -> Bool {
        // sums of parts may differ from the whole by rounding
        let (right, bottom) = (size.x * 0.999_999, size.y * 0.999_999)
        return (part.x <= 0 || place.x >= part.x) && (part.y <= 0 || place.y >= part.y)
            && (part.right >= right || place.x <= part.right) && (part.bottom >= bottom || place.y <= part.bottom)
    }
}
