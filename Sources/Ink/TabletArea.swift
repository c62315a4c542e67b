/// The used part of a tablet's active area, and the tablet's rotation.
public struct TabletArea: Sendable, Hashable {
    /// The clockwise rotation of the tablet from its default orientation, in degrees.
    public enum Rotation: Int, Sendable, Hashable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270

        /// Whether the turn exchanges width and height.
        public var swapsSides: Bool { self == .quarter || self == .threeQuarters }

        /// Turned by another half.
        public var opposite: Rotation { Rotation(rawValue: (rawValue + 180) % 360) ?? .none }
    }

    /// The part that counts.
    public var edges: AreaEdges
    /// Of this part only the largest piece of this shape counts, in the part's middle; nil for all of it. The shape is as the writer sees
    /// it: width to height of the tablet as it lies. Nothing is ever stretched.
    public var aspect: AspectRatio?
    /// The tablet's rotation.
    public var rotation: Rotation
    /// The tablet lies the other way round besides, its buttons away from the left hand: half a turn on top of `rotation`.
    public var isLeftHanded: Bool

    /// By default all of the active area, not rotated.
    public init(edges: AreaEdges = .all, aspect: AspectRatio? = nil, rotation: Rotation = .none, isLeftHanded: Bool = false) {
        self.edges = edges
        self.aspect = aspect
        self.rotation = rotation
        self.isLeftHanded = isLeftHanded
    }

    /// The key of a tablet model in a configuration: "056a:0357", its vendor and product.
    public static func name(vendor: UInt16, product: UInt16) -> String {
        [vendor, product].map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }.joined(separator: ":")
    }

    /// The total rotation of the tablet.
    public var turn: Rotation { isLeftHanded ? rotation.opposite : rotation }
}

/// A part of an active area: where its edges are, in per cent of the whole, as the maker meant the tablet to lie.
public struct AreaEdges: Sendable, Hashable {
    /// From the left, 0 to 100.
    public let left: Double
    /// From the top, 0 to 100.
    public let top: Double
    /// From the left, more than `left`.
    public let right: Double
    /// From the top, more than `top`.
    public let bottom: Double

    /// The whole area.
    public static let all = AreaEdges()

    private init() { (left, top, right, bottom) = (0, 0, 100, 100) }

    /// Left, top, right and bottom; nil if these are not four numbers from 0 to 100, or leave less than a hundredth of a side.
    public init?(_ numbers: [Double]) {
        guard numbers.count == 4, numbers.allSatisfy({ (0...100).contains($0) }), numbers[2] - numbers[0] >= 1, numbers[3] - numbers[1] >= 1
        else { return nil }
        (left, top, right, bottom) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// Four numbers with commas between them, such as "0,0,100,62.5".
    public init?(_ text: String) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
        }
        self.init(numbers.compactMap { $0 ?? .nan })
    }
}

/// Width to height, such as a screen's.
public struct AspectRatio: Sendable, Hashable {
    /// Width.
    public let width: Double
    /// Height in the same unit.
    public let height: Double

    /// Two numbers from 0.001 to 1,000,000 with a colon or an x between them, such as "16:9" or "1920x1080"; nil for anything else, and for
    /// a ratio above 100.
    public init?(_ text: String) {
        let sides = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "x" }.map { Double(String($0)) ?? .nan }
        guard sides.count == 2, sides.allSatisfy({ (1e-3...1e6).contains($0) }), (0.01...100).contains(sides[0] / sides[1]) else {
            return nil
        }
        (width, height) = (sides[0], sides[1])
    }
}

/// Takes places on a tablet's active area to places on the part of it that is written on, turned as the tablet lies.
///
/// Both are in the same unit, from the top-left corner, y downwards: nothing is stretched. Places outside of the part are legal, and lie
/// outside of it.
public struct AreaMapping: Sendable, Hashable {
    /// The part, on the active area as the maker meant it to lie.
    public let part: Box
    /// The rotation of the tablet.
    public let turn: TabletArea.Rotation
    /// The size of the active area as the maker meant it to lie.
    private let size: Place
    private let radians: Float

    /// The mapping of an active area of this size.
    public init(_ area: TabletArea, width: Double, height: Double) {
        size = Place(x: width, y: height)
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

    /// Width of the part as the tablet lies.
    public var width: Double { turn.swapsSides ? part.height : part.width }

    /// Height of the part as the tablet lies.
    public var height: Double { turn.swapsSides ? part.width : part.height }

    /// The place on the part of a place on the active area.
    public func mapped(_ place: Place) -> Place {
        switch turn {
        case .none: Place(x: place.x - part.x, y: place.y - part.y)
        case .quarter: Place(x: part.bottom - place.y, y: place.x - part.x)
        case .half: Place(x: part.right - place.x, y: part.bottom - place.y)
        case .threeQuarters: Place(x: place.y - part.y, y: part.right - place.x)
        }
    }

    /// The place on the active area of a place on the part.
    public func unmapped(_ place: Place) -> Place {
        switch turn {
        case .none: Place(x: place.x + part.x, y: place.y + part.y)
        case .quarter: Place(x: place.y + part.x, y: part.bottom - place.x)
        case .half: Place(x: part.right - place.x, y: part.bottom - place.y)
        case .threeQuarters: Place(x: part.right - place.y, y: place.x + part.y)
        }
    }

    /// A direction on the tablet, in radians clockwise from the x axis, as it is with the tablet turned: 0 ..< 2π.
    public func mapped(direction: Float) -> Float {
        guard turn != .none else { return direction }
        let sum = direction + radians
        let turned = sum >= 2 * .pi ? sum - 2 * .pi : sum
        // just below a full turn, rounded
        return turned < 2 * .pi ? turned : 0
    }

    /// Whether ink may begin at a place on the active area. Where the part reaches to an edge of the active area, it goes on behind that:
    /// axes may tell of more than they promise.
    public func takesInk(at place: Place) -> Bool {
        // sums of parts may miss the whole by a rounding
        let (right, bottom) = (size.x * 0.999_999, size.y * 0.999_999)
        return (part.x <= 0 || place.x >= part.x) && (part.y <= 0 || place.y >= part.y)
            && (part.right >= right || place.x <= part.right) && (part.bottom >= bottom || place.y <= part.bottom)
    }
}
