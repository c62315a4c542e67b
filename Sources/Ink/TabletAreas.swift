/// Areas by tablet, as written in one text: `056a:0357 = area 0,0,50,100 rotation 90; Pad S = left-handed`.
public typealias TabletAreas = TabletTable<TabletArea>

/// The words are `whole`, or any of `area` with four edges in percent, `aspect` with a ratio, `rotation` with degrees, and `left-handed`.
extension TabletArea: TabletEntry {
    /// Reads the words of an area.
    /// - Throws: `TabletRefusal` for words that are not an area.
    public init(words: [String]) throws(TabletRefusal) {
        guard let area = Self.area(words) else {
            throw TabletRefusal(
                reason: """
                    which is not an area: give a tablet, =, and whole, or any of area l,t,r,b (percent, each 0 to 100), \
                    aspect w:h, rotation 0, 90, 180 or 270, and left-handed
                    """)
        }
        self = area
    }

    /// The words that describe the area.
    public var words: [String] {
        var words: [String] = []
        if edges != .all { words += ["area", TabletNumber.text([edges.left, edges.top, edges.right, edges.bottom])] }
        if let aspect { words += ["aspect", "\(TabletNumber.text(aspect.width)):\(TabletNumber.text(aspect.height))"] }
        if rotation != .none { words += ["rotation", "\(rotation.rawValue)"] }
        if isLeftHanded { words.append("left-handed") }
        return words.isEmpty ? ["whole"] : words
    }

    /// Returns the area that the words describe; nil if they are not an area.
    private static func area(_ words: [String]) -> TabletArea? {
        guard !words.isEmpty else { return nil }
        if words == ["whole"] { return TabletArea() }
        var area = TabletArea()
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "area":
                guard let edges = rest.popFirst().flatMap({ AreaEdges($0) }) else { return nil }
                area.edges = edges
            case "aspect":
                guard let aspect = rest.popFirst().flatMap({ AspectRatio($0) }) else { return nil }
                area.aspect = aspect
            case "rotation":
                guard let rotation = rest.popFirst().flatMap({ Int($0) }).flatMap({ Rotation(rawValue: $0) }) else { return nil }
                area.rotation = rotation
            case "left-handed": area.isLeftHanded = true
            default: return nil
            }
        }
        return area
    }
}
