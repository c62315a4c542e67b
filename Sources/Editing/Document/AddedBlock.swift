public import Ink

/// The ID of an added block. IDs are never reused within a document.
public struct BlockID: Sendable, Hashable, Comparable {
    /// The underlying number.
    public var value: UInt64

    /// Creates the ID with this number.
    public init(_ value: UInt64) { self.value = value }

    /// Whether `a` was created before `b`.
    public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// A picture in a document.
public struct InkImage: Sendable, Hashable {
    /// `image/png` or `image/jpeg`.
    public var mediaType: String
    /// The bytes of the original file.
    public var bytes: [UInt8]
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int

    /// Creates a picture whose format and size have been checked.
    public init(mediaType: String, bytes: [UInt8], width: Int, height: Int) {
        self.mediaType = mediaType
        self.bytes = bytes
        self.width = width
        self.height = height
    }
}

/// A line of text without ink: converted, imported or pasted.
public struct TypesetLine: Sendable, Hashable {
    /// The text of the line.
    public var text: String
    /// The bounding box of the line.
    public var box: Box
    /// y of the baseline.
    public var baseline: Double

    /// Creates a line at its position.
    public init(text: String, box: Box, baseline: Double) {
        self.text = text
        self.box = box
        self.baseline = baseline
    }
}

/// A regularized figure, converted from a drawn shape.
public enum Figure: Sendable, Hashable {
    /// Corners joined by straight lines; `closed` joins the last corner to the first. `headAtStart` and `headAtEnd` add arrowheads.
    case polygon(points: [Point], closed: Bool, headAtStart: Bool, headAtEnd: Bool)
    /// An ellipse; a circle has two equal radii. The rotation is in radians, clockwise.
    case ellipse(center: Point, radiusX: Double, radiusY: Double, rotation: Double)
}

/// A block whose content is not ink, or which is empty.
public struct AddedBlock: Sendable, Hashable {
    /// The content of an added block.
    public enum Content: Sendable, Hashable {
        /// No content yet: an area for handwriting.
        case empty
        /// A picture.
        case image(InkImage)
        /// Text without ink.
        case text([TypesetLine])
        /// A regularized shape, with its name.
        case figure(Figure, label: String)
    }

    /// The block's ID.
    public var id: BlockID
    /// Text, Math, Diagram or Drawing.
    public var type: BlockType
    /// The block's bounding box.
    public var box: Box
    /// The block's content.
    public var content: Content

    /// Creates a block at its position.
    public init(id: BlockID, type: BlockType, box: Box, content: Content) {
        self.id = id
        self.type = type
        self.box = box
        self.content = content
    }
}
