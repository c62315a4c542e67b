/// Areas of tablets, by tablet, as one text has them: `056a:0357 = area 0,0,50,100 rotation 90; Pad S = left-handed`.
///
/// An entry is a tablet's vendor:product or name, an equals sign, and words: `whole`, or any of `area` with four edges in per cent, `aspect`
/// with a ratio, `rotation` with degrees, and `left-handed`.
public struct TabletAreas: Sendable, Hashable {
    /// The refusal of a text.
    public struct Refusal: Error, Sendable, Hashable {
        /// What is wrong, as the end of a sentence, with the values that may be.
        public let reason: String
    }

    /// By vendor:product or name.
    private var areas: [String: TabletArea] = [:]

    /// The most tablets that there may be.
    static let most = 64
    /// Characters of a tablet's name.
    static let longestName = 128

    /// No tablet has an area.
    public init() {}

    /// Reads entries with semicolons between them.
    /// - Throws: `Refusal`, which shows the first entry that is none.
    public init(_ text: String) throws(Refusal) {
        for entry in text.split(separator: ";") where entry.contains(where: { !$0.isWhitespace }) {
            let shown = "\"\(entry.trimmed.prefix(120))\""
            let halves = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
            guard halves.count == 2, let area = Self.area(halves[1].split(whereSeparator: \.isWhitespace).map(String.init)) else {
                throw Refusal(
                    reason: """
                        has \(shown), which is no area: give a tablet, =, and whole, or any of area l,t,r,b (per cent, each 0 to 100), \
                        aspect w:h, rotation 0, 90, 180 or 270, and left-handed
                        """)
            }
            let name = Self.key(halves[0])
            guard (1...Self.longestName).contains(name.count), areas[name] == nil else {
                throw Refusal(
                    reason: "has \(shown): give each tablet once, by its vendor:product or a name of 1 to \(Self.longestName) characters")
            }
            areas[name] = area
            guard areas.count <= Self.most else { throw Refusal(reason: "has more than \(Self.most) tablets") }
        }
    }

    /// The area of a tablet, by its vendor:product or name; nil where none is set.
    public subscript(tablet: String) -> TabletArea? {
        get { areas[Self.key(tablet)] }
        set { areas[Self.key(tablet)] = newValue }
    }

    /// The text that these areas are read from, in the order of the tablets.
    public var text: String {
        areas.sorted { $0.key < $1.key }.map { "\($0.key) = \(Self.words($0.value).joined(separator: " "))" }.joined(separator: "; ")
    }

    /// A tablet's key: numbers may be written in capitals and without leading zeroes; all else is a name.
    public static func key(_ name: String) -> String {
        let numbers = name.split(separator: ":", omittingEmptySubsequences: false).map { UInt16($0, radix: 16) }
        guard numbers.count == 2, let vendor = numbers[0], let product = numbers[1] else { return name }
        return TabletArea.name(vendor: vendor, product: product)
    }

    private static func words(_ area: TabletArea) -> [String] {
        var words: [String] = []
        if area.edges != .all {
            let edges = [area.edges.left, area.edges.top, area.edges.right, area.edges.bottom]
            words += ["area", edges.map(number).joined(separator: ",")]
        }
        if let aspect = area.aspect { words += ["aspect", "\(number(aspect.width)):\(number(aspect.height))"] }
        if area.rotation != .none { words += ["rotation", "\(area.rotation.rawValue)"] }
        if area.isLeftHanded { words.append("left-handed") }
        return words.isEmpty ? ["whole"] : words
    }

    /// nil for words that make no area.
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
                guard let rotation = rest.popFirst().flatMap({ Int($0) }).flatMap({ TabletArea.Rotation(rawValue: $0) }) else { return nil }
                area.rotation = rotation
            case "left-handed": area.isLeftHanded = true
            default: return nil
            }
        }
        return area
    }

    private static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
}
