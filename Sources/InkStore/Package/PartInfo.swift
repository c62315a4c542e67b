public import Editing
public import Ink

/// Names a part for as long as its package exists; never used twice there.
public struct PartID: Sendable, Hashable, Comparable {
    /// The number behind it.
    public var value: Int64

    /// The part with this number.
    public init(_ value: Int64) { self.value = value }

    /// Made earlier than.
    public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// The surface that a part was written on.
public struct PartView: Sendable, Hashable, CustomStringConvertible {
    /// In the unit of the ink.
    public var width: Double
    /// In the unit of the ink.
    public var height: Double
    /// How many units of the ink are a millimetre: 1, but for devices that know no millimetres.
    public var unitsPerMillimetre: Double

    /// A surface of this size.
    public init(width: Double, height: Double, unitsPerMillimetre: Double = 1) {
        self.width = width
        self.height = height
        self.unitsPerMillimetre = unitsPerMillimetre
    }

    /// As `210 × 297, 1 to the millimetre`.
    public var description: String { "\(width) × \(height), \(unitsPerMillimetre) to the millimetre" }

    /// All three are finite and above 0.
    var isValid: Bool { [width, height, unitsPerMillimetre].allSatisfy { $0.isFinite && $0 > 0 } }
}

/// What is known of a part without loading it.
public struct PartInfo: Sendable, Hashable, Identifiable {
    /// Its name.
    public let id: PartID
    /// What it holds; never changes.
    public let type: PartType
    /// BCP 47 tag of the language it is read in; nil until it is set, and fixed then.
    public internal(set) var language: String?
    /// What it was written on; nil until it is set, and fixed then.
    public internal(set) var view: PartView?
}

/// All that is in a part.
public struct PartContent: Sendable, Hashable {
    /// Strokes, blocks, choices, decorations, each kind in the order of its names.
    public var items: [DocumentItem] = []
    /// What lines were read as that have not changed since.
    public var readings: [LineID: SavedReading] = [:]
    /// Names that nothing in the part has or had.
    public var next = NextNames()
    /// What is damaged and was left out, as sentences; it stays in the package until it is changed or deleted.
    public var unreadable: [String] = []
}

/// The first names that nothing in a part has, nor had while it was in the package.
public struct NextNames: Sendable, Hashable {
    /// For a stroke.
    public var stroke = StrokeID(1)
    /// For a line.
    public var line = LineID(1)
    /// For a block that holds something else than strokes.
    public var block = BlockID(1)
    /// For a decoration.
    public var decoration = DecorationID(1)
}
