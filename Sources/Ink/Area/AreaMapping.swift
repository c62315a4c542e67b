/// Takes places on a tablet's active area to places on the part of it that is written on, turned as the tablet lies.
///
/// Both are in the same unit, from the top-left corner, y downwards: nothing is stretched. Places outside of the part are legal, and lie
/// outside of it.
public struct AreaMapping: Sendable, Hashable {
    /// The part, on the active area as the maker meant it to lie.
    public let part: Box
    /// How far the tablet was turned.
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
