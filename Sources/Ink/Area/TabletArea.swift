/// How a tablet is written on: which part of its active area counts, and which way round it lies.
public struct TabletArea: Sendable, Hashable {
    /// How far the tablet was turned clockwise from how its maker meant it to lie, in degrees.
    public enum Rotation: Int, Sendable, Hashable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270

        /// Whether what was wide is high now.
        public var swapsSides: Bool { self == .quarter || self == .threeQuarters }

        /// Turned by another half.
        public var opposite: Rotation { Rotation(rawValue: (rawValue + 180) % 360) ?? .none }
    }

    /// The part that counts.
    public var edges: AreaEdges
    /// Of this part only the largest piece of this shape counts, in the part's middle; nil for all of it. The shape is as the writer sees
    /// it: width to height of the tablet as it lies. Nothing is ever stretched.
    public var aspect: AspectRatio?
    /// How the tablet lies.
    public var rotation: Rotation
    /// The tablet lies the other way round besides, its buttons away from the left hand: half a turn on top of `rotation`.
    public var isLeftHanded: Bool

    /// All of the active area, as the maker meant it, unless told otherwise.
    public init(edges: AreaEdges = .all, aspect: AspectRatio? = nil, rotation: Rotation = .none, isLeftHanded: Bool = false) {
        self.edges = edges
        self.aspect = aspect
        self.rotation = rotation
        self.isLeftHanded = isLeftHanded
    }

    /// What a configuration calls a kind of tablet: "056a:0357", its vendor and product.
    public static func name(vendor: UInt16, product: UInt16) -> String {
        [vendor, product].map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }.joined(separator: ":")
    }

    /// How far the tablet was turned altogether.
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
    /// what is more than a hundred times as long as the other.
    public init?(_ text: String) {
        let sides = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "x" }.map { Double(String($0)) ?? .nan }
        guard sides.count == 2, sides.allSatisfy({ (1e-3...1e6).contains($0) }), (0.01...100).contains(sides[0] / sides[1]) else {
            return nil
        }
        (width, height) = (sides[0], sides[1])
    }
}
